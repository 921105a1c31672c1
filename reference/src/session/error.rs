//! Why a session refuses what it is given. Nothing was changed then, and nothing of a response is told.

use thiserror::Error;

use super::audit::AuditFault;
use super::checkpoint::CheckpointFault;
use super::policy::PolicyError;

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The policy is missing, invalid or another one (REQ ACT-3 to ACT-5).
    #[error("{0}")]
    Policy(#[from] PolicyError),
    /// The checkpoint cannot be used (REQ SES-5).
    #[error("{0}")]
    Checkpoint(#[from] CheckpointFault),
    /// The audit does not verify, or not up to the checkpoint (REQ SES-5, AUD-1).
    #[error("audit: {0}")]
    Audit(#[from] AuditFault),
    /// The event does not fit the state (REQ SES-6).
    #[error("event: {0}")]
    Event(#[from] EventFault),
}

impl SessionError {
    /// As it stands in a refusal: `policy:…`, `checkpoint`, `audit` or `event`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Policy(error) => error.name(),
            Self::Checkpoint(_) => "checkpoint",
            Self::Audit(_) => "audit",
            Self::Event(_) => "event",
        }
    }
}

/// Why an event does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EventFault {
    /// It is about a call that is not open: answered already, given up, or never made.
    #[error("that call is not open; answer the open one")]
    Call,
    /// It is about an action that is not open: its result came already, or it was never asked for.
    #[error("that action is not open; a result is taken once")]
    Action,
    /// The session has stopped.
    #[error("the session has stopped; nothing more is taken")]
    Stopped,
    /// The tool has an `output` contract, and what it gives as output is none (REQ SES-7).
    #[error(
        "the tool's output is guarded; give it as `transport`, `status`, `content_type` and `body_base64`"
    )]
    Output,
    /// What it gives as bindings are none.
    #[error("its bindings have not the form of a contract's `bindings`")]
    Bindings,
}
