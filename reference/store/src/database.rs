//! The file: made, opened and recognized. What is in it, others read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::{Damage, StoreError};
use crate::fault;
use crate::lock::beside;

/// The schema that this program writes. It reads those before it as well.
pub(crate) const VERSION: i64 = 2;

/// Marks a database as one of ours: the bytes `RRst`.
const APPLICATION: i64 = 0x5252_7374;

/// What each version adds to the one before it.
const SCHEMAS: [&str; 2] = [include_str!("schema/1.sql"), include_str!("schema/2.sql")];

/// How long to wait for a lock of `SQLite` that is only held for moments, such as that of a reader
/// who puts the log of a killed writer in order. A second writer never gets so far.
const PATIENCE: Duration = Duration::from_secs(10);

/// A database that was recognized as a store of this version, and its file.
#[derive(Debug)]
pub(crate) struct Database {
    pub(crate) connection: Connection,
    pub(crate) file: PathBuf,
    /// The version of its schema.
    pub(crate) version: i64,
}

impl Database {
    /// Opens a store for reading.
    pub(crate) fn read(file: &Path) -> Result<Self, StoreError> {
        let file = existing(file)?;
        let mut database = Self::connect(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        // All reads of this connection see the store at one moment, whatever a writer does meanwhile.
        database.run("BEGIN")?;
        database.recognize()?;
        Ok(database)
    }

    /// Opens a store for writing; the caller holds its lock. One of an earlier version becomes one of this.
    pub(crate) fn write(file: &Path) -> Result<Self, StoreError> {
        let mut database = Self::connect(file.to_owned(), OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        database.recognize()?;
        // An acknowledged record is on the disk (REQ AUD-2).
        database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")?;
        database.run("PRAGMA foreign_keys = ON")?;
        database.migrate()?;
        Ok(database)
    }

    /// Makes a new, empty store; the caller holds its lock. It is put in place as a whole and already
    /// in the mode in which it is written, so that a kill leaves either no file or a store that even
    /// a reader, who may not write, finds in order.
    pub(crate) fn make(file: &Path) -> Result<(), StoreError> {
        let unfinished = beside(file, "-new");
        let unreadable = |source| StoreError::Unreadable {
            file: unfinished.clone(),
            source,
        };
        for ending in ["", "-journal", "-wal", "-shm"] {
            match fs::remove_file(beside(&unfinished, ending)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(unreadable(error));
                }
                _ => {}
            }
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let database = Self::connect(unfinished.clone(), flags)?;
        database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")?;
        let schema = SCHEMAS.concat();
        database.run(&format!(
            "BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {schema} COMMIT"
        ))?;
        // Only the file itself is put in place, so nothing may be left in the log beside it.
        if database.number("PRAGMA wal_checkpoint(TRUNCATE)")? != 0 {
            let file = file.to_owned();
            return Err(StoreError::InUse { file });
        }
        drop(database);
        fs::rename(&unfinished, file).map_err(unreadable)?;
        keep_name(file).map_err(unreadable)
    }

    /// Runs statements that answer nothing.
    pub(crate) fn run(&self, statements: &str) -> Result<(), StoreError> {
        self.connection
            .execute_batch(statements)
            .map_err(|error| fault::of(&self.file, &error))
    }

    /// The error that this damage of this file is.
    pub(crate) fn damaged(&self, damage: Damage) -> StoreError {
        StoreError::Damaged {
            file: self.file.clone(),
            damage,
        }
    }

    fn connect(file: PathBuf, flags: OpenFlags) -> Result<Self, StoreError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&file, flags)
            .and_then(|connection| connection.busy_timeout(PATIENCE).map(|()| connection))
            .map_err(|error| fault::of(&file, &error))?;
        Ok(Self {
            connection,
            file,
            version: VERSION,
        })
    }

    /// Brings a store of an earlier version to this one, as a whole or not at all.
    fn migrate(&mut self) -> Result<(), StoreError> {
        if self.version < VERSION {
            let known = usize::try_from(self.version).unwrap_or_default();
            let more: String = SCHEMAS.iter().skip(known).copied().collect();
            self.run(&format!(
                "BEGIN IMMEDIATE; {more} PRAGMA user_version = {VERSION}; COMMIT"
            ))?;
            self.version = VERSION;
        }
        Ok(())
    }

    /// Whether this is a store of a known version, with all its pages, tables and triggers.
    fn recognize(&mut self) -> Result<(), StoreError> {
        let file = self.file.clone();
        if self.number("PRAGMA application_id")? != APPLICATION {
            return Err(StoreError::NotAStore { file });
        }
        let (found, known) = (self.number("PRAGMA user_version")?, VERSION);
        if found > known {
            return Err(StoreError::LaterVersion { file, found, known });
        }
        if found < 1 {
            return Err(StoreError::NotAStore { file });
        }
        self.version = found;
        let told: String = self.ask("PRAGMA integrity_check(1)")?;
        if told != "ok" {
            return Err(self.damaged(Damage::File));
        }
        let due = Self::connect(":memory:".into(), OpenFlags::default())?;
        let count = usize::try_from(found).unwrap_or_default();
        due.run(&SCHEMAS.iter().take(count).copied().collect::<String>())?;
        if self.layout()? == due.layout()? {
            Ok(())
        } else {
            Err(self.damaged(Damage::Schema))
        }
    }

    /// All tables and triggers, as one text.
    fn layout(&self) -> Result<String, StoreError> {
        self.ask("SELECT group_concat(type || ' ' || name || ' ' || coalesce(sql, ''), ';' ORDER BY type, name) FROM sqlite_schema")
    }

    pub(crate) fn number(&self, question: &str) -> Result<i64, StoreError> {
        self.ask(question)
    }

    fn ask<T: rusqlite::types::FromSql>(&self, question: &str) -> Result<T, StoreError> {
        self.connection
            .query_row(question, [], |row| row.get(0))
            .map_err(|error| fault::of(&self.file, &error))
    }
}

/// The one path of a file, whether it is there or only its folder, so that all who write it find
/// the same lock.
pub(crate) fn resolved(file: &Path) -> Result<PathBuf, StoreError> {
    let unreadable = |source| StoreError::Unreadable {
        file: file.to_owned(),
        source,
    };
    if file.exists() {
        return file.canonicalize().map_err(unreadable);
    }
    let no_name = || unreadable(io::Error::from(io::ErrorKind::InvalidInput));
    let name = file.file_name().ok_or_else(no_name)?;
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    Ok(folder.canonicalize().map_err(unreadable)?.join(name))
}

fn existing(file: &Path) -> Result<PathBuf, StoreError> {
    match file.metadata() {
        Ok(about) if about.is_file() => resolved(file),
        Ok(_) => Err(StoreError::NotAStore {
            file: file.to_owned(),
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(StoreError::Missing {
            file: file.to_owned(),
        }),
        Err(source) => Err(StoreError::Unreadable {
            file: file.to_owned(),
            source,
        }),
    }
}

/// A name is on the disk only once its folder is.
#[cfg(unix)]
fn keep_name(file: &Path) -> io::Result<()> {
    file.parent()
        .map_or(Ok(()), |folder| fs::File::open(folder)?.sync_all())
}

/// Elsewhere a folder cannot be opened; the file system keeps names itself.
#[cfg(not(unix))]
fn keep_name(_: &Path) -> io::Result<()> {
    Ok(())
}
