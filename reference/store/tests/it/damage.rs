//! Every kind of damage is found on opening, and told as what it is.

use std::fs;

use response_recovery_store::{Damage, Reader, RecordFault};
use rusqlite::Connection;

use crate::support::{Place, chain};

fn damaged(statements: &str) -> Vec<Damage> {
    let place = Place::with_records();
    place.behind_its_back(|sql| sql.execute_batch(statements).unwrap());
    place.damages()
}

fn record(sequence: u64, fault: RecordFault) -> Damage {
    Damage::Record {
        investigation: "one".to_owned(),
        sequence,
        fault,
    }
}

fn checkpoint(number: u64) -> Damage {
    Damage::Checkpoint {
        investigation: "one".to_owned(),
        number,
    }
}

#[test]
fn a_sound_store_has_none() {
    assert_eq!(damaged("SELECT 1"), []);
}

#[test]
fn a_changed_field_of_a_record_is_told_with_its_place() {
    let change = |what: &str| {
        damaged(&format!(
            "UPDATE record SET {what} WHERE investigation = 'one' AND sequence = 2"
        ))
    };
    assert_eq!(
        change("record = replace(record, 'CANARY', 'CANARX')"),
        [record(2, RecordFault::Hash)]
    );
    assert_eq!(
        change("record = replace(record, 'accepted', 'accepte')"),
        [record(2, RecordFault::Form)]
    );
    assert_eq!(
        change("record = record || ' '"),
        [record(2, RecordFault::Form)]
    );
    assert_eq!(change("hash = 'x' || hash"), [record(2, RecordFault::Hash)]);
    assert_eq!(
        change("record = replace(record, '\"sequence\":2', '\"sequence\":3')"),
        [record(2, RecordFault::Place)]
    );
}

#[test]
fn any_byte_of_a_record_that_is_changed_is_found() {
    let place = Place::with_records();
    let text = serde_json::to_string(&chain(3)[2]).unwrap();
    let whole = fs::read(place.file()).unwrap();
    let windows = || whole.windows(text.len());
    let start = windows().position(|window| window == text.as_bytes());
    for at in (start.unwrap()..).take(text.len()) {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        place.put(&changed);
        let verified = Reader::open(place.file()).unwrap().verify().unwrap();
        assert!(verified[0].is_err(), "byte {at}");
    }
}

#[test]
fn a_record_removed_moved_or_inserted_is_told_with_its_place() {
    let removed = "DELETE FROM record WHERE investigation = 'one' AND sequence = ";
    let place_of = |sequence| [record(sequence, RecordFault::Place)];
    assert_eq!(damaged(&format!("{removed} 1")), place_of(1));
    assert_eq!(damaged(&format!("{removed} 2")), place_of(2));
    // Closing the gap does not hide it.
    assert_eq!(
        damaged(&format!(
            "{removed} 2; UPDATE record SET sequence = sequence - 1 WHERE sequence > 2"
        )),
        place_of(2)
    );
    assert_eq!(
        damaged(
            "UPDATE record SET sequence = 9 WHERE sequence = 2; UPDATE record SET sequence = 2 WHERE sequence = 3;
             UPDATE record SET sequence = 3 WHERE sequence = 9"
        ),
        place_of(2)
    );
    assert_eq!(
        damaged(
            "UPDATE record SET sequence = sequence + 10 WHERE sequence > 2;
             INSERT INTO record SELECT investigation, 3, record, hash FROM record WHERE sequence = 2;
             UPDATE record SET sequence = sequence - 9 WHERE sequence > 10"
        ),
        place_of(3)
    );
}

#[test]
fn a_record_of_another_investigation_is_told_though_its_own_hash_is_right() {
    let place = Place::with_records();
    let mut foreign = chain(1).remove(0);
    foreign.response = Some("another answer".to_owned());
    foreign.hash = foreign.computed_hash();
    place.behind_its_back(|sql| {
        let text = serde_json::to_string(&foreign).unwrap();
        let due =
            "UPDATE record SET record = ?1, hash = ?2 WHERE investigation = 'one' AND sequence = 1";
        sql.execute(due, [&text, &foreign.hash]).unwrap();
    });
    assert_eq!(place.damages(), [record(2, RecordFault::Place)]);
}

#[test]
fn a_missing_end_is_told() {
    assert_eq!(
        damaged("DELETE FROM record WHERE sequence = 4"),
        [checkpoint(3)],
        "the last checkpoint names more records than there are"
    );
    assert_eq!(
        damaged("DELETE FROM checkpoint WHERE number = 3"),
        [Damage::Head("one".to_owned())]
    );
    assert_eq!(
        damaged("DELETE FROM record WHERE sequence > 1; DELETE FROM checkpoint WHERE number > 2"),
        [Damage::Head("one".to_owned())]
    );
}

#[test]
fn a_changed_head_is_told() {
    for change in [
        "records = records - 1",
        "hash = 'x'",
        "checkpoints = 9",
        "seal = 'x'",
    ] {
        let found = damaged(&format!(
            "UPDATE head SET {change} WHERE investigation = 'one'"
        ));
        assert_eq!(found, [Damage::Head("one".to_owned())], "{change}");
    }
    assert_eq!(
        damaged("DELETE FROM head WHERE investigation = 'one'"),
        [Damage::Head("one".to_owned())]
    );
}

#[test]
fn a_changed_checkpoint_is_told_with_its_place() {
    let change = |what: &str| {
        damaged(&format!(
            "UPDATE checkpoint SET {what} WHERE investigation = 'one' AND number = 2"
        ))
    };
    assert_eq!(change("checkpoint = 'checkpoint 0'"), [checkpoint(2)]);
    assert_eq!(change("records = 0"), [checkpoint(2)]);
    assert_eq!(change("records = 5"), [checkpoint(2)]);
    assert_eq!(change("seal = ''"), [checkpoint(2)]);
    assert_eq!(change("number = 9"), [checkpoint(2)]);
    assert_eq!(
        damaged("DELETE FROM checkpoint WHERE number = 1 AND investigation = 'one'"),
        [checkpoint(1)]
    );
}

#[test]
fn a_changed_policy_contract_or_name_is_told() {
    for change in ["policy = '{}'", "contract = ''", "seal = ''"] {
        let found = damaged(&format!(
            "UPDATE investigation SET {change} WHERE name = 'one'"
        ));
        assert_eq!(found, [Damage::Investigation("one".to_owned())], "{change}");
    }
    assert_eq!(
        damaged("UPDATE investigation SET name = 'three' WHERE name = 'one'"),
        [Damage::Investigation("three".to_owned()), Damage::Stray]
    );
}

#[test]
fn rows_of_an_investigation_that_is_gone_are_told() {
    assert_eq!(
        damaged("DELETE FROM investigation WHERE name = 'two'"),
        [Damage::Stray]
    );
}

#[test]
fn triggers_that_were_dropped_are_told() {
    let place = Place::with_records();
    let connection = Connection::open(place.file()).unwrap();
    connection
        .execute_batch("DROP TRIGGER record_update")
        .unwrap();
    drop(connection);
    assert_eq!(place.damages(), [Damage::Schema]);
}

#[test]
fn values_of_another_form_are_told() {
    assert_eq!(
        damaged(
            "UPDATE record SET record = CAST(x'ff' AS TEXT) WHERE investigation = 'one' AND sequence = 1"
        ),
        [record(1, RecordFault::Form)]
    );
}
