//! What is stored comes back, and what does not fit is refused and leaves no trace.

use std::fs;

use response_recovery_store::{Reader, Refusal, Store, StoreError, Verified};

use crate::support::{CONTRACT, DIGEST, POLICY, Place, chain, checkpoint, checkpoint_in_action};

fn refusal(result: Result<(), StoreError>) -> Refusal {
    match result {
        Err(StoreError::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_was_saved_is_there_after_closing_and_opening() {
    let place = Place::with_records();
    let read = Store::open(place.file()).unwrap().load("one").unwrap();
    assert_eq!(read.policy, POLICY);
    assert_eq!(read.contract, DIGEST);
    assert_eq!(read.checkpoint, checkpoint(4));
    assert_eq!(read.checkpoints, 3);
    assert_eq!(read.records, chain(4));
    assert_eq!(place.read().unwrap()[0], read);
}

#[test]
fn each_investigation_has_a_log_of_its_own() {
    let place = Place::with_records();
    let of = |name: &str, records: usize, checkpoints| {
        let log = chain(records as u64);
        Ok(Verified {
            name: name.to_owned(),
            records: records as u64,
            head: log[records - 1].hash.clone(),
            checkpoints,
        })
    };
    let verified = Reader::open(place.file()).unwrap().verify().unwrap();
    assert_eq!(verified, [of("one", 4, 3), of("two", 1, 2)]);
}

#[test]
fn a_step_without_records_stores_its_checkpoint() {
    let place = Place::with_records();
    let mut store = Store::open(place.file()).unwrap();
    let again = checkpoint_in_action(1);
    store.save("two", &[], &again).unwrap();
    assert_eq!(store.load("two").unwrap().checkpoint, again);
    assert_eq!(store.load("two").unwrap().records, chain(1));
}

#[test]
fn records_that_do_not_continue_the_chain_are_refused_and_nothing_is_stored() {
    let place = Place::with_records();
    let mut store = Store::open(place.file()).unwrap();
    let before = store.load("one").unwrap();
    let log = chain(7);
    let mut changed = log[5].clone();
    changed.response = Some("another".to_owned());
    let mut unchained = log[4].clone();
    unchained.previous.clone_from(&log[2].hash);
    unchained.hash = unchained.computed_hash();
    for (records, position) in [
        (vec![log[3].clone()], 1),
        (vec![log[5].clone()], 1),
        (vec![unchained], 1),
        (vec![log[4].clone(), log[4].clone()], 2),
        (vec![log[4].clone(), log[6].clone()], 2),
        (vec![log[4].clone(), changed, log[6].clone()], 2),
    ] {
        let due = Refusal::NotContinuing {
            investigation: "one".to_owned(),
            position,
        };
        assert_eq!(refusal(store.save("one", &records, "no")), due);
        assert_eq!(store.load("one").unwrap(), before);
    }
    store.save("one", &log[4..], &checkpoint(7)).unwrap();
    assert_eq!(store.load("one").unwrap().records, log);
}

#[test]
fn a_checkpoint_that_does_not_belong_to_the_records_is_refused_and_nothing_is_stored() {
    let place = Place::with_records();
    let mut store = Store::open(place.file()).unwrap();
    let before = store.load("one").unwrap();
    let log = chain(6);
    let refused = Refusal::Checkpoint("one".to_owned());
    let cut = checkpoint(6)[1..].to_owned();
    for foreign in [
        "",
        "{}",
        &cut,
        &checkpoint(5),
        &checkpoint(7),
        &checkpoint(0),
    ] {
        assert_eq!(refusal(store.save("one", &log[4..], foreign)), refused);
        assert_eq!(store.load("one").unwrap(), before);
    }
    // It would be right for other records, but these are not given.
    assert_eq!(refusal(store.save("one", &[], &checkpoint(6))), refused);
    store.save("one", &log[4..], &checkpoint(6)).unwrap();

    let refused = Refusal::Checkpoint("three".to_owned());
    let new = checkpoint(0);
    let spaced = format!("{CONTRACT} ");
    for (policy, contract, checkpoint) in [
        (POLICY, CONTRACT, checkpoint(1)),
        (POLICY, CONTRACT, String::new()),
        (POLICY, &spaced, new.clone()),
        ("{}", CONTRACT, new.clone()),
        ("null", CONTRACT, new.clone()),
        ("{", CONTRACT, new.clone()),
    ] {
        let begun = store.begin("three", policy, contract, &checkpoint);
        assert_eq!(refusal(begun), refused);
    }
    let spelt = r#"{"response_recovery_version": 1.0, "max_invalid_responses": 3}"#;
    store.begin("three", spelt, CONTRACT, &new).unwrap();
}

#[test]
fn an_investigation_begins_once_under_a_name_that_can_be_printed() {
    let place = Place::with_records();
    let mut store = Store::open(place.file()).unwrap();
    let taken = store.begin("one", POLICY, CONTRACT, "again");
    assert_eq!(refusal(taken), Refusal::Taken("one".to_owned()));
    for name in ["", "a\nb", "\u{1b}[2J", &"x".repeat(201)] {
        assert_eq!(
            refusal(store.begin(name, POLICY, CONTRACT, "")),
            Refusal::Name
        );
    }
    let longest = "ö".repeat(200);
    let checkpoint = checkpoint(0);
    store
        .begin(&longest, POLICY, CONTRACT, &checkpoint)
        .unwrap();
    assert_eq!(store.names().unwrap().len(), 3);
}

#[test]
fn an_investigation_that_is_not_there_is_told() {
    let place = Place::with_records();
    let mut store = Store::open(place.file()).unwrap();
    let unknown = Refusal::Unknown("three".to_owned());
    assert_eq!(refusal(store.load("three").map(|_| ())), unknown);
    assert_eq!(refusal(store.save("three", &chain(1), "")), unknown);
}

#[test]
fn no_error_holds_text_of_a_response() {
    let place = Place::with_records();
    place.behind_its_back(|sql| {
        sql.execute_batch("UPDATE record SET record = replace(record, 'CANARY', 'CANARX')")
            .unwrap();
    });
    let told = format!("{:?}", Reader::open(place.file()).unwrap().verify());
    assert!(told.contains("Err"), "{told}");
    assert!(!told.contains("CANAR"), "{told}");
}

#[test]
fn a_store_leaves_nothing_open_beside_its_file() {
    let place = Place::with_records();
    let names: Vec<_> = fs::read_dir(place.file().parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        names
            .iter()
            .all(|name| name == "audit.db" || name == "audit.db-lock"),
        "{names:?}"
    );
}
