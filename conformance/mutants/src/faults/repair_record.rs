//! Faults of what an accepted repair gives back.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::desk::Desk;
use crate::mending::{call, sha256};
use crate::message::{Answer, Request};
use crate::mutant::Mutant;

/// The reference's accepted repair, with the record as `change` makes it.
fn other_record(
    desk: &mut Desk,
    request: &Request,
    change: impl FnOnce(&Answer, &mut Value),
) -> Answer {
    let mut answer = desk.ask(request);
    let record = answer.repair.take();
    let record = record.and_then(|record| serde_json::from_str(record.get()).ok());
    if let Some(mut record) = record {
        let call = call(desk, request);
        change(&call, &mut record);
        answer.repair = RawValue::from_string(record.to_string()).ok();
    }
    answer
}

/// Another text in place of the rebuilt one, with its digest.
fn other_result(record: &mut Value, change: impl FnOnce(&str) -> Option<String>) {
    let result = record["result"].as_str().and_then(change);
    if let Some(result) = result {
        record["result_sha256"] = sha256(&result).into();
        record["result"] = result.into();
    }
}

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "repair-outside-reformatted",
        mistake: "Writes the rebuilt response anew.",
        breaks: "REP-8",
        answer: |desk, request| {
            other_record(desk, request, |_, record| {
                other_result(record, |result| {
                    let value: Value = serde_json::from_str(result).ok()?;
                    serde_json::to_string_pretty(&value).ok()
                });
            })
        },
    },
    Mutant {
        name: "repair-without-white-space",
        mistake: "Takes the white space out of the replacement, and of all else.",
        breaks: "REP-8",
        answer: |desk, request| {
            other_record(desk, request, |_, record| {
                other_result(record, |result| Some(result.split([' ', '\n']).collect()));
            })
        },
    },
    Mutant {
        name: "repair-hash-of-the-normalized-text",
        mistake: "Names the source by the digest of the text without its fence.",
        breaks: "REP-11",
        answer: |desk, request| {
            other_record(desk, request, |call, record| {
                record["source_sha256"] = sha256(call.text()).into();
            })
        },
    },
    Mutant {
        name: "repair-hash-of-the-source-twice",
        mistake: "Names the result by the digest of the source.",
        breaks: "REP-11",
        answer: |desk, request| {
            other_record(desk, request, |_, record| {
                record["result_sha256"] = record["source_sha256"].clone();
            })
        },
    },
    Mutant {
        name: "repair-patch-at-the-parent",
        mistake: "Writes the patch for the object around the place.",
        breaks: "REP-11",
        answer: |desk, request| {
            other_record(desk, request, |call, record| {
                let parent = call
                    .path()
                    .rsplit_once('/')
                    .map_or("", |(parent, _)| parent);
                record["patch"][0]["path"] = parent.into();
            })
        },
    },
    Mutant {
        name: "repair-rules-forgotten",
        mistake: "Reports no rules once a repair was made.",
        breaks: "REP-11",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if answer.repair.is_some() {
                answer.rules = Some(Vec::new());
            }
            answer
        },
    },
];
