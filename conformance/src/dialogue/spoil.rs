//! What is done to a checkpoint or an audit before a session is resumed from it.

use serde_json::{Value, json};

use crate::case::Spoil;

/// Spoils a checkpoint and the records of an audit. Where there are too few records for it, nothing is done.
pub(super) fn apply(
    spoil: Spoil,
    checkpoint: String,
    mut records: Vec<String>,
) -> (String, Vec<String>) {
    let count = records.len();
    match spoil {
        Spoil::ByteOfCheckpoint => return (with_another_byte(&checkpoint), records),
        Spoil::CutCheckpoint => {
            let end = checkpoint.floor_char_boundary(checkpoint.len() / 2);
            return (checkpoint[..end].to_owned(), records);
        }
        Spoil::ForeignCheckpoint => return (r#"{"saved":"elsewhere"}"#.to_owned(), records),
        Spoil::LaterCheckpoint => return (of_a_later_format(&checkpoint), records),
        Spoil::LastRecordRemoved => drop(records.pop()),
        Spoil::FirstRecordRemoved if count > 0 => drop(records.remove(0)),
        Spoil::RecordsSwapped if count > 1 => records.swap(count - 2, count - 1),
        Spoil::RecordInserted if count > 0 => records.insert(1, records[0].clone()),
        Spoil::ResponseChanged => {
            let is_told = |record: &String| {
                let record: Option<Value> = serde_json::from_str(record).ok();
                record.is_some_and(|record| record["response"].is_string())
            };
            if let Some(at) = records.iter().rposition(is_told) {
                records[at] = changed(&records[at], |record| {
                    let response = record["response"].as_str().unwrap_or_default();
                    record["response"] = with_another_byte(response).into();
                });
            }
        }
        Spoil::OutcomeChanged if count > 0 => {
            records[count - 1] = changed(&records[count - 1], |record| {
                record["outcome"] = match record["outcome"]["outcome"].as_str() {
                    Some("accepted") => json!({"outcome":"rejected","reason":"parse","path":""}),
                    _ => json!({"outcome":"accepted"}),
                };
            });
        }
        Spoil::HashChanged if count > 0 => {
            records[count - 1] = changed(&records[count - 1], |record| {
                let hash = record["hash"].as_str().unwrap_or_default();
                record["hash"] = with_another_byte(hash).into();
            });
        }
        _ => {}
    }
    (checkpoint, records)
}

/// A record with a change. It holds no number but small whole ones, so no digit is lost on the way.
fn changed(record: &str, change: impl FnOnce(&mut Value)) -> String {
    match serde_json::from_str::<Value>(record) {
        Ok(mut value) => {
            change(&mut value);
            value.to_string()
        }
        Err(_) => record.to_owned(),
    }
}

/// The text with another letter or digit in the place of the one nearest behind its middle, or before it; with one more
/// if there is none.
fn with_another_byte(text: &str) -> String {
    let middle = text.floor_char_boundary(text.len() / 2);
    let is_plain = |character: char| character.is_ascii_alphanumeric();
    let after = text[middle..].find(is_plain).map(|at| middle + at);
    let Some(at) = after.or_else(|| text[..middle].rfind(is_plain)) else {
        return format!("{text}x");
    };
    let other = match text.as_bytes().get(at) {
        Some(b'1') => "2",
        Some(byte) if byte.is_ascii_digit() => "1",
        Some(b'a') => "b",
        _ => "a",
    };
    format!("{}{other}{}", &text[..at], &text[at + 1..])
}

/// The checkpoint with 2 as its format, if it is JSON and says 1; else one that says nothing but that.
fn of_a_later_format(checkpoint: &str) -> String {
    match serde_json::from_str::<Value>(checkpoint) {
        Ok(Value::Object(mut members)) => {
            members.insert("checkpoint".to_owned(), 2.into());
            Value::Object(members).to_string()
        }
        _ => r#"{"checkpoint":2}"#.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spoiling_changes_something() {
        let checkpoint = r#"{"checkpoint":1,"body":{"a":1},"sha256":"0a"}"#;
        let record = |number: usize| {
            format!(
                r#"{{"sequence":{number},"response":"r{number}","outcome":{{"outcome":"accepted"}},"hash":"0{number}"}}"#
            )
        };
        let records = vec![record(1), record(2)];
        for spoil in Spoil::ALL {
            let (spoilt, audit) = apply(spoil, checkpoint.to_owned(), records.clone());
            assert!(spoilt != checkpoint || audit != records, "{spoil:?}");
            assert!(
                spoilt == checkpoint || audit == records,
                "{spoil:?} does one thing"
            );
        }
    }
}
