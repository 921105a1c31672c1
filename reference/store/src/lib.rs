//! The durable log of investigations: the audit, the checkpoints and the policy of each, and the quarantine of
//! corrupt outputs of tools, in one `SQLite` file (REQ AUD-1, AUD-2, GRD-8).
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # let (file, policy) = (folder.path().join("audit.db"), r#"{"response_recovery_version": 1}"#);
//! # let text = r#"{"contract": 1, "phase": "investigation", "schema": {"type": "object"}}"#;
//! use std::sync::Arc;
//!
//! use response_recovery::Contract;
//! use response_recovery::session::Session;
//! use response_recovery_store::Store;
//!
//! let contract = Arc::new(Contract::compile(text)?);
//! let mut store = Store::open(&file)?;
//!
//! let (session, _commands) = Session::open(Arc::clone(&contract), Some(policy))?;
//! store.begin("case-17", policy, text, &session.checkpoint())?;
//! // Each time something happened: first let the session handle it, then save, then act.
//! store.save("case-17", session.records(), &session.checkpoint())?;
//!
//! // Later, elsewhere, with nothing but the file and the contract:
//! let stored = store.load("case-17")?;
//! let (session, commands) =
//!     Session::resume(contract, Some(&stored.policy), &stored.checkpoint, stored.records)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
mod quarantine;
mod reader;
mod seal;
mod store;

pub use error::{Damage, RecordFault, Refusal, StoreError};
pub use investigation::Investigation;
pub use quarantine::{Held, Release, Sighting};
pub use reader::{Reader, Verified};
pub use store::Store;
