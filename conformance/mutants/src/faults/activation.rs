//! Faults of the switch: which calls the rules apply to.

use serde_json::{Value, json};

use crate::mutant::Mutant;

const MARKER: &str = "x-viano-response-recovery";

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "marker-ignored",
        mistake: "Applies the rules whether the schema carries the marker or not.",
        breaks: "ACT-2",
        answer: |desk, request| desk.under(request, |contract| mark(contract, |_| true)),
    },
    Mutant {
        name: "marker-true-counts",
        mistake: "Takes the marker for a switch, so that `true` is 1.",
        breaks: "ACT-2",
        answer: |desk, request| {
            desk.under(request, |contract| {
                mark(contract, |marker| *marker == json!(true));
            })
        },
    },
    Mutant {
        name: "marker-text-counts",
        mistake: "Reads the marker with a lenient conversion, so that `\"1\"` is 1.",
        breaks: "ACT-2",
        answer: |desk, request| {
            desk.under(request, |contract| {
                mark(contract, |marker| *marker == json!("1"));
            })
        },
    },
    Mutant {
        name: "marker-later-version-counts",
        mistake: "Takes every marker from 1 on for the rules of version 1.",
        breaks: "ACT-2",
        answer: |desk, request| {
            desk.under(request, |contract| {
                mark(contract, |marker| {
                    marker.as_f64().is_some_and(|version| version > 1.0)
                });
            })
        },
    },
    Mutant {
        name: "phase-ignored",
        mistake: "Looks at the marker only, and not at the phase of the call.",
        breaks: "ACT-2",
        answer: |desk, request| {
            desk.under(request, |contract| {
                if let Some(phase) = contract.get_mut("phase") {
                    *phase = json!("investigation");
                }
            })
        },
    },
    Mutant {
        name: "never-active",
        mistake: "Looks for the marker under another name, so that no rule ever applies.",
        breaks: "ACT-2",
        answer: |desk, request| {
            desk.under(request, |contract| {
                if let Some(schema) = contract.get_mut("schema").and_then(Value::as_object_mut) {
                    schema.remove(MARKER);
                }
            })
        },
    },
];

/// Sets the marker to 1 where what stands in its place (null for nothing) is taken for one.
fn mark(contract: &mut Value, is_taken: impl FnOnce(&Value) -> bool) {
    let Some(schema) = contract.get_mut("schema").and_then(Value::as_object_mut) else {
        return;
    };
    if is_taken(schema.get(MARKER).unwrap_or(&Value::Null)) {
        schema.insert(MARKER.to_owned(), json!(1));
    }
}
