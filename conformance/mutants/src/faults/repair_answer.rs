//! Faults of the checks on an answer to a repair call.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::mending::{call, if_it_holds, if_read, is_call, mended, replacement};
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::text::{Piece, pieces, place};

/// The scalars of a value, each with the key that it stands under; the items of a list share that of the list.
fn scalars(value: &Value, key: &str, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| scalars(item, key, found)),
        Value::Object(members) => members
            .iter()
            .for_each(|(key, member)| scalars(member, key, found)),
        scalar => found.push((key.to_owned(), scalar.clone())),
    }
}

/// The scalars as text, in order, each as `write` has it.
fn sorted(value: &Value, write: fn(&(String, Value)) -> String) -> Vec<String> {
    let mut found = Vec::new();
    scalars(value, "", &mut found);
    let mut written: Vec<_> = found.iter().map(write).collect();
    written.sort();
    written
}

fn alone(scalar: &(String, Value)) -> String {
    scalar.1.to_string()
}

/// The objects, each by its scalar members as `write` has them.
fn objects(value: &Value, write: fn(&str, &Value) -> String, found: &mut Vec<Vec<String>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| objects(item, write, found)),
        Value::Object(members) => {
            let scalars = members
                .iter()
                .filter(|(_, value)| !value.is_array() && !value.is_object());
            let mut set: Vec<_> = scalars.map(|(key, value)| write(key, value)).collect();
            set.sort();
            found.push(set);
            members
                .values()
                .for_each(|member| objects(member, write, found));
        }
        _ => {}
    }
}

