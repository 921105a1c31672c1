//! Faults outside the call: references, members that are missing or too many, wrong types and bounds.

use super::super::super::world::{Part, stranger, text};
use super::super::super::{Choices, Json};
use super::Break;
use crate::case::Category::{Reference, Schema};

/// Faults that leave the call as it is.
pub(super) const ALL: [Break; 11] = [
    Break {
        name: "unknown-evidence",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::Evidence],
        missing: &[],
        make: |answer, choices| {
            let id = stranger(&answer.world.visible, choices);
            answer.put(&["evidence", "0"], "id", Json::string(id));
            answer.fault(&[Reference], "/evidence/0/id");
        },
    },
    Break {
        name: "evidence-id-no-string",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::Evidence],
        missing: &[],
        make: |answer, choices| {
            let id = no_string(choices);
            answer.put(&["evidence", "0"], "id", id);
            answer.fault(&[Schema, Reference], "/evidence/0/id");
        },
    },
    Break {
        name: "unknown-hypothesis",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::Hypothesis],
        missing: &[],
        make: |answer, choices| {
            let id = answer.world.hypothesis.id().map(str::to_owned);
            answer.put(&[], "hypothesis", other_id(id, choices));
            answer.fault(&[Reference], "/hypothesis");
        },
    },
    Break {
        name: "unknown-previous-result",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::PreviousResult],
        missing: &[],
        make: |answer, choices| {
            let id = answer.world.previous_result.id().map(str::to_owned);
            answer.put(&[], "previous_result", other_id(id, choices));
            answer.fault(&[Reference], "/previous_result");
        },
    },
    Break {
        name: "missing-member",
        requirements: &["VAL-1", "VAL-2", "VAL-3"],
        needed: &[Part::Required, Part::Note],
        missing: &[],
        make: |answer, _| answer.take(&[], "note"),
    },
    Break {
        name: "missing-evidence-id",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::Required, Part::Evidence],
        missing: &[],
        make: |answer, _| answer.take(&["evidence", "0"], "id"),
    },
    Break {
        name: "extra-member",
        requirements: &["VAL-1", "VAL-2", "VAL-4"],
        needed: &[Part::Closed],
        missing: &[],
        make: |answer, choices| {
            answer.put(&[], &choices.canary(), text(choices));
            answer.fault(&[Schema], "");
        },
    },
    Break {
        name: "extra-member-of-evidence",
        requirements: &["VAL-1", "VAL-2", "VAL-4"],
        needed: &[Part::Closed, Part::Evidence],
        missing: &[],
        make: |answer, choices| {
            answer.put(&["evidence", "0"], &choices.canary(), text(choices));
            answer.fault(&[Schema], "/evidence/0");
        },
    },
    Break {
        name: "wrong-type",
        requirements: &["VAL-1", "VAL-2", "VAL-3"],
        needed: &[Part::Note],
        missing: &[],
        make: |answer, choices| {
            answer.put(&[], "note", no_string(choices));
            answer.fault(&[Schema], "/note");
        },
    },
    Break {
        name: "no-list",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::Changes],
        missing: &[],
        make: |answer, choices| {
            let list = match choices.upto(2) {
                0 => Json::Null,
                1 => Json::Object(Vec::new()),
                _ => Json::string("[]"),
            };
            answer.put(&[], "state_changes", list);
            answer.fault(&[Schema], "/state_changes");
        },
    },
    Break {
        name: "out-of-bounds",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::Evidence],
        missing: &[],
        make: |answer, choices| {
            let confidence = *choices.pick(&["2", "-1", "1.00000000000001", "-1e-300", "1e300"]);
            let confidence = Json::Number(confidence.into());
            answer.put(&["evidence", "0"], "confidence", confidence);
            answer.fault(&[Schema], "/evidence/0/confidence");
        },
    },
];

/// Faults of the whole.
pub(super) const OF_ALL: [Break; 2] = [
    Break {
        name: "no-object",
        requirements: &["VAL-1", "VAL-2", "PAR-7", "DEC-3"],
        needed: &[],
        missing: &[],
        make: |answer, choices| {
            answer.json = match choices.upto(4) {
                0 => Json::Null,
                1 => Json::Number("1".into()),
                2 => Json::string(choices.canary()),
                3 => Json::Array(vec![answer.json.clone()]),
                _ => Json::Boolean(true),
            };
            answer.fault(&[Schema], "");
            answer.no_action(&[""]);
        },
    },
    Break {
        name: "no-next",
        requirements: &["VAL-1", "VAL-2"],
        needed: &[Part::Tools],
        missing: &[],
        make: |answer, choices| {
            if choices.one_in(2) {
                let next = match choices.upto(2) {
                    0 => Json::Null,
                    1 => Json::Array(Vec::new()),
                    _ => text(choices),
                };
                answer.put(&[], "next", next);
                answer.fault(&[Schema], "/next");
                answer.no_action(&["", "/next"]);
            } else {
                answer.take(&[], "next");
                answer.no_action(&[""]);
            }
        },
    },
];

/// A value of another type than a string.
pub(super) fn no_string(choices: &mut Choices<'_>) -> Json {
    match choices.upto(4) {
        0 => Json::Number("0".into()),
        1 => Json::Null,
        2 => Json::Boolean(false),
        3 => Json::Array(vec![text(choices)]),
        _ => Json::object([("id", text(choices))]),
    }
}

/// What may not stand at a reference to a binding of this id.
fn other_id(id: Option<String>, choices: &mut Choices<'_>) -> Json {
    match id {
        Some(_) if choices.one_in(4) => Json::Null,
        Some(id) => Json::string(stranger(&[id], choices)),
        None => Json::string(stranger(&[], choices)),
    }
}
