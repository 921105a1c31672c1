//! What can keep a command from being carried out at all.

use std::io;
use std::path::PathBuf;

use response_recovery::ContractError;
use response_recovery::session::SessionError;
use response_recovery_store::StoreError;
use thiserror::Error;

/// A fault of the command line, a file or the contract: never of the response.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Flags that do not go together.
    #[error("{0}")]
    Usage(&'static str),
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// A file that cannot be made or written; one that is there already is never written over.
    #[error("cannot write {}: {source}", .path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    /// Standard input that cannot be read.
    #[error("cannot read standard input: {0}")]
    Input(io::Error),
    /// Standard output that cannot be written.
    #[error("cannot write standard output: {0}")]
    Output(#[from] io::Error),
    /// A contract that is refused (REQ CON-1 to CON-3).
    #[error("{}: {source}", .path.display())]
    Contract {
        path: PathBuf,
        source: ContractError,
    },
    /// A log that cannot be opened, read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A script that is none.
    #[error("{}: {why}", .path.display())]
    Script { path: PathBuf, why: String },
    /// A session that cannot begin: its policy is at fault.
    #[error("{}: {source}", .path.display())]
    Session { path: PathBuf, source: SessionError },
}
