//! The harness protocol, version 1: requests and replies, a line of JSON each.

mod command;
mod guard;
mod hello;
mod malformed;
mod object;
mod provenance;
mod reply;
mod request;
mod run;

pub use command::{Command, State};
pub use guard::{
    Counted, Guarded, Metrics, Quarantine, Rates, RunReply, RunStepReply, RunStop, StepVerdict,
};
pub use hello::{Hello, HelloReply};
pub use malformed::Malformed;
pub use provenance::Provenance;
pub use reply::{Answer, AppliedRule, Reply};
pub use request::{Event, Request};

/// The version that the harness speaks.
pub const PROTOCOL: u64 = 1;
