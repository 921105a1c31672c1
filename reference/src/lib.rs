//! Rescue malformed LLM answers without ever changing a value.
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing)]

mod contract;
pub mod json;
pub mod limits;
mod outcome;
mod reason;
mod validate;

pub use contract::{Contract, ContractError, ContractFault, PatternFault};
pub use outcome::{Accepted, Applied, Outcome, Rejection, Rule};
pub use reason::{
    ActionFault, Category, LimitFault, Reason, ReferenceFault, SchemaFault, ToolFault,
};
