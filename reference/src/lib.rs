//! Rescue malformed LLM answers without ever changing a value.
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing)]

mod contract;
pub mod json;
pub mod limits;
mod normalize;
mod outcome;
mod place;
mod reason;
mod recover;
mod response;
mod validate;
mod wire;

pub use contract::{Contract, ContractError, ContractFault, PatternFault};
pub use outcome::{Accepted, Applied, Outcome, Rejection, Rule};
pub use reason::{
    ActionFault, Category, LimitFault, Reason, ReferenceFault, SchemaFault, ToolFault,
};
pub use recover::{parse, recover};
pub use response::{Finish, Response, utf8};
