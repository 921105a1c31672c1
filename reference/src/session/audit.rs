//! The audit: an append-only chain of records, and its verification (REQ AUD-1).

use thiserror::Error;

use super::record::Record;

/// The head of an empty audit, and what the first record follows.
pub const NO_RECORD: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The records of one session in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    records: Vec<Record>,
}

impl Audit {
    /// Verifies records against one another and against the head that checkpoint or caller knows:
    /// a changed field, a record removed, moved or inserted, and a missing end are all found.
    ///
    /// # Errors
    ///
    /// The first record that is not as it ought to be; past the last one if the end is missing.
    pub fn verify(records: &[Record], head: &str) -> Result<(), AuditFault> {
        let mut previous = NO_RECORD;
        for (expected, record) in (1..).zip(records) {
            let fault = if record.sequence != expected {
                Some(ChainFault::Sequence)
            } else if record.previous != previous {
                Some(ChainFault::Previous)
            } else if record.hash != record.computed_hash() {
                Some(ChainFault::Hash)
            } else {
                None
            };
            if let Some(fault) = fault {
                return Err(AuditFault {
                    at: expected,
                    fault,
                });
            }
            previous = &record.hash;
        }
        if previous == head {
            return Ok(());
        }
        Err(AuditFault {
            at: count(records) + 1,
            fault: ChainFault::Head,
        })
    }

    /// An audit of verified records.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`].
    pub fn of(records: Vec<Record>, head: &str) -> Result<Self, AuditFault> {
        Self::verify(&records, head)?;
        Ok(Self { records })
    }

    /// The records in their order.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        count(&self.records)
    }

    /// The hash of the last record; [`NO_RECORD`] if there is none.
    #[must_use]
    pub fn head(&self) -> &str {
        head(&self.records)
    }

    /// The record of that sequence.
    #[must_use]
    pub fn get(&self, sequence: u64) -> Option<&Record> {
        let index = usize::try_from(sequence).ok()?.checked_sub(1)?;
        self.records.get(index)
    }

    /// Appends a record: its sequence, the hash before it and its own are set here, whatever it bears.
    pub fn append(&mut self, record: Record) {
        let record = Record {
            sequence: self.count() + 1,
            previous: self.head().to_owned(),
            ..record
        };
        self.records.push(record.sealed());
    }
}

/// The head of a log.
pub(super) fn head(records: &[Record]) -> &str {
    records.last().map_or(NO_RECORD, |record| &record.hash)
}

fn count(records: &[Record]) -> u64 {
    u64::try_from(records.len()).unwrap_or(u64::MAX)
}

/// Why an audit does not verify: which record, and what of it. Holds nothing of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("record {at}: {fault}; restore the log as it was written")]
pub struct AuditFault {
    /// Which record, by its place in the log, from 1.
    pub at: u64,
    /// What is wrong with it.
    pub fault: ChainFault,
}

/// What can be wrong with a record in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChainFault {
    /// Its sequence is not the next one.
    #[error("its sequence is not the next one")]
    Sequence,
    /// It does not follow the record before it.
    #[error("it does not follow the record before it")]
    Previous,
    /// Its hash is not that of its content.
    #[error("its hash is not that of its content")]
    Hash,
    /// The log ends before it, or elsewhere than the known head.
    #[error("the log does not end at the head that is known")]
    Head,
}
