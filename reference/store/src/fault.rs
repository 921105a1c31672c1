//! From what `SQLite` reports to what is told: its codes, and never its words, which quote values.

use std::path::Path;

use rusqlite::{Error, ErrorCode};

use crate::error::{Damage, Refusal, StoreError};

/// Why something cannot be done in a database.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// `SQLite` cannot do it.
    Sqlite(Error),
    /// What is there is not what was stored.
    Damaged(Damage),
    /// What was asked for does not fit what is there.
    Refused(Refusal),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<Damage> for Trouble {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Trouble {
    /// The same, of this file.
    pub(crate) fn of(self, file: &Path) -> StoreError {
        match self {
            Self::Sqlite(error) => of(file, &error),
            Self::Damaged(damage) => damaged(file, damage),
            Self::Refused(refusal) => refusal.into(),
        }
    }
}

/// What an error of `SQLite` on this file means. One that only values of another form than ours
/// can cause is a damage.
pub(crate) fn of(file: &Path, error: &Error) -> StoreError {
    let Error::SqliteFailure(failure, _) = error else {
        return damaged(file, Damage::File);
    };
    match failure.code {
        ErrorCode::NotADatabase => StoreError::NotAStore {
            file: file.to_owned(),
        },
        ErrorCode::DatabaseCorrupt => damaged(file, Damage::File),
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::InUse {
            file: file.to_owned(),
        },
        _ => StoreError::Sqlite {
            file: file.to_owned(),
            code: failure.extended_code,
        },
    }
}

fn damaged(file: &Path, damage: Damage) -> StoreError {
    StoreError::Damaged {
        file: file.to_owned(),
        damage,
    }
}
