//! The checkpoint: a versioned, checksummed document without response text (REQ SES-4, SES-5).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::command::{Refused, StopReason};
use super::policy::Policy;
use super::record::Record;
use crate::digest::canonical_sha256;
use crate::json::{Document, Kind};

/// The format that is written and read here.
const FORMAT: u64 = 1;

/// The document around the body.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<B> {
    checkpoint: u64,
    body: B,
    sha256: String,
}

/// What a session needs to go on, beside the audit. It names records, and holds nothing of them: what
/// the audit tells stands there alone, so the two cannot contradict each other in it, and a checkpoint
/// stays as short as it is, however long the session.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// SHA-256 of the text of the contract.
    pub(super) contract_sha256: String,
    pub(super) policy: Policy,
    /// The bindings as JSON text, in the form of a contract's member `bindings`.
    pub(super) bindings: String,
    pub(super) open: Open,
    /// What the guard has seen; only where a tool of the contract is guarded (REQ SES-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) guarded: Option<Guarded>,
    /// How many records the audit has.
    pub(super) count: u64,
    /// The hash of the last one.
    pub(super) head: String,
}

/// What the guard has seen. The log tells of calls alone, so this stands here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Guarded {
    /// Whether a valid result came in.
    pub(super) result_seen: bool,
    /// The output upon which nothing may be written.
    pub(super) refused: Option<Refused>,
}

/// What is open.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Open {
    /// A regular call, on its `attempt`-th try, from 0.
    Regular { attempt: u64 },
    /// A repair call for the response of a record.
    Repair { attempt: u64, source: Named },
    /// The action of a record.
    Action { record: Named },
    /// Nothing any more.
    Stopped { reason: StopReason },
}

/// A record of the audit, by sequence and hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub(super) sequence: u64,
    pub(super) hash: String,
}

impl From<&Record> for Named {
    fn from(record: &Record) -> Self {
        Self {
            sequence: record.sequence,
            hash: record.hash.clone(),
        }
    }
}

impl Checkpoint {
    /// The document, on one line.
    pub(super) fn seal(&self) -> String {
        let sealed = Sealed {
            checkpoint: FORMAT,
            sha256: canonical_sha256(self),
            body: self,
        };
        // Such a value can always be written into memory.
        serde_json::to_string(&sealed).unwrap_or_default()
    }

    /// Reads a document that [`Self::seal`] has written.
    ///
    /// # Errors
    ///
    /// Anything else, and one of a later format by its number.
    pub(super) fn open(text: &str) -> Result<Self, CheckpointFault> {
        // A key that stands twice would be read as one or the other.
        let document = Document::parse(text).map_err(|_| CheckpointFault::Damaged)?;
        if document.root().kind() != Kind::Object {
            return Err(CheckpointFault::Damaged);
        }
        let format = document.root().get("checkpoint");
        match format.and_then(|format| format.as_number()?.parse().ok()) {
            Some(FORMAT) => {}
            Some(later) if later > FORMAT => return Err(CheckpointFault::LaterFormat(later)),
            _ => return Err(CheckpointFault::Damaged),
        }
        let sealed: Sealed<serde_json::Value> =
            serde_json::from_str(text).map_err(|_| CheckpointFault::Damaged)?;
        if canonical_sha256(&sealed.body) != sealed.sha256 {
            return Err(CheckpointFault::Damaged);
        }
        let read: Self =
            serde_json::from_value(sealed.body).map_err(|_| CheckpointFault::Damaged)?;
        // A derived reader takes a list for an object as well; what was sealed has one form.
        if canonical_sha256(&read) == sealed.sha256 {
            Ok(read)
        } else {
            Err(CheckpointFault::Damaged)
        }
    }
}

/// What a checkpoint belongs to. Whoever keeps checkpoints can tell by it whether one fits what it is
/// kept with, before it is too late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// SHA-256 of the text of the contract.
    pub contract_sha256: String,
    /// The policy.
    pub policy: Policy,
    /// How many records the audit had.
    pub count: u64,
    /// The hash of the last of them; [`super::NO_RECORD`] if there was none.
    pub head: String,
}

impl Reach {
    /// What this checkpoint belongs to.
    ///
    /// # Errors
    ///
    /// One that is damaged or of a later format (REQ SES-5).
    pub fn of(checkpoint: &str) -> Result<Self, CheckpointFault> {
        let read = Checkpoint::open(checkpoint)?;
        Ok(Self {
            contract_sha256: read.contract_sha256,
            policy: read.policy,
            count: read.count,
            head: read.head,
        })
    }
}

/// Why a checkpoint cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// It is cut, changed, or was never one; or what it says is open is not what the audit leads to.
    #[error("the checkpoint is damaged; take the one before it")]
    Damaged,
    /// It is of a later format.
    #[error(
        "the checkpoint has format {0}, and this program reads format {FORMAT}; use the program that wrote it"
    )]
    LaterFormat(u64),
    /// It was taken under another contract.
    #[error("the checkpoint belongs to another contract; give the one that the session began with")]
    Foreign,
}
