//! The audit: whatever is done to it is found (REQ AUD-1).

use response_recovery::session::{Audit, NO_RECORD, Record, Session};
use serde_json::{Value, json};

use super::{CONTRACT, Course, ELIGIBLE, FENCED, INVALID, POLICY, REPAIRED, VALID, contract};

/// A course with a record of every kind.
fn course() -> Course {
    let mut course = Course::small();
    course.step(VALID).step(FENCED).step(INVALID).lose();
    course.step(ELIGIBLE).step(REPAIRED).step(VALID);
    course
}

fn is_found(records: &[Record], head: &str) -> bool {
    Audit::verify(records, head).is_err()
}

/// Every value that differs from this one in one place.
fn spoilt(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(""), json!("x"), json!(0)],
        Value::Bool(one) => vec![json!(!one)],
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            vec![
                json!(number + 1),
                json!(number.saturating_sub(1)),
                json!(number.to_string()),
            ]
        }
        Value::String(text) => {
            let mut all = vec![json!(format!("{text}x")), Value::Null];
            for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii()) {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = if byte == b'0' { b'1' } else { b'0' };
                all.push(json!(String::from_utf8(bytes).unwrap()));
                let cut = [&text[..at], &text[at + 1..]].concat();
                all.push(json!(cut));
            }
            all
        }
        Value::Array(items) => {
            let mut all: Vec<Value> = Vec::new();
            for (at, item) in items.iter().enumerate() {
                let mut without = items.clone();
                without.remove(at);
                all.push(Value::Array(without));
                for spoilt in spoilt(item) {
                    let mut with = items.clone();
                    with[at] = spoilt;
                    all.push(Value::Array(with));
                }
            }
            let more = items
                .iter()
                .cloned()
                .chain([json!({"rule": "fence", "path": ""})]);
            all.push(Value::Array(more.collect()));
            all
        }
        Value::Object(members) => {
            let mut all = Vec::new();
            for (key, member) in members {
                let mut without = members.clone();
                without.remove(key);
                all.push(Value::Object(without));
                for spoilt in spoilt(member) {
                    let mut with = members.clone();
                    with.insert(key.clone(), spoilt);
                    all.push(Value::Object(with));
                }
            }
            let mut more = members.clone();
            more.insert("more".to_owned(), Value::Null);
            all.push(Value::Object(more));
            all
        }
    }
}

#[test]
fn a_log_verifies_as_it_was_written() {
    let course = course();
    let records = course.session.records();
    assert_eq!(Audit::verify(records, course.session.head()), Ok(()));
    assert_eq!(Audit::verify(&[], NO_RECORD), Ok(()));
    let written = serde_json::to_string(records).unwrap();
    let read: Vec<Record> = serde_json::from_str(&written).unwrap();
    assert_eq!(read, records);
}

#[test]
fn records_are_read_in_their_one_form_alone() {
    let course = course();
    let records = course.session.records();
    let written = serde_json::to_value(records).unwrap();
    let read = |list: &Value| Record::read_all(&list.to_string());
    assert_eq!(read(&written).as_deref(), Some(records));
    // A derived reader would take each of these for the object.
    let rule = json!(["fence", ""]);
    let outcome = json!(["accepted"]);
    for (at, member, list) in [(1, "rules", json!([rule])), (0, "outcome", outcome)] {
        let mut other = written.clone();
        other[at][member] = list;
        assert_eq!(read(&other), None, "{member}");
    }
    let twice = written
        .to_string()
        .replacen("\"call\"", "\"call\":\"\",\"call\"", 1);
    assert_eq!(Record::read_all(&twice), None);
    assert_eq!(Record::read_all("{}"), None);
}

#[test]
fn a_change_in_any_field_of_any_record_is_found() {
    let course = course();
    let (records, head) = (course.session.records(), course.session.head());
    let mut changes = 0;
    for (at, record) in records.iter().enumerate() {
        for spoilt in spoilt(&serde_json::to_value(record).unwrap()) {
            changes += 1;
            // What has another form is not even read.
            let Ok(spoilt) = serde_json::from_value::<Record>(spoilt) else {
                continue;
            };
            assert_ne!(&spoilt, record, "it is a change");
            let mut log = records.to_vec();
            log[at] = spoilt;
            assert!(is_found(&log, head), "record {}: {:?}", at + 1, log[at]);
        }
    }
    println!("{changes} changes were found");
    assert!(changes > 5000, "{changes}");
}

#[test]
fn a_record_removed_moved_inserted_or_cut_off_is_found() {
    let course = course();
    let (records, head) = (course.session.records(), course.session.head());
    for from in 0..records.len() {
        let mut without = records.to_vec();
        let record = without.remove(from);
        assert!(is_found(&without, head), "without {from}");
        for to in 0..records.len() {
            let mut moved = without.clone();
            moved.insert(to, record.clone());
            assert_eq!(is_found(&moved, head), from != to, "{from} at {to}");
            let mut more = records.to_vec();
            more.insert(to, record.clone());
            assert!(is_found(&more, head), "{from} again at {to}");
        }
        assert!(
            is_found(&records[..from], head),
            "the end from {from} on is missing"
        );
        // A log that was written anew from here on is whole in itself, but not the one that is known.
        let mut rewritten = records[..from].to_vec();
        for record in &records[from..] {
            let previous = rewritten
                .last()
                .map_or(NO_RECORD, |record: &Record| &record.hash);
            let record = Record {
                previous: previous.to_owned(),
                provider: "other".to_owned(),
                ..record.clone()
            };
            rewritten.push(record.sealed());
        }
        let own_head = rewritten.last().unwrap().hash.clone();
        assert!(!is_found(&rewritten, &own_head) && is_found(&rewritten, head));
    }
}

#[test]
fn a_resume_takes_no_audit_that_does_not_verify() {
    let course = course();
    let contract = contract(CONTRACT);
    let checkpoint = course.session.checkpoint();
    let refused = |records: Vec<Record>| {
        let resumed = Session::resume(contract.clone(), Some(POLICY), &checkpoint, records);
        resumed.err().map(|error| error.name())
    };
    let records = course.session.records().to_vec();
    assert_eq!(refused(records.clone()), None);
    for at in 0..records.len() {
        let mut changed = records.clone();
        changed[at].response = Some("another".to_owned());
        assert_eq!(refused(changed.clone()), Some("audit"));
        changed[at] = changed[at].clone().sealed();
        assert_eq!(refused(changed), Some("audit"));
        assert_eq!(refused(records[..at].to_vec()), Some("audit"));
        assert_eq!(refused(records[at + 1..].to_vec()), Some("audit"));
    }
}

#[test]
fn an_accepted_repair_says_where_it_comes_from() {
    let course = course();
    let records = course.session.records();
    let (source, repaired) = (&records[4], &records[5]);
    assert_eq!(source.response.as_deref(), Some(ELIGIBLE));
    let provenance = repaired.repair.as_ref().unwrap();
    assert_eq!((provenance.source, &*provenance.path), (5, "/changes"));
    let patch = r#"[{"op":"replace","path":"/changes","value":["c-3"]}]"#;
    assert_eq!(provenance.patch, patch);
    let result = source
        .text
        .as_deref()
        .unwrap()
        .replace(r#""c-3""#, r#"["c-3"]"#);
    assert_eq!(provenance.result, result);
    assert_eq!(repaired.text.as_deref(), Some(&*result));
    assert_eq!(repaired.rules, source.rules);
    assert!(
        records
            .iter()
            .all(|record| record.repair.is_some() == (record == repaired))
    );
}
