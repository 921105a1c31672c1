//! Rescue malformed LLM answers without ever changing a value.
//!
//! An answer that should be one JSON object comes in a code fence, encoded twice, or with a filter
//! flattened to a list. [`recover`] takes such a wrapping off where only one reading is left, checks
//! the whole contract, and rejects everything else. `SPEC.md` says what is right, one numbered
//! requirement a line; a comment `REQ FEN-1` leads to its line.
//!
//! ```
//! use response_recovery::{Contract, Outcome, recover};
//!
//! let contract = Contract::compile(
//!     r#"{"contract": 1, "phase": "investigation",
//!         "schema": {"x-viano-response-recovery": 1, "type": "object",
//!                    "properties": {"amount": {"type": "number"}}}}"#,
//! )?;
//! let answer = "```json\n{\"amount\": 12345678901234567890.10}\n```";
//! match recover(&contract, answer) {
//!     Outcome::Accepted(accepted) => {
//!         // Numbers keep every digit: they are read from the text when they are needed.
//!         let amount = accepted.value().get("amount").and_then(|amount| amount.as_number());
//!         assert_eq!(amount, Some("12345678901234567890.10"));
//!         assert_eq!(accepted.rules()[0].to_string(), "fence at \"\"");
//!     }
//!     // A rejection says why and where, and holds no text of the answer.
//!     Outcome::Rejected(rejection) => panic!("{rejection}"),
//!     _ => unreachable!(),
//! }
//! # Ok::<(), response_recovery::ContractError>(())
//! ```
//!
//! Where a value only stands in the wrong container, [`recover`] answers [`Outcome::Repair`]: a small
//! prompt for a model, whose answer [`repair`] puts in place if it changes nothing else.
//!
//! ```
//! use response_recovery::{Contract, Outcome, recover, repair};
//!
//! let contract = Contract::compile(
//!     r#"{"contract": 1, "phase": "investigation", "positions": {"repairable": ["/columns"]},
//!         "schema": {"x-viano-response-recovery": 1, "type": "object", "properties": {
//!             "columns": {"type": "array", "items": {"type": "string"}}}}}"#,
//! )?;
//! let response = r#"{"columns": "status"}"#;
//! let Outcome::Repair(call) = recover(&contract, response) else { unreachable!() };
//! assert_eq!(call.path().as_str(), "/columns");
//! assert!(call.prompt().starts_with("investigation_format_repair_v1\n"));
//!
//! let repaired = repair(&contract, response, r#"{"replacement": ["status"]}"#)?;
//! assert_eq!(repaired.text(), r#"{"columns": ["status"]}"#);
//! let refused = repair(&contract, response, r#"{"replacement": ["state"]}"#).unwrap_err();
//! assert_eq!(refused.to_string(), "repair:scalars at \"/columns\"");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A whole investigation is a [`session::Session`]: it says what to do next and is told what came of
//! it. Whoever runs one makes the calls and runs the tools.
//!
//! ```
//! use std::sync::Arc;
//!
//! use response_recovery::Contract;
//! use response_recovery::session::{Command, Event, Session, StopReason};
//!
//! let contract = Arc::new(Contract::compile(
//!     r#"{"contract": 1, "phase": "investigation",
//!         "schema": {"type": "object", "properties": {"next": {"type": "object"}}},
//!         "tools": {"look": {"effect": "read"}, "conclude": {"effect": "final"}},
//!         "context": {"task": "Find out why jobs are lost."}}"#,
//! )?);
//! let policy = r#"{"response_recovery_version": 1}"#;
//! let (mut session, mut commands) = Session::open(contract.clone(), Some(policy))?;
//!
//! // What a model would answer, and a tool return.
//! let mut answers = ["```\n{\"next\": {\"action\": \"look\"}}\n```", r#"{"next": {"action": "conclude"}}"#].into_iter();
//! let stopped = loop {
//!     let event = match commands.remove(0) {
//!         Command::Call(call) => {
//!             assert!(call.prompt.contains("Find out why jobs are lost."));
//!             let text = answers.next().unwrap_or_default().to_owned();
//!             Event::LlmResponse { call: call.id, text, finish: None }
//!         }
//!         // Whoever keeps checkpoint and records before a tool runs never runs it twice.
//!         Command::Execute(execute) => {
//!             let (checkpoint, records) = (session.checkpoint(), session.records().to_vec());
//!             let (resumed, open) = Session::resume(contract.clone(), Some(policy), &checkpoint, records)?;
//!             assert_eq!(open, [Command::Execute(execute.clone())]);
//!             session = resumed;
//!             Event::ToolResult { action: execute.action, output: "{}".to_owned(), bindings: None }
//!         }
//!         Command::Stop(stop) => break stop,
//!     };
//!     commands = session.handle(event)?;
//! };
//! assert_eq!(stopped.reason, StopReason::Concluded);
//! assert_eq!(session.records().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Compile a [`Contract`] once and share it; [`recover`] is a pure function of contract and response.
//! The accepted text is [`Accepted::text`]: give it to `serde_json` or any other parser, or walk
//! [`Accepted::value`] in place.
//!
//! # Invariants of absence
//!
//! No I/O, clock, randomness, threads, hash order, unsafe code or panics: the test `purity` reads the
//! source for them, and `no_panic` tries every prefix of every response of the corpus.
#![forbid(unsafe_code)]
#![deny(clippy::indexing_slicing)]

mod call;
mod contract;
mod digest;
pub mod guard;
pub mod json;
pub mod limits;
mod normalize;
mod outcome;
mod part;
mod place;
mod reason;
mod recover;
mod refusal;
mod repair;
mod response;
mod schema;
pub mod session;
mod terms;
mod validate;
mod vocabulary;
mod wire;

pub use contract::{Contract, ContractError, ContractFault, PatternFault};
pub use outcome::{Accepted, Applied, Outcome, Rejection, Rule};
pub use reason::{
    ActionFault, Category, LimitFault, Reason, ReferenceFault, RepairFault, SchemaFault, ToolFault,
};
pub use recover::{parse, recover, repair};
pub use repair::{RepairCall, Repaired};
pub use response::{Finish, Response};
