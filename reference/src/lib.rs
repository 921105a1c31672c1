//! Rescue malformed LLM answers without ever changing a value.
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing)]

pub mod json;
pub mod limits;
mod outcome;
mod reason;

pub use outcome::{Accepted, Applied, Outcome, Rejection, Rule};
pub use reason::{
    ActionFault, Category, LimitFault, Reason, ReferenceFault, SchemaFault, ToolFault,
};
