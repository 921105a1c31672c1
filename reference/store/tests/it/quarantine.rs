//! The quarantine: what is kept, what is given out, and what is found damaged (REQ GRD-8).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use response_recovery::guard::{GuardContract, Output, Quarantined, Received, Verdict, guard};
use response_recovery_store::{Damage, Reader, Refusal, Store, StoreError};
use rusqlite::Connection;

use crate::support::Place;

/// SHA-256 of `<p>CANARY-1</p>`, as `printf %s TEXT | sha256sum` gives it.
const DIGEST: &str = "0bc470d9daea99ab364e409d287789716a02ebfa3351d3909931ce3bc946e265";
const BODY: &str = "<p>CANARY-1</p>";

fn refused(tool: &str, body: &[u8]) -> Quarantined {
    let contract = format!(r#"{{"tool":"{tool}","effect":"read","max_chars":70000}}"#);
    let contract = GuardContract::compile(&contract).unwrap();
    let output = Output::Received(Received {
        status: 200,
        content_type: Some("application/json".into()),
        body: body.to_vec().into(),
    });
    match guard(&contract, &output) {
        Verdict::Corrupt(corrupt) => Quarantined {
            tool: tool.to_owned(),
            stop_reason: corrupt.corruption.to_string(),
            kept: corrupt.kept.into_owned(),
        },
        other => panic!("{other:?}"),
    }
}

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

/// A store with two bodies, the first of them seen twice.
fn place() -> Place {
    let place = Place::with_records();
    let mut store = Store::open(place.file()).unwrap();
    let (one, two) = (refused("a", BODY.as_bytes()), refused("b", b"\xff\0"));
    store.quarantine(&[one.clone(), two], at(10)).unwrap();
    store.quarantine(&[one], at(20)).unwrap();
    place
}

#[test]
fn a_body_is_kept_once_and_each_sighting_and_release_of_it() {
    let place = place();
    let mut store = Store::open(place.file()).unwrap();
    assert_eq!(
        store.release(DIGEST, "a look", at(30)).unwrap(),
        BODY.as_bytes()
    );
    drop(store);
    let reader = Reader::open(place.file()).unwrap();
    let held = reader.quarantined().unwrap();
    assert_eq!(held.len(), 2);
    assert_eq!(
        (&*held[0].sha256, held[0].bytes),
        (DIGEST, BODY.len() as u64)
    );
    let seen: Vec<_> = held[0]
        .seen
        .iter()
        .map(|seen| (&*seen.tool, seen.at))
        .collect();
    assert_eq!(seen, [("a", at(10)), ("a", at(20))]);
    assert_eq!(
        held[0].seen[0].stop_reason,
        "response_corruption:invalid_json"
    );
    assert_eq!(
        (&*held[0].released[0].reason, held[0].released[0].at),
        ("a look", at(30))
    );
    assert_eq!(
        reader.quarantined_body(&held[1].sha256).unwrap().1,
        b"\xff\0"
    );
    assert_eq!(place.damages(), []);
}

#[test]
fn of_a_body_too_long_the_beginning_is_kept_and_marked() {
    let place = Place::empty();
    let mut store = Store::open(place.file()).unwrap();
    store
        .quarantine(&[refused("a", &b"x".repeat(70_001))], at(1))
        .unwrap();
    drop(store);
    let held = Reader::open(place.file()).unwrap().quarantined().unwrap();
    assert_eq!((held[0].bytes, held[0].seen[0].is_prefix), (65_536, true));
}

#[test]
fn a_body_is_named_by_the_beginning_of_its_digest() {
    let place = place();
    let reader = Reader::open(place.file()).unwrap();
    let ask = |digits: &str| match reader.quarantined_body(digits) {
        Ok((digest, _)) => Ok(digest),
        Err(StoreError::Refused(refusal)) => Err(refusal),
        Err(other) => panic!("{other}"),
    };
    assert_eq!(ask(&DIGEST[..8]), Ok(DIGEST.to_owned()));
    assert_eq!(ask(&DIGEST[..20].to_uppercase()), Ok(DIGEST.to_owned()));
    assert_eq!(
        ask("00000000"),
        Err(Refusal::NotHeld("00000000".to_owned()))
    );
    for digits in [
        "",
        &DIGEST[..7],
        "'; DROP --",
        &format!("{DIGEST}0"),
        "éééé",
    ] {
        assert_eq!(ask(digits), Err(Refusal::Digest), "{digits}");
    }
}

#[test]
fn a_release_says_why() {
    let place = place();
    let mut store = Store::open(place.file()).unwrap();
    for reason in ["", " ", "a\nb", &"x".repeat(1_001)] {
        let refused = store.release(DIGEST, reason, at(1));
        assert!(matches!(refused, Err(StoreError::Refused(Refusal::Reason))));
    }
    drop(store);
    let held = Reader::open(place.file()).unwrap().quarantined().unwrap();
    assert_eq!(held[0].released, []);
}

#[test]
fn nothing_in_it_is_changed_replaced_or_removed() {
    let place = place();
    let sql = Connection::open(place.file()).unwrap();
    for statement in [
        "UPDATE quarantined SET body = x'00'",
        "DELETE FROM quarantined",
        "INSERT OR REPLACE INTO quarantined SELECT sha256, x'00' FROM quarantined",
        "UPDATE quarantine_entry SET reason = 'x'",
        "UPDATE quarantine_entry SET number = number + 1",
        "DELETE FROM quarantine_entry",
        "INSERT OR REPLACE INTO quarantine_entry SELECT * FROM quarantine_entry WHERE number = 2",
        "INSERT INTO quarantine_entry SELECT number + 9, sha256, what, tool, reason, prefix, at, seal FROM quarantine_entry",
    ] {
        assert!(sql.execute_batch(statement).is_err(), "{statement}");
    }
    assert_eq!(place.damages(), []);
}

#[test]
fn what_was_changed_behind_its_back_is_found() {
    let changed = |statement: &str| {
        let place = place();
        place.behind_its_back(|sql| sql.execute_batch(statement).unwrap());
        place.damages()
    };
    let of_body = |prefix: &str| {
        changed(&format!(
            "UPDATE quarantined SET body = {prefix} WHERE sha256 = '{DIGEST}'"
        ))
    };
    for body in [
        "x''",
        "substr(body, 2)",
        "body || x'00'",
        "replace(body, 'C', 'c')",
    ] {
        assert_eq!(
            of_body(&format!("CAST({body} AS BLOB)")),
            [Damage::Body(DIGEST.to_owned())]
        );
    }
    for column in ["sha256", "what", "tool", "reason", "prefix", "at", "seal"] {
        let other = match column {
            "sha256" => "(SELECT sha256 FROM quarantine_entry WHERE number = 1)",
            "what" => "'released'",
            "prefix" | "at" => "1",
            _ => "'x'",
        };
        let found = changed(&format!(
            "UPDATE quarantine_entry SET {column} = {other} WHERE number = 2"
        ));
        assert_eq!(found, [Damage::Entry(2)], "{column}");
    }
    assert_eq!(
        changed("DELETE FROM quarantine_entry WHERE number = 1"),
        [Damage::Entry(1)]
    );
    assert_eq!(
        changed(
            "DELETE FROM quarantine_entry WHERE number = 2; UPDATE quarantine_entry SET number = 2 WHERE number = 3"
        ),
        [Damage::Entry(2)]
    );
    assert_eq!(
        changed("INSERT INTO quarantined VALUES (printf('%064d', 0), x'00')"),
        [Damage::Stray]
    );
}

#[test]
fn a_store_of_the_first_version_is_read_as_it_is_and_becomes_one_of_the_second_when_written() {
    let place = Place::with_records();
    let sql = Connection::open(place.file()).unwrap();
    let back = "DROP TABLE quarantine_entry; DROP TABLE quarantined; PRAGMA user_version = 1";
    sql.execute_batch(back).unwrap();
    let version = || -> i64 {
        sql.query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap()
    };
    let reader = Reader::open(place.file()).unwrap();
    assert_eq!(reader.quarantined().unwrap(), []);
    assert_eq!(reader.verify().unwrap().len(), 2);
    drop(reader);
    assert_eq!(version(), 1);
    let mut store = Store::open(place.file()).unwrap();
    assert_eq!(version(), 2);
    store.quarantine(&[refused("a", b"<")], at(1)).unwrap();
    drop(store);
    assert_eq!(place.read().unwrap().len(), 2);
    assert_eq!(place.damages(), []);
}

#[test]
fn no_error_holds_text_of_a_body() {
    let place = place();
    place.behind_its_back(|sql| {
        sql.execute_batch("UPDATE quarantined SET body = CAST('CANARY-9' AS BLOB)")
            .unwrap();
    });
    let error = Reader::open(place.file())
        .unwrap()
        .quarantined()
        .unwrap_err();
    assert!(
        !format!("{error} {error:?}").contains("CANARY"),
        "{error:?}"
    );
}
