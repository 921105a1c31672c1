//! The guard for the output of tools: a 200 with a broken body never reaches a decision or a write
//! (REQ GRD-1 to GRD-10).
//!
//! [`guard`] judges one output; a [`Run`] leads a whole course of calls and writes.

mod contract;
mod gate;
mod invariant;
mod media_type;
mod output;
mod quarantine;
mod run;
mod size;
mod validator;
mod verdict;
mod version;

pub use self::contract::{Effect, GuardContract};
pub use self::gate::Gate;
pub use self::invariant::InvariantName;
pub use self::output::{Output, Received};
pub use self::quarantine::{Kept, MAX_KEPT, Quarantined};
pub use self::run::{
    Called, Contracts, Course, NextStep, OnCorruption, Rates, Run, RunError, RunPolicy, Step,
    StopReport, Told, ToolMetrics, Written,
};
pub use self::validator::Validator;
pub use self::verdict::{BodyFault, Corrupt, Corruption, ToolFailure, Valid, Verdict};

use self::media_type::MediaType;
use crate::json::{Document, Kind, Pointer, Value};

/// Judges one output under the contract of its tool. The first gate that it fails decides
/// (REQ GRD-1).
#[must_use]
pub fn guard<'o>(contract: &GuardContract, output: &'o Output<'_>) -> Verdict<'o> {
    match transport(output) {
        Err(failure) => Verdict::ToolFailure(failure),
        Ok(received) => match gates(contract, received) {
            Err(corruption) => Verdict::Corrupt(corruption.of(contract, &received.body)),
            Ok(document) => Verdict::Valid(Valid(document)),
        },
    }
}

/// The gates behind the transport, in their order.
fn gates<'o>(
    contract: &GuardContract,
    received: &'o Received<'_>,
) -> Result<Document<'o>, Corruption> {
    content_type(contract, received.content_type.as_deref())?;
    size(contract, &received.body)?;
    let document = parse(&received.body)?;
    schema_version(contract, document.root())?;
    schema(contract, document.root())?;
    invariants(contract, document.root())?;
    Ok(document)
}

/// Whether an answer came that says of itself that it is whole (REQ GRD-2).
fn transport<'o, 'b>(output: &'o Output<'b>) -> Result<&'o Received<'b>, ToolFailure> {
    match output {
        Output::Timeout => Err(ToolFailure::Timeout),
        Output::Unreachable => Err(ToolFailure::Unavailable),
        Output::Received(received) => match received.status {
            // What is partial on purpose is no answer either.
            206 => Err(ToolFailure::Error),
            200..=299 => Ok(received),
            500..=599 => Err(ToolFailure::Unavailable),
            _ => Err(ToolFailure::Error),
        },
    }
}

/// REQ GRD-4
fn content_type(contract: &GuardContract, field: Option<&str>) -> Result<(), Corruption> {
    let stated = field.and_then(MediaType::of_field);
    let is_listed = stated.is_some_and(|stated| contract.content_types.contains(&stated));
    is_listed.then_some(()).ok_or(Corruption::ContentType)
}

/// REQ GRD-4
fn size(contract: &GuardContract, body: &[u8]) -> Result<(), Corruption> {
    let is_over = size::is_over(body, contract.max_chars());
    (!is_over).then_some(()).ok_or(Corruption::TooLarge)
}

/// The parser is the one that responses go through (REQ PAR-1 to PAR-6); nothing is taken off before
/// (REQ GRD-6).
fn parse(body: &[u8]) -> Result<Document<'_>, Corruption> {
    if body.starts_with("\u{feff}".as_bytes()) {
        return Err(Corruption::InvalidJson(BodyFault::ByteOrderMark));
    }
    let text = std::str::from_utf8(body).map_err(|error| {
        let offset = error.valid_up_to();
        Corruption::InvalidJson(BodyFault::NotUtf8 { offset })
    })?;
    Document::parse(text).map_err(|error| Corruption::InvalidJson(BodyFault::Json(error)))
}

/// REQ GRD-4, GRD-9
fn schema_version(contract: &GuardContract, root: Value<'_>) -> Result<(), Corruption> {
    let holds = contract
        .version
        .as_ref()
        .is_none_or(|version| version.holds(root));
    holds.then_some(()).ok_or(Corruption::SchemaVersion)
}

/// REQ GRD-3, GRD-9
fn schema(contract: &GuardContract, root: Value<'_>) -> Result<(), Corruption> {
    let Some(schema) = &contract.schema else {
        return Ok(());
    };
    let checked = schema
        .validator
        .check(&|key| schema.names.contains(key), root);
    checked.map_err(|rejection| Corruption::Schema(last_name(root, &rejection.path)))
}

/// The last name in a path, or `root`: an index is none.
fn last_name(root: Value<'_>, path: &Pointer) -> String {
    let (mut value, mut last) = (Some(root), None);
    for segment in Pointer::segments(path.as_str()).unwrap_or_default() {
        let Some(here) = value else { break };
        if here.kind() == Kind::Array {
            let index = segment.parse().ok();
            value = index.and_then(|index| here.elements().nth(index));
        } else {
            value = here.get(&segment);
            last = Some(segment);
        }
    }
    last.unwrap_or_else(|| "root".to_owned())
}

/// REQ GRD-1
fn invariants(contract: &GuardContract, root: Value<'_>) -> Result<(), Corruption> {
    let broken = contract.invariants.iter().find(|one| !one.holds(root));
    broken.map_or(Ok(()), |one| Err(Corruption::Invariant(one.name.clone())))
}
