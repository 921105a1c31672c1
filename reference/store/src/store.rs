//! Writing a store: one writer, each step one transaction, acknowledged once it is on the disk.

use std::path::Path;
use std::time::SystemTime;

use response_recovery::guard::Quarantined;
use response_recovery::session::{NO_RECORD, Policy, Reach, Record};
use rusqlite::{Connection, TransactionBehavior};

use crate::database::{Database, resolved};
use crate::error::{Refusal, StoreError};
use crate::fault::Trouble;
use crate::head::Head;
use crate::investigation::{Investigation, follows};
use crate::lock::Lock;
use crate::quarantine;
use crate::reader;
use crate::seal;

/// How long the name of an investigation may be, in characters.
const MAX_NAME: usize = 200;

/// A store that is open for writing (REQ AUD-2). Nobody else can write it meanwhile.
#[derive(Debug)]
pub struct Store {
    database: Database,
    // Given back after the database is closed: fields are dropped in their order.
    _lock: Lock,
}

impl Store {
    /// Opens the store in a file, or makes a new one where there is no file. All that is in it is
    /// verified first: chain, seals and head of every investigation (REQ AUD-1).
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] at once if another writer has it; a file that is no store, of a later
    /// version, or damaged, by the first damage found. In none of these cases is it changed.
    pub fn open(file: impl AsRef<Path>) -> Result<Self, StoreError> {
        let file = resolved(file.as_ref())?;
        let lock = Lock::take(&file)?;
        if !file.exists() {
            Database::make(&file)?;
        }
        let database = Database::write(&file)?;
        for verified in reader::verify(&database)? {
            verified.map_err(|damage| database.damaged(damage))?;
        }
        Ok(Self {
            database,
            _lock: lock,
        })
    }

    /// The names of all investigations, in their alphabetical order.
    ///
    /// # Errors
    ///
    /// What keeps the file from being read.
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        reader::names(&self.database)
    }

    /// Begins an investigation: its policy as JSON text, the text of its contract, of which the
    /// SHA-256 is stored, and the checkpoint of a session that has just been opened. Policy and
    /// contract never change (REQ ACT-5). It is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// A name that is none or taken; [`Refusal::Checkpoint`] for one that is not of a new session under
    /// this policy and contract; what kept it from being stored.
    pub fn begin(
        &mut self,
        name: &str,
        policy: &str,
        contract: &str,
        checkpoint: &str,
    ) -> Result<(), StoreError> {
        if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control) {
            return Err(Refusal::Name.into());
        }
        self.transact(|connection| {
            if Head::read(connection, name)?.is_some() {
                return Err(Refusal::Taken(name.to_owned()).into());
            }
            let contract = seal::sha256(contract);
            let head = (0, NO_RECORD);
            belongs(name, checkpoint, policy, &contract, head)?;
            let sealed = seal::investigation(name, policy, &contract);
            connection.execute(
                "INSERT INTO investigation VALUES (?1, ?2, ?3, ?4)",
                [name, policy, &contract, &sealed],
            )?;
            Head::begin(connection, name, sealed)?.append_checkpoint(connection, name, checkpoint)
        })
    }

    /// Appends the records that came after the last one stored, and the checkpoint taken after them,
    /// in one transaction. It is on the disk when this returns; act only then (REQ SES-1, AUD-2).
    ///
    /// # Errors
    ///
    /// [`Refusal::NotContinuing`] if a record does not continue the chain, [`Refusal::Checkpoint`] if
    /// the checkpoint was not taken after the last of them; an unknown investigation;
    /// what kept it from being stored. Nothing of it is stored then.
    pub fn save(
        &mut self,
        investigation: &str,
        records: &[Record],
        checkpoint: &str,
    ) -> Result<(), StoreError> {
        self.transact(|connection| {
            let mut head = Head::read(connection, investigation)?
                .ok_or_else(|| Refusal::Unknown(investigation.to_owned()))?;
            for (position, record) in (1..).zip(records) {
                follows(head.records, &head.hash, record).map_err(|_| Refusal::NotContinuing {
                    investigation: investigation.to_owned(),
                    position,
                })?;
                head.append(connection, investigation, record)?;
            }
            let (policy, contract) = terms(connection, investigation)?;
            let end = (head.records, &*head.hash);
            belongs(investigation, checkpoint, &policy, &contract, end)?;
            head.append_checkpoint(connection, investigation, checkpoint)
        })
    }

    /// Puts corrupt bodies into quarantine, each seen `at` that moment: a body that is there already is kept once.
    /// They are on the disk when this returns (REQ GRD-8).
    ///
    /// # Errors
    ///
    /// What kept them from being stored. None of them is stored then.
    pub fn quarantine(
        &mut self,
        refused: &[Quarantined],
        at: SystemTime,
    ) -> Result<(), StoreError> {
        if refused.is_empty() {
            return Ok(());
        }
        self.transact(|connection| quarantine::keep(connection, refused, at))
    }

    /// Notes that the body whose SHA-256 begins with these digits is released `at` that moment, for this reason, and
    /// gives it out. It stays in quarantine (REQ GRD-8).
    ///
    /// # Errors
    ///
    /// [`Refusal::Reason`]; those of [`Reader::quarantined_body`](crate::Reader::quarantined_body); what kept the
    /// release from being stored.
    pub fn release(
        &mut self,
        digits: &str,
        reason: &str,
        at: SystemTime,
    ) -> Result<Vec<u8>, StoreError> {
        self.transact(|connection| quarantine::release(connection, digits, reason, at))
    }

    /// One investigation, verified: all that its session is resumed from.
    ///
    /// # Errors
    ///
    /// [`Refusal::Unknown`]; the first damage; what keeps the file from being read.
    pub fn load(&self, investigation: &str) -> Result<Investigation, StoreError> {
        reader::load(&self.database, investigation)
    }

    /// Does all of `work` or none of it.
    fn transact<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let Database {
            connection, file, ..
        } = &mut self.database;
        let work = || {
            // Dropped without a commit, a transaction is rolled back.
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        work().map_err(|trouble: Trouble| trouble.of(file))
    }
}

/// The policy of an investigation, and the SHA-256 of its contract.
fn terms(connection: &Connection, investigation: &str) -> rusqlite::Result<(String, String)> {
    connection.query_row(
        "SELECT policy, contract FROM investigation WHERE name = ?1",
        [investigation],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Refuses a checkpoint that does not belong to an investigation under these terms whose log ends
/// there: nobody could resume from it.
fn belongs(
    investigation: &str,
    checkpoint: &str,
    policy: &str,
    contract: &str,
    (count, head): (u64, &str),
) -> Result<(), Refusal> {
    let belongs = Reach::of(checkpoint).is_ok_and(|reach| {
        reach.count == count
            && reach.head == head
            && reach.contract_sha256 == contract
            && Policy::read(Some(policy)).is_ok_and(|policy| policy == reach.policy)
    });
    if belongs {
        Ok(())
    } else {
        Err(Refusal::Checkpoint(investigation.to_owned()))
    }
}
