//! A store in a folder of its own, with two investigations, and a way in behind its back.

use std::fs;
use std::path::PathBuf;

use response_recovery::session::{NO_RECORD, Record};
use response_recovery_store::{Damage, Investigation, Reader, Store, StoreError};
use rusqlite::Connection;
use tempfile::TempDir;

/// The policy of every investigation here.
pub(crate) const POLICY: &str = r#"{"response_recovery_version":1}"#;

/// The text of its contract; a store only digests it.
pub(crate) const CONTRACT: &str = "abc";

/// SHA-256 of that text, as `printf abc | sha256sum` gives it.
pub(crate) const DIGEST: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// The file of a store, in a folder that goes with it.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    /// A folder without a store.
    pub(crate) fn empty() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A store with the investigations `one`, of four records and three checkpoints, and `two`, of
    /// one record. It is closed.
    pub(crate) fn with_records() -> Self {
        let place = Self::empty();
        let mut store = Store::open(place.file()).unwrap();
        let records = chain(4);
        store
            .begin("one", POLICY, CONTRACT, "checkpoint 0")
            .unwrap();
        store.save("one", &records[..1], "checkpoint 1").unwrap();
        store.save("one", &records[1..], "checkpoint 4").unwrap();
        store
            .begin("two", POLICY, CONTRACT, "checkpoint 0")
            .unwrap();
        store.save("two", &chain(1), "checkpoint 1").unwrap();
        place
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("audit.db")
    }

    /// A file beside the store, whose name ends so.
    pub(crate) fn beside(&self, ending: &str) -> PathBuf {
        self.folder.path().join(format!("audit.db{ending}"))
    }

    pub(crate) fn put(&self, bytes: &[u8]) {
        fs::write(self.file(), bytes).unwrap();
    }

    /// Lets `work` change the closed store through raw SQL, its triggers out of the way meanwhile.
    pub(crate) fn behind_its_back(&self, work: impl FnOnce(&Connection)) {
        let connection = Connection::open(self.file()).unwrap();
        connection
            .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN")
            .unwrap();
        let triggers: Vec<(String, String)> = connection
            .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        for (name, _) in &triggers {
            connection
                .execute_batch(&format!("DROP TRIGGER {name}"))
                .unwrap();
        }
        work(&connection);
        for (_, sql) in &triggers {
            connection.execute_batch(sql).unwrap();
        }
        connection.execute_batch("COMMIT").unwrap();
    }

    /// All investigations, or why there are none to be had.
    pub(crate) fn read(&self) -> Result<Vec<Investigation>, StoreError> {
        let reader = Reader::open(self.file())?;
        let names = reader.names()?;
        names.iter().map(|name| reader.load(name)).collect()
    }

    /// The damages that a reader finds; a writer must refuse the store for the first of them.
    pub(crate) fn damages(&self) -> Vec<Damage> {
        let found: Vec<Damage> = match Reader::open(self.file()).and_then(|reader| reader.verify())
        {
            Ok(verified) => verified.into_iter().filter_map(Result::err).collect(),
            Err(StoreError::Damaged { damage, .. }) => vec![damage],
            Err(other) => panic!("{other}"),
        };
        let refused = match Store::open(self.file()) {
            Ok(_) => None,
            Err(StoreError::Damaged { damage, .. }) => Some(damage),
            Err(other) => panic!("{other}"),
        };
        assert_eq!(refused.as_ref(), found.first());
        found
    }
}

/// A log of so many records. They are records of sessions in form and chain; what they say does not
/// matter to a store.
pub(crate) fn chain(length: u64) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for sequence in 1..=length {
        let previous = records.last().map_or(NO_RECORD, |last| &last.hash);
        let mut record: Record = serde_json::from_value(serde_json::json!({
            "sequence": sequence,
            "call": format!("call-{sequence}"),
            "kind": "regular",
            "provider": "a",
            "prompt_sha256": DIGEST,
            "response": format!("{{\"é\": \"CANARY-{sequence}\"}}"),
            "finish": "stop",
            "text": format!("{{\"é\": \"CANARY-{sequence}\"}}"),
            "rules": [{"rule": "fence", "path": ""}],
            "outcome": {"outcome": "accepted"},
            "repair": null,
            "previous": previous,
            "hash": "",
        }))
        .unwrap();
        record.hash = record.computed_hash();
        records.push(record);
    }
    records
}
