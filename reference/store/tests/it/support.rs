//! A store in a folder of its own, with two investigations, and a way in behind its back.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use response_recovery::session::{Command, Event, Record, Session};
use response_recovery::{Contract, Finish};
use response_recovery_store::{Damage, Investigation, Reader, Store, StoreError};
use rusqlite::Connection;
use tempfile::TempDir;

/// The policy of every investigation here.
pub(crate) const POLICY: &str = r#"{"response_recovery_version":1}"#;

/// Its contract.
pub(crate) const CONTRACT: &str = r#"{"contract":1,"phase":"investigation","schema":{"type":"object"},"tools":{"look":{"effect":"read"}}}"#;

/// SHA-256 of that text, as `printf %s TEXT | sha256sum` gives it.
pub(crate) const DIGEST: &str = "7470ed66c67e5baafdb39617a1eff966d8ce835a22d5fd742643fbf511fb40ca";

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
            .begin("one", POLICY, CONTRACT, &checkpoint(0))
            .unwrap();
        store.save("one", &records[..1], &checkpoint(1)).unwrap();
        store.save("one", &records[1..], &checkpoint(4)).unwrap();
        store
            .begin("two", POLICY, CONTRACT, &checkpoint(0))
            .unwrap();
        store.save("two", &chain(1), &checkpoint(1)).unwrap();
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

/// A session under that policy and contract after so many steps, each an accepted response and the
/// result of its action; its records do not depend on how many follow.
pub(crate) fn session(steps: u64) -> Session {
    let contract = Arc::new(Contract::compile(CONTRACT).unwrap());
    let (mut session, mut open) = Session::open(contract, Some(POLICY)).unwrap();
    for step in 1..=steps {
        open = session.handle(response(&open, step)).unwrap();
        let [Command::Execute(execute)] = &*open else {
            panic!("an action, not {open:?}");
        };
        let action = execute.action.clone();
        let output = "null".to_owned();
        let result = Event::ToolResult {
            action,
            output,
            bindings: None,
        };
        open = session.handle(result).unwrap();
    }
    session
}

fn response(open: &[Command], step: u64) -> Event {
    let [Command::Call(call)] = open else {
        panic!("a call, not {open:?}");
    };
    Event::LlmResponse {
        call: call.id.clone(),
        text: format!("```\n{{\"é\": \"CANARY-{step}\", \"next\": {{\"action\": \"look\"}}}}\n```"),
        finish: Some(Finish::Stop),
    }
}

/// The log of a session of so many steps.
pub(crate) fn chain(length: u64) -> Vec<Record> {
    session(length).records().to_vec()
}

/// The checkpoint that belongs to it.
pub(crate) fn checkpoint(length: u64) -> String {
    session(length).checkpoint()
}

/// The checkpoint taken before the last result of it came in.
pub(crate) fn checkpoint_in_action(length: u64) -> String {
    let mut session = session(length - 1);
    let records = session.records().to_vec();
    let contract = Arc::new(Contract::compile(CONTRACT).unwrap());
    let checkpoint = session.checkpoint();
    let (_, open) = Session::resume(contract, Some(POLICY), &checkpoint, records).unwrap();
    session.handle(response(&open, length)).unwrap();
    session.checkpoint()
}
