//! What can go wrong with a store: closed lists that say what, where and what to do. Nothing here
//! holds text of a response, a record or a checkpoint (REQ VAL-4).

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a store cannot be opened, read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no such file, and nothing asked for a new one.
    #[error("there is no file {}; check the path", .file.display())]
    Missing {
        /// The file.
        file: PathBuf,
    },
    /// Another writer has the file. Readers may work beside it.
    #[error(
        "{} is being written by another process; wait until that one ends, or use a file of your own",
        .file.display()
    )]
    InUse {
        /// The file.
        file: PathBuf,
    },
    /// The file is no database, or the database of another program.
    #[error("{} is no store of investigations; name another file, nothing was changed in this one", .file.display())]
    NotAStore {
        /// The file.
        file: PathBuf,
    },
    /// The file was written by a later version of this program.
    #[error(
        "{} has schema version {found}, and this program knows {known}; use a later version of the program",
        .file.display()
    )]
    LaterVersion {
        /// The file.
        file: PathBuf,
        /// The version in the file.
        found: i64,
        /// The latest version that is known here.
        known: i64,
    },
    /// What is stored is not what was stored.
    #[error("{}: {damage}; restore the file from a copy, nothing was changed in this one", .file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Where the first damage was found.
        damage: Damage,
    },
    /// The file or one beside it cannot be opened or made.
    #[error("cannot open {}: {source}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// `SQLite` could not do its work, for want of space, say.
    #[error(
        "{}: {what}; what was acknowledged before is safe, what was under way is not stored",
        .file.display(), what = told(*.code)
    )]
    Sqlite {
        /// The file.
        file: PathBuf,
        /// The extended result code of `SQLite`.
        code: i32,
    },
    /// What was to be stored is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Why what was to be stored, or asked for, is refused. The file is as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// An investigation's name is empty, too long or not printable.
    #[error("the name of an investigation is 1 to 200 characters without control characters")]
    Name,
    /// An investigation of that name is there already.
    #[error("there is an investigation `{0}` already; resume it, or take another name")]
    Taken(String),
    /// There is no investigation of that name.
    #[error("there is no investigation `{0}` in this store")]
    Unknown(String),
    /// What is to name a body in quarantine is no beginning of a digest.
    #[error("a body is named by 8 to 64 hexadecimal digits of its SHA-256")]
    Digest,
    /// There is no body of such a digest.
    #[error("there is no body {0}… in quarantine; `quarantine list` names all")]
    NotHeld(String),
    /// The digests of several bodies begin so.
    #[error("several bodies in quarantine begin with {0}; give more digits")]
    Ambiguous(String),
    /// The reason of a release is empty, too long or not printable.
    #[error("the reason of a release is 1 to 1,000 characters without control characters")]
    Reason,
    /// A checkpoint does not belong to what it is to be stored with: it is damaged, of another contract
    /// or policy, or of another end of the log. With it the investigation could not be resumed.
    #[error(
        "the checkpoint does not belong to `{0}` as it stands with these records; give the one that the session has after them"
    )]
    Checkpoint(String),
    /// A record does not continue the log of its investigation (REQ AUD-1).
    #[error(
        "the record given as number {position} of those to be stored does not continue the log of `{investigation}`; \
         give the records that came after the last one stored"
    )]
    NotContinuing {
        /// The investigation.
        investigation: String,
        /// Which of the given records, counted from 1.
        position: usize,
    },
}

/// What was found damaged, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Damage {
    /// The pages of the file do not hold together: it was cut, or written over.
    #[error("the file is cut or written over")]
    File,
    /// Tables or triggers are not those of the schema.
    #[error("its tables and triggers are not those of its schema version")]
    Schema,
    /// Rows that belong to no investigation, or bodies that no entry of the quarantine tells of.
    #[error("there are rows that nothing leads to")]
    Stray,
    /// The policy or contract of an investigation is not the one that it began with.
    #[error("investigation `{0}`: its name, policy or contract was changed")]
    Investigation(String),
    /// A record is not the one that was appended in its place (REQ AUD-1).
    #[error("investigation `{investigation}`, record {sequence}: {fault}")]
    Record {
        /// The investigation.
        investigation: String,
        /// The place in the log, counted from 1.
        sequence: u64,
        /// What is wrong with it.
        fault: RecordFault,
    },
    /// A checkpoint is not the one that was stored in its place.
    #[error(
        "investigation `{investigation}`, checkpoint {number}: it was changed, moved, inserted or removed"
    )]
    Checkpoint {
        /// The investigation.
        investigation: String,
        /// The place among the checkpoints, counted from 1.
        number: u64,
    },
    /// The end of the log is not where it was.
    #[error("investigation `{0}`: the log does not end at its head")]
    Head(String),
    /// A body in quarantine is not the one that its digest says (REQ GRD-8).
    #[error("quarantine: the body {0} is not what its digest says")]
    Body(String),
    /// An entry of the quarantine is not the one that was appended in its place.
    #[error("quarantine, entry {0}: it was changed, moved, inserted or removed")]
    Entry(u64),
}

/// What is wrong with a stored record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RecordFault {
    /// The text is no record in its one form.
    #[error("it is no audit record")]
    Form,
    /// The record's hash is not that of its fields.
    #[error("its hash is not that of its fields")]
    Hash,
    /// The record does not stand in this place: one was removed, moved or inserted.
    #[error("it does not follow the record before it")]
    Place,
}

/// `SQLite`'s own words for a result code; they quote nothing.
fn told(code: i32) -> String {
    rusqlite::ffi::code_to_str(code).to_owned()
}
