//! One writer at a time, and readers beside it.

use std::sync::mpsc;
use std::thread;

use response_recovery_store::{Reader, Store, StoreError};

use crate::support::{Place, chain, checkpoint};

#[test]
fn a_second_writer_is_told_at_once_which_file_is_in_use_and_what_to_do() {
    let place = Place::with_records();
    let first = Store::open(place.file()).unwrap();
    let error = Store::open(place.file()).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error:?}");
    let told = error.to_string();
    let file = place.file().canonicalize().unwrap();
    assert!(told.starts_with(&file.display().to_string()), "{told}");
    assert!(told.contains("wait until"), "{told}");
    drop(first);
    Store::open(place.file()).unwrap();
}

#[test]
fn another_way_to_the_same_file_is_no_way_in() {
    let place = Place::with_records();
    let _first = Store::open(place.file()).unwrap();
    let folder = place.file().parent().unwrap().to_owned();
    let roundabout = folder
        .join("..")
        .join(folder.file_name().unwrap())
        .join("audit.db");
    assert!(matches!(
        Store::open(roundabout),
        Err(StoreError::InUse { .. })
    ));
}

#[cfg(unix)]
#[test]
fn a_link_to_the_file_is_no_way_in() {
    let place = Place::with_records();
    std::os::unix::fs::symlink(place.file(), place.beside(".link")).unwrap();
    let _first = Store::open(place.beside(".link")).unwrap();
    assert!(matches!(
        Store::open(place.file()),
        Err(StoreError::InUse { .. })
    ));
}

#[test]
fn a_reader_sees_the_store_as_it_stood_while_a_writer_goes_on() {
    let place = Place::with_records();
    let mut store = Store::open(place.file()).unwrap();
    let log = chain(6);
    let before = Reader::open(place.file()).unwrap();
    store.save("one", &log[4..5], &checkpoint(5)).unwrap();
    let between = Reader::open(place.file()).unwrap();
    store.save("one", &log[5..], &checkpoint(6)).unwrap();
    let counts = [before, between, Reader::open(place.file()).unwrap()]
        .map(|reader| reader.load("one").unwrap().records.len());
    assert_eq!(counts, [4, 5, 6]);
}

#[test]
fn readers_and_a_writer_hold_one_another_up_in_nothing() {
    let place = Place::with_records();
    let (stop, stopped) = mpsc::channel::<()>();
    let file = place.file();
    let reading = thread::spawn(move || {
        let mut lengths = Vec::new();
        while stopped.try_recv() == Err(mpsc::TryRecvError::Empty) {
            let reader = Reader::open(&file).unwrap();
            assert!(reader.verify().unwrap().iter().all(Result::is_ok));
            lengths.push(reader.load("one").unwrap().records.len());
        }
        lengths
    });
    let log = chain(104);
    let mut store = Store::open(place.file()).unwrap();
    for record in &log[4..] {
        let next = checkpoint(record.sequence);
        store
            .save("one", std::slice::from_ref(record), &next)
            .unwrap();
    }
    stop.send(()).unwrap();
    let lengths = reading.join().unwrap();
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert_eq!(store.load("one").unwrap().records, log);
}
