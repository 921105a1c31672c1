//! Faults at object positions, and objects as strings where no position is (REQ DEC-2, DEC-3, DEC-4).

use super::super::super::json::quoted;
use super::super::super::world::{Part, text};
use super::super::super::{Choices, Json};
use super::{ARGUMENTS, Answer, Break, pointer};
use crate::case::Category::{Parse, Schema};

/// Texts that hold an object and do not parse strictly to one.
const FAULTY: [&str; 15] = [
    "",
    "{",
    "a",
    "{\"a\":1,}",
    "{\"a\":1,\"a\":1}",
    "{\"a\":1,\"\\u0061\":2}",
    "{\"a\":{\"b\":1,\"b\":1}}",
    "```json\n{}\n```",
    "Here it is: {}",
    "{} {}",
    "\u{feff}{}",
    "\u{a0}{}",
    "{'a':1}",
    "{\"a\":NaN}",
    "{\"a\":\"\\ud800\"}",
];

/// Texts of JSON that is no object.
const NO_OBJECTS: [&str; 6] = ["[]", "1", "null", "true", "\"\"", "[{}]"];

/// Faults at positions outside the call.
pub(super) const ALL: [Break; 4] = [
    Break {
        name: "no-evidence",
        requirements: &["DEC-2", "DEC-3", "VAL-2", "LIM-4"],
        needed: &[Part::DecodeEvidence],
        missing: &[],
        make: |answer, choices| {
            spoil(answer, &["evidence", "0"], choices);
        },
    },
    Break {
        name: "no-change",
        requirements: &["DEC-2", "DEC-3", "VAL-2"],
        needed: &[Part::DecodeChanges],
        missing: &[],
        make: |answer, choices| {
            spoil(answer, &["state_changes", "0"], choices);
        },
    },
    Break {
        name: "encoded-at-no-position",
        requirements: &["DEC-4", "VAL-2"],
        needed: &[Part::Changes],
        missing: &[Part::DecodeChanges],
        make: |answer, _| encode(answer, &["state_changes", "0"]),
    },
    Break {
        name: "encoded-evidence-at-no-position",
        requirements: &["DEC-4", "VAL-2"],
        needed: &[Part::Evidence],
        missing: &[Part::DecodeEvidence],
        make: |answer, _| encode(answer, &["evidence", "0"]),
    },
];

/// Faults at positions in the call.
pub(super) const OF_CALL: [Break; 4] = [
    Break {
        name: "arguments-no-object",
        requirements: &["DEC-2", "DEC-3", "VAL-2"],
        needed: &[Part::DecodeArguments],
        missing: &[],
        make: |answer, choices| {
            spoil(answer, &ARGUMENTS, choices);
            answer.no_table();
        },
    },
    Break {
        name: "encoded-in-arguments-no-object",
        requirements: &["DEC-2", "DEC-3", "VAL-2"],
        needed: &[Part::DecodeAlso],
        missing: &[],
        make: |answer, choices| {
            spoil(answer, &["next", "arguments", "also"], choices);
        },
    },
    Break {
        name: "encoded-arguments-at-no-position",
        requirements: &["DEC-4", "VAL-2"],
        needed: &[Part::Call],
        missing: &[Part::DecodeArguments],
        make: |answer, _| {
            encode(answer, &ARGUMENTS);
            answer.no_table();
        },
    },
    Break {
        name: "encoded-next",
        requirements: &["DEC-4", "VAL-2"],
        needed: &[Part::Call],
        missing: &[],
        make: |answer, _| {
            encode(answer, &["next"]);
            answer.no_action(&["/next", ""]);
        },
    },
];

/// Puts something else than an object or its text at a position. A string is told as what does not fit the schema, or as
/// content that does not parse strictly to an object: `schema` or `parse` (REQ DEC-2).
fn spoil(answer: &mut Answer<'_>, path: &[&str], choices: &mut Choices<'_>) {
    let place = pointer(path);
    let Some(object) = answer.json.at(path) else {
        return;
    };
    let right = object.value_text();
    let value = match choices.upto(7) {
        0 => Json::string(*choices.pick(&FAULTY)),
        1 => Json::string(*choices.pick(&NO_OBJECTS)),
        2 => Json::string(quoted(&right)),
        3 => Json::string(format!("[{right}]")),
        4 => Json::string(choices.canary()),
        5 => Json::string(format!("{right},")),
        6 => Json::Array(vec![text(choices)]),
        _ => {
            let scalars = [Json::Null, Json::Number("1".into()), Json::Boolean(true)];
            choices.pick(&scalars).clone()
        }
    };
    let is_string = matches!(value, Json::String(_));
    *object = value;
    answer.fault(&[Schema], place);
    if is_string {
        answer.fault(&[Parse], "");
    }
}

/// Puts an object as a string where no rule takes it out of the string.
fn encode(answer: &mut Answer<'_>, path: &[&str]) {
    if let Some(object) = answer.json.at(path) {
        *object = Json::string(object.value_text());
    }
    answer.fault(&[Schema], pointer(path));
}
