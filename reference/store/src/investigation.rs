//! One investigation as it is read from a store: every row of it verified, or none of it given out.

use response_recovery::session::{NO_RECORD, Record};
use rusqlite::{Connection, Row};

use crate::error::{Damage, RecordFault};
use crate::fault::Trouble;
use crate::seal;

/// All that a session is resumed from, verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Investigation {
    /// Its name.
    pub name: String,
    /// The policy that it began with, as JSON text.
    pub policy: String,
    /// SHA-256 of the text of the contract that it began with.
    pub contract: String,
    /// The latest checkpoint.
    pub checkpoint: String,
    /// How many checkpoints there are.
    pub checkpoints: u64,
    /// The audit, from its first record.
    pub records: Vec<Record>,
    pub(crate) seal: String,
}

impl Investigation {
    /// The hash of the last record; 64 zeros if there is none.
    #[must_use]
    pub fn head(&self) -> &str {
        self.records
            .last()
            .map_or(NO_RECORD, |record| record.hash.as_str())
    }

    /// How many records there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        // A length fits: a log of 2^64 records fits in no memory.
        u64::try_from(self.records.len()).unwrap_or(u64::MAX)
    }

    /// Reads one investigation, if there is one of that name, and verifies it whole.
    pub(crate) fn read(from: &Connection, name: &str) -> Result<Option<Self>, Trouble> {
        let mut statement =
            from.prepare("SELECT policy, contract, seal FROM investigation WHERE name = ?1")?;
        let mut rows = statement.query([name])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let changed = || Damage::Investigation(name.to_owned());
        let policy = text(row, 0).ok_or_else(changed)?;
        let contract = text(row, 1).ok_or_else(changed)?;
        let sealed = seal::investigation(name, &policy, &contract);
        if text(row, 2).as_ref() != Some(&sealed) {
            return Err(changed().into());
        }
        let records = read_records(from, name)?;
        let mut read = Self {
            name: name.to_owned(),
            policy,
            contract,
            checkpoint: String::new(),
            checkpoints: 0,
            records,
            seal: sealed,
        };
        read.read_checkpoints(from)?;
        if read.ends_at_its_head(from)? {
            Ok(Some(read))
        } else {
            Err(Damage::Head(read.name).into())
        }
    }

    /// Goes through all checkpoints and keeps the last: there is always one.
    fn read_checkpoints(&mut self, from: &Connection) -> Result<(), Trouble> {
        let mut statement = from.prepare(
            "SELECT number, records, checkpoint, seal FROM checkpoint WHERE investigation = ?1 ORDER BY number",
        )?;
        let mut rows = statement.query([&self.name])?;
        while let Some(row) = rows.next()? {
            let number = self.checkpoints + 1;
            let changed = || Damage::Checkpoint {
                investigation: self.name.clone(),
                number,
            };
            let records = count(row, 1).ok_or_else(changed)?;
            let checkpoint = text(row, 2).ok_or_else(changed)?;
            let sealed = seal::checkpoint(&self.seal, number, records, &checkpoint);
            let in_place = count(row, 0) == Some(number) && records <= self.count();
            if !in_place || text(row, 3).as_ref() != Some(&sealed) {
                return Err(changed().into());
            }
            (self.checkpoint, self.checkpoints, self.seal) = (checkpoint, number, sealed);
        }
        Ok(())
    }

    fn ends_at_its_head(&self, from: &Connection) -> Result<bool, Trouble> {
        let mut statement = from.prepare(
            "SELECT records, hash, checkpoints, seal FROM head WHERE investigation = ?1",
        )?;
        let mut rows = statement.query([&self.name])?;
        let Some(row) = rows.next()? else {
            return Ok(false);
        };
        Ok(self.checkpoints > 0
            && count(row, 0) == Some(self.count())
            && text(row, 1).as_deref() == Some(self.head())
            && count(row, 2) == Some(self.checkpoints)
            && text(row, 3).as_deref() == Some(&self.seal))
    }
}

fn read_records(from: &Connection, investigation: &str) -> Result<Vec<Record>, Trouble> {
    let mut statement = from.prepare(
        "SELECT sequence, record, hash FROM record WHERE investigation = ?1 ORDER BY sequence",
    )?;
    let mut rows = statement.query([investigation])?;
    let mut records: Vec<Record> = Vec::new();
    while let Some(row) = rows.next()? {
        let last = records.last();
        let (sequence, hash) = last.map_or((0, NO_RECORD), |last| (last.sequence, &last.hash));
        let read = read_record(row).and_then(|record| {
            follows(sequence, hash, &record)?;
            Ok(record)
        });
        records.push(read.map_err(|fault| Damage::Record {
            investigation: investigation.to_owned(),
            sequence: sequence.saturating_add(1),
            fault,
        })?);
    }
    Ok(records)
}

/// A row as a record. Its text must be the one that this record is stored as, to the byte, and its
/// other columns must say the same.
fn read_record(row: &Row<'_>) -> Result<Record, RecordFault> {
    let stored = text(row, 1).ok_or(RecordFault::Form)?;
    let record: Record = serde_json::from_str(&stored).map_err(|_| RecordFault::Form)?;
    if written(&record) != stored {
        return Err(RecordFault::Form);
    }
    if text(row, 2).as_ref() != Some(&record.hash) {
        return Err(RecordFault::Hash);
    }
    if count(row, 0) != Some(record.sequence) {
        return Err(RecordFault::Place);
    }
    Ok(record)
}

/// Whether a record bears its own hash and comes directly after the one of that sequence and hash
/// (REQ AUD-1).
pub(crate) fn follows(sequence: u64, hash: &str, record: &Record) -> Result<(), RecordFault> {
    if record.sequence != sequence.saturating_add(1) || record.previous != hash {
        return Err(RecordFault::Place);
    }
    if record.hash != record.computed_hash() {
        return Err(RecordFault::Hash);
    }
    Ok(())
}

/// A record as it is stored.
pub(crate) fn written(record: &Record) -> String {
    // Writing into memory cannot fail, and a record has no key that is no text.
    serde_json::to_string(record).unwrap_or_default()
}

/// A column as text, if that is what stands there.
fn text(row: &Row<'_>, column: usize) -> Option<String> {
    let value = row.get_ref(column).ok()?;
    value.as_str().ok().map(str::to_owned)
}

/// A column as a number that is not negative, if that is what stands there.
fn count(row: &Row<'_>, column: usize) -> Option<u64> {
    let value = row.get_ref(column).ok()?;
    u64::try_from(value.as_i64().ok()?).ok()
}
