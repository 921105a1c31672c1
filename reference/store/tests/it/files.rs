//! Files that are no store of this version, are cut, or were left behind by a kill.

use std::fs;

use response_recovery_store::{Reader, Store, StoreError};
use rusqlite::Connection;

use crate::support::{Place, chain, checkpoint};

#[test]
fn no_file_is_a_new_store_for_a_writer_and_an_error_for_a_reader() {
    let place = Place::empty();
    assert!(matches!(
        Reader::open(place.file()),
        Err(StoreError::Missing { .. })
    ));
    assert!(
        Store::open(place.file())
            .unwrap()
            .names()
            .unwrap()
            .is_empty()
    );
    assert!(
        Reader::open(place.file())
            .unwrap()
            .names()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn what_is_no_store_is_refused_and_left_as_it_is() {
    let place = Place::empty();
    let long = b"{\"not\": \"a database\"}\n".repeat(1000);
    let tail = Place::with_records();
    let tail = fs::read(tail.file()).unwrap().split_off(4096);
    for bytes in [b"".as_slice(), b"x", b"SQLite format 3", &long, &tail] {
        place.put(bytes);
        for opened in [
            Store::open(place.file()).map(|_| ()),
            Reader::open(place.file()).map(|_| ()),
        ] {
            assert!(
                matches!(opened, Err(StoreError::NotAStore { .. })),
                "{opened:?}"
            );
        }
        assert_eq!(fs::read(place.file()).unwrap(), bytes);
    }
}

#[test]
fn the_database_of_another_program_is_refused_and_left_as_it_is() {
    let place = Place::empty();
    let other = Connection::open(place.file()).unwrap();
    other
        .execute_batch("CREATE TABLE record (x); PRAGMA user_version = 1")
        .unwrap();
    drop(other);
    let before = fs::read(place.file()).unwrap();
    assert!(matches!(
        Store::open(place.file()),
        Err(StoreError::NotAStore { .. })
    ));
    assert!(matches!(
        Reader::open(place.file()),
        Err(StoreError::NotAStore { .. })
    ));
    assert_eq!(fs::read(place.file()).unwrap(), before);
}

#[test]
fn a_folder_is_refused() {
    let place = Place::empty();
    fs::create_dir(place.file()).unwrap();
    assert!(matches!(
        Reader::open(place.file()),
        Err(StoreError::NotAStore { .. })
    ));
    assert!(Store::open(place.file()).is_err());
}

#[test]
fn a_later_version_is_refused_by_name() {
    let place = Place::with_records();
    let connection = Connection::open(place.file()).unwrap();
    connection.execute_batch("PRAGMA user_version = 3").unwrap();
    drop(connection);
    for error in [
        Store::open(place.file()).unwrap_err(),
        Reader::open(place.file()).unwrap_err(),
    ] {
        assert!(
            matches!(
                error,
                StoreError::LaterVersion {
                    found: 3,
                    known: 2,
                    ..
                }
            ),
            "{error:?}"
        );
        assert!(error.to_string().contains("schema version 3"), "{error}");
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let place = Place::with_records();
    let whole = fs::read(place.file()).unwrap();
    for length in (0..whole.len()).step_by(512).chain([1, 15, 16, 99, 100]) {
        place.put(&whole[..length]);
        for opened in [
            Store::open(place.file()).map(|_| ()),
            Reader::open(place.file()).map(|_| ()),
        ] {
            assert!(
                matches!(
                    opened,
                    Err(StoreError::NotAStore { .. } | StoreError::Damaged { .. })
                ),
                "{length} bytes: {opened:?}"
            );
        }
    }
}

#[test]
fn a_file_without_its_last_byte_is_refused_or_reads_the_same() {
    let place = Place::with_records();
    let due = place.read().unwrap();
    let mut bytes = fs::read(place.file()).unwrap();
    bytes.pop();
    place.put(&bytes);
    assert!(place.read().is_err() || place.read().unwrap() == due);
}

#[test]
fn a_byte_changed_anywhere_in_the_file_is_found_or_changes_nothing_that_is_read() {
    let place = Place::with_records();
    let whole = fs::read(place.file()).unwrap();
    let due = place.read().unwrap();
    let mut found = 0;
    for at in (0..whole.len()).step_by(41) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at / 41 % 8);
        place.put(&changed);
        match place.read() {
            Ok(read) => assert_eq!(read, due, "byte {at}"),
            Err(_) => found += 1,
        }
        fs::remove_file(place.beside("-wal")).ok();
        fs::remove_file(place.beside("-shm")).ok();
    }
    assert!(found > 50, "{found}");
}

#[test]
fn what_a_kill_leaves_behind_opens_at_an_acknowledged_step_wherever_the_last_write_ended() {
    let place = Place::with_records();
    let log = chain(7);
    let mut store = Store::open(place.file()).unwrap();
    for record in &log[4..] {
        let next = checkpoint(record.sequence);
        store
            .save("one", std::slice::from_ref(record), &next)
            .unwrap();
    }
    // While a writer is at work, its latest steps stand in a file beside the store.
    let (main, steps) = (
        fs::read(place.file()).unwrap(),
        fs::read(place.beside("-wal")).unwrap(),
    );
    let killed = Place::empty();
    let mut lengths = Vec::new();
    for length in (0..=steps.len()).step_by(1024).chain([steps.len()]) {
        killed.put(&main);
        fs::remove_file(killed.beside("-shm")).ok();
        fs::write(killed.beside("-wal"), &steps[..length]).unwrap();
        let read = Store::open(killed.file()).unwrap().load("one").unwrap();
        assert_eq!(read.records, log[..read.records.len()]);
        lengths.push(read.records.len());
    }
    lengths.dedup();
    assert_eq!(lengths, [4, 5, 6, 7]);
}

#[test]
fn what_was_left_of_a_store_that_was_never_finished_is_in_nobodys_way() {
    let place = Place::empty();
    fs::write(place.beside("-new"), "left over").unwrap();
    fs::write(place.beside("-new-journal"), "left over").unwrap();
    fs::write(place.beside("-lock"), "").unwrap();
    assert!(
        Store::open(place.file())
            .unwrap()
            .names()
            .unwrap()
            .is_empty()
    );
    assert!(!place.beside("-new").exists());
}
