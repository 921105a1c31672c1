//! The checkpoint: a versioned, checksummed document without response text (REQ SES-4, SES-5).

use thiserror::Error;

/// Why a checkpoint cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// It is cut, changed, or was never one.
    #[error("the checkpoint is damaged; take the one before it")]
    Damaged,
    /// It is of a later format.
    #[error(
        "the checkpoint has format {0}, and this program reads format 1; use the program that wrote it"
    )]
    LaterFormat(u64),
    /// It was taken under another contract.
    #[error("the checkpoint belongs to another contract; give the one that the session began with")]
    Foreign,
}
