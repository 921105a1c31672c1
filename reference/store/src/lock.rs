//! One writer a file: a lock that the system takes back when its holder ends, however it ends.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// The right to write a store. Dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Lock {
    _held: File,
}

impl Lock {
    /// Takes the right to write `file`, or says at once that another has it.
    ///
    /// It stands on a file of its own: `SQLite` would lose its own locks on the database if this
    /// process opened and closed that once more. The lock file stays; it is empty, and an old one
    /// holds nobody up.
    pub(crate) fn take(file: &Path) -> Result<Self, StoreError> {
        let path = beside(file, "-lock");
        let unreadable = |source| StoreError::Unreadable {
            file: path.clone(),
            source,
        };
        let held = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(unreadable)?;
        match held.try_lock() {
            Ok(()) => Ok(Self { _held: held }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse {
                file: file.to_owned(),
            }),
            Err(TryLockError::Error(source)) => Err(unreadable(source)),
        }
    }
}

/// The file whose name is that of `file` with something behind it.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}
