//! Where the log of an investigation ends, and what is appended there.

use response_recovery::session::{NO_RECORD, Record};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::fault::Trouble;
use crate::investigation::written;
use crate::seal;

/// The end of a log: how many records and checkpoints there are, and the hash and seal of the last.
pub(crate) struct Head {
    pub(crate) records: u64,
    pub(crate) hash: String,
    checkpoints: u64,
    seal: String,
}

impl Head {
    /// The end of an investigation's log, if there is such an investigation.
    pub(crate) fn read(
        connection: &Connection,
        investigation: &str,
    ) -> rusqlite::Result<Option<Self>> {
        let read = |row: &Row<'_>| {
            Ok(Self {
                records: row.get(0)?,
                hash: row.get(1)?,
                checkpoints: row.get(2)?,
                seal: row.get(3)?,
            })
        };
        connection
            .query_row(
                "SELECT records, hash, checkpoints, seal FROM head WHERE investigation = ?1",
                [investigation],
                read,
            )
            .optional()
    }

    /// The end of a log in which nothing stands yet.
    pub(crate) fn begin(
        connection: &Connection,
        investigation: &str,
        seal: String,
    ) -> Result<Self, Trouble> {
        connection.execute(
            "INSERT INTO head VALUES (?1, 0, ?2, 0, ?3)",
            [investigation, NO_RECORD, &seal],
        )?;
        Ok(Self {
            records: 0,
            hash: NO_RECORD.to_owned(),
            checkpoints: 0,
            seal,
        })
    }

    /// Appends a record that follows; the head itself moves with the next checkpoint.
    pub(crate) fn append(
        &mut self,
        connection: &Connection,
        investigation: &str,
        record: &Record,
    ) -> Result<(), Trouble> {
        connection.execute(
            "INSERT INTO record VALUES (?1, ?2, ?3, ?4)",
            params![investigation, record.sequence, written(record), record.hash],
        )?;
        (self.records, self.hash) = (record.sequence, record.hash.clone());
        Ok(())
    }

    /// Appends a checkpoint, and makes it and the last record the end of the log.
    pub(crate) fn append_checkpoint(
        self,
        connection: &Connection,
        investigation: &str,
        checkpoint: &str,
    ) -> Result<(), Trouble> {
        let number = self.checkpoints + 1;
        let sealed = seal::checkpoint(&self.seal, number, self.records, checkpoint);
        connection.execute(
            "INSERT INTO checkpoint VALUES (?1, ?2, ?3, ?4, ?5)",
            params![investigation, number, self.records, checkpoint, sealed],
        )?;
        connection.execute(
            "UPDATE head SET records = ?2, hash = ?3, checkpoints = ?4, seal = ?5
                WHERE investigation = ?1",
            params![investigation, self.records, self.hash, number, sealed],
        )?;
        Ok(())
    }
}
