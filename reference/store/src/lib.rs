//! The durable log of investigations: the audit, the checkpoints and the policy of each, in one
//! `SQLite` file (REQ AUD-1, AUD-2).
//!
//! ```
//! use std::sync::Arc;
//!
//! use response_recovery::Contract;
//! use response_recovery::session::{Command, Event, Finish, Session};
//! use response_recovery_store::Store;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # Ok(())
//! # }
//! ```
//!
//! What is written stays. Triggers refuse every change; the hash chain, the seals of the checkpoints
//! and the head of every investigation are verified on opening, so that damage is an error and never
//! a wrong answer. A file that survives a kill needs no mending.
//!
//! What it does not find: a log written anew as a whole, by someone who may write the file. Keep the
//! head of an investigation elsewhere, and compare.
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing)]

mod database;
mod error;
mod fault;
mod head;
mod investigation;
mod lock;
mod reader;
mod seal;
mod store;

pub use error::{Damage, RecordFault, Refusal, StoreError};
pub use investigation::Investigation;
pub use reader::{Reader, Verified};
pub use store::Store;