fn same_objects(before: &Value, after: &Value, write: fn(&str, &Value) -> String) -> bool {
    let of = |value| {
        let mut found = Vec::new();
        objects(value, write, &mut found);
        found.sort();
        found
    };
    of(before) == of(after)
}

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "repair-anything-valid",
        mistake: "Takes any replacement with which the response is valid.",
        breaks: "REP-5",
        answer: |desk, request| if_it_holds(desk, request, |_, _| true),
    },
    Mutant {
        name: "repair-swap-allowed",
        mistake: "Counts the scalars and compares nothing else.",
        breaks: "REP-7",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                sorted(before, alone) == sorted(after, alone)
            })
        },
    },
    Mutant {
        name: "repair-scalars-as-a-set",
        mistake: "Asks which scalars occur, not how often.",
        breaks: "REP-5",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let set = |value| sorted(value, alone).into_iter().collect::<BTreeSet<_>>();
                set(before) == set(after)
            })
        },
    },
    Mutant {
        name: "repair-scalars-none-lost",
        mistake: "Asks whether a scalar is lost, not whether one is new.",
        breaks: "REP-5",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let after = sorted(after, alone);
                sorted(before, alone)
                    .iter()
                    .all(|scalar| after.contains(scalar))
            })
        },
    },
    Mutant {
        name: "repair-number-as-its-text",
        mistake: "Compares scalars by their text, so that 1 is \"1\".",
        breaks: "REP-5",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let text = |(_, value): &(String, Value)| match value {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                sorted(before, text) == sorted(after, text)
            })
        },
    },
    Mutant {
        name: "repair-objects-mixed",
        mistake: "Keeps scalars under their keys, but not in their objects.",
        breaks: "REP-6",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let keyed = |(key, value): &(String, Value)| format!("{key}={value}");
                sorted(before, keyed) == sorted(after, keyed)
            })
        },
    },
    Mutant {
        name: "repair-keys-ignored",
        mistake: "Keeps the scalars of an object together, under any keys.",
        breaks: "REP-6",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                same_objects(before, after, |_, value| value.to_string())
            })
        },
    },
    Mutant {
        name: "repair-numbers-free",
        mistake: "Compares strings alone, so that a confidence may change.",
        breaks: "REP-5",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let strings =
                    |(_, value): &(String, Value)| value.as_str().unwrap_or_default().to_owned();
                sorted(before, strings) == sorted(after, strings)
            })
        },
    },
    Mutant {
        name: "repair-order-ignored",
        mistake: "Keeps objects as they were, and forgets the order of lists.",
        breaks: "REP-6",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                sorted(before, alone) == sorted(after, alone)
                    && same_objects(before, after, |key, value| format!("{key}={value}"))
            })
        },
    },
    Mutant {
        name: "repair-not-validated-again",
        mistake: "Takes what changes nothing but containers for valid.",
        breaks: "REP-9",
        answer: |desk, request| {
            let first = desk.ask(request);
            let asks = request.op == "repair" && first.is_rejected();
            if !asks || first.rejects_for("repair") || first.rejects_for("limit") {
                return first;
            }
            let call = call(desk, request);
            let replacement = request.answer.as_deref().and_then(replacement);
            let mended = replacement.and_then(|replacement| mended(request, &call, &replacement));
            mended.unwrap_or(first)
        },
    },
    Mutant {
        name: "repair-answer-in-prose",
        mistake: "Searches for the object in an answer with prose around it.",
        breaks: "REP-4",
        answer: |desk, request| {
            if_read(desk, request, |answer| {
                let (from, to) = (answer.find('{')?, answer.rfind('}')?);
                replacement(answer.get(from..=to)?)
            })
        },
    },
    Mutant {
        name: "repair-second-key-ignored",
        mistake: "Reads `replacement` and ignores what else the answer says.",
        breaks: "REP-4",
        answer: |desk, request| if_read(desk, request, replacement),
    },
    Mutant {
        name: "repair-duplicate-key-last-wins",
        mistake: "Reads the answer with a parser that takes the last of two equal keys.",
        breaks: "REP-4",
        answer: |desk, request| {
            if_read(desk, request, |answer| {
                let value: Value = serde_json::from_str(answer).ok()?;
                let members = value.as_object().filter(|members| members.len() == 1)?;
                Some(members.get("replacement")?.to_string())
            })
        },
    },
    Mutant {
        name: "repair-bare-value",
        mistake: "Takes an answer without `replacement` for the value itself.",
        breaks: "REP-4",
        answer: |desk, request| {
            if_read(desk, request, |answer| {
                serde_json::from_str::<Value>(answer)
                    .ok()
                    .map(|_| answer.to_owned())
            })
        },
    },
    Mutant {
        name: "repair-answer-of-any-length",
        mistake: "Does not count the bytes of an answer.",
        breaks: "LIM-2",
        answer: |desk, request| {
            if_read(desk, request, |answer| {
                replacement(answer).filter(|_| answer.len() > 65_536)
            })
        },
    },
    Mutant {
        name: "repair-of-a-cut-response",
        mistake: "Repairs what the provider cut off.",
        breaks: "PAR-8",
        answer: |desk, request| {
            let whole = Request {
                finish: None,
                ..request.clone()
            };
            let first = desk.ask(request);
            if request.op != "repair" && !is_call(&call(desk, &whole)) {
                return first;
            }
            desk.ask(&whole)
        },
    },
    Mutant {
        name: "repair-of-a-sound-response",
        mistake: "Puts a replacement in place where nothing was wrong.",
        breaks: "REP-10",
        answer: |desk, request| {
            let first = desk.ask(request);
            if !first.rejects_for("repair:not_eligible") {
                return first;
            }
            let sound = call(desk, request);
            if !sound.is_accepted() {
                return first;
            }
            let positions = &desk.contract(request)["positions"]["repairable"];
            let paths = positions.as_array().cloned().unwrap_or_default();
            let replacement = request.answer.as_deref().and_then(replacement);
            let mended = paths.iter().find_map(|path| {
                let mut call = sound.clone();
                call.path = path.as_str().map(str::to_owned);
                mended(request, &call, replacement.as_deref()?)
            });
            mended.unwrap_or(first)
        },
    },
    Mutant {
        name: "repair-answer-encoded",
        mistake: "Decodes an answer that is a string with the object in it.",
        breaks: "REP-4",
        answer: |desk, request| {
            if_read(desk, request, |answer| {
                replacement(&serde_json::from_str::<String>(answer).ok()?)
            })
        },
    },
    Mutant {
        name: "repair-replacement-decoded",
        mistake: "Decodes a replacement that is a string with a list or an object in it.",
        breaks: "REP-4",
        answer: |desk, request| {
            let first = desk.ask(request);
            let given = request.answer.as_deref().and_then(replacement);
            let given = given.and_then(|given| serde_json::from_str::<String>(&given).ok());
            match given {
                Some(given) if first.is_rejected() => {
                    let second = desk.ask(&Request {
                        answer: Some(format!(r#"{{"replacement":{given}}}"#)),
                        ..request.clone()
                    });
                    if second.is_accepted() { second } else { first }
                }
                _ => first,
            }
        },
    },
    Mutant {
        name: "repair-column-and-value-exchanged",
        mistake: "Keeps what a filter is made of, in whichever of its places.",
        breaks: "REP-7",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let places = |(key, value): &(String, Value)| {
                    let key = match key.as_str() {
                        "column" | "operator" | "value" | "filters" | "" => "",
                        other => other,
                    };
                    format!("{key}={value}")
                };
                sorted(before, places) == sorted(after, places)
            })
        },
    },
    Mutant {
        name: "repair-empty-containers-free",
        mistake: "Does not count objects and lists with nothing in them.",
        breaks: "REP-6",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let of = |value| {
                    let mut found = Vec::new();
                    objects(value, |key, value| format!("{key}={value}"), &mut found);
                    found.retain(|set| !set.is_empty());
                    found.sort();
                    found
                };
                sorted(before, alone) == sorted(after, alone) && of(before) == of(after)
            })
        },
    },
    Mutant {
        name: "repair-case-ignored",
        mistake: "Compares strings without their case.",
        breaks: "REP-5",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let lower = |(_, value): &(String, Value)| value.to_string().to_lowercase();
                sorted(before, lower) == sorted(after, lower)
            })
        },
    },
    Mutant {
        name: "repair-white-space-ignored",
        mistake: "Trims the strings that it compares.",
        breaks: "REP-5",
        answer: |desk, request| {
            if_it_holds(desk, request, |before, after| {
                let trimmed = |(_, value): &(String, Value)| match value {
                    Value::String(text) => format!("{:?}", text.trim()),
                    other => other.to_string(),
                };
                sorted(before, trimmed) == sorted(after, trimmed)
            })
        },
    },
    Mutant {
        name: "repair-spelling-compared",
        mistake: "Compares numbers as they are spelled, so that 1.0 is not 1.",
        breaks: "REP-5",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if request.op != "repair" || !answer.is_accepted() {
                return answer;
            }
            let call = call(desk, request);
            let before = place(call.text(), call.path()).and_then(|place| call.text().get(place));
            let after = request.answer.as_deref().and_then(replacement);
            let spelled = |text: &str| {
                let mut words: Vec<String> = pieces(text)
                    .into_iter()
                    .filter_map(|piece| match piece {
                        Piece::Word(token) => Some(token.to_owned()),
                        _ => None,
                    })
                    .collect();
                words.sort();
                words
            };
            if before.map(spelled) == after.as_deref().map(spelled) {
                return answer;
            }
            Answer::rejected(request.id, "repair:scalars", call.path())
        },
    },
];
