//! Investigation sessions: a state machine without I/O, events in, commands out (section 9).
//!
//! [`machine`] is the decision on one screen; everything else here is what it decides about.

mod admission;
mod audit;
mod checkpoint;
mod closing;
mod command;
mod error;
mod event;
mod hint;
mod machine;
mod notice;
mod open;
mod policy;
mod prompt;
mod record;
mod replay;
mod resume;
mod state;
mod step;
mod verdict;
mod wire;

pub use self::audit::{Audit, AuditFault, ChainFault, NO_RECORD};
pub use self::checkpoint::{CheckpointFault, Reach};
pub use self::command::{
    Call, CallKind, Check, Checked, Command, Execute, NextStep, Refused, Stop, StopReason,
};
pub use self::error::{EventFault, SessionError};
pub use self::event::{Event, TransportKind};
pub use self::machine::Session;
pub use self::policy::{Policy, PolicyError, Version};
pub use self::record::{Decided, Provenance, Record, RuleAt};
pub use self::state::State;
