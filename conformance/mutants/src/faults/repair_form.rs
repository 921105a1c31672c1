//! Faults of the forms of a repair: each of them left out, and the place that it is asked for at.

use serde_json::Value;

use crate::desk::Desk;
use crate::mending::is_call;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::text::place;

/// Rejects where a repair is asked for of a value of which this holds.
fn refuse(desk: &mut Desk, request: &Request, is_refused: fn(&Value) -> bool) -> Answer {
    let answer = desk.ask(request);
    if request.op != "recover" || !is_call(&answer) {
        return answer;
    }
    let value = place(answer.text(), answer.path());
    let value = value.and_then(|place| serde_json::from_str(answer.text().get(place)?).ok());
    if value.is_some_and(|value| is_refused(&value)) {
        return Answer::rejected(request.id, "schema:type", answer.path());
    }
    answer
}

fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// Whether this holds of a value or of one in it.
fn any(value: &Value, holds: fn(&Value) -> bool) -> bool {
    holds(value)
        || match value {
            Value::Array(items) => items.iter().any(|item| any(item, holds)),
            Value::Object(members) => members.values().any(|member| any(member, holds)),
            _ => false,
        }
}

fn is_labelled(value: &Value) -> bool {
    let items = value.as_array().filter(|items| items.len() == 6);
    items.is_some_and(|items| items[0] == "column" && items[2] == "operator" && items[4] == "value")
}

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "repair-flat-list-refused",
        mistake: "Knows triples as lists of their own alone, not in one flat list.",
        breaks: "REP-2",
        answer: |desk, request| {
            refuse(desk, request, |value| {
                let items = value.as_array().filter(|items| items.len() >= 6);
                items.is_some_and(|items| items.iter().all(is_scalar)) && !is_labelled(value)
            })
        },
    },
    Mutant {
        name: "repair-labelled-form-refused",
        mistake: "Knows triples alone, not the labelled form.",
        breaks: "REP-2",
        answer: |desk, request| refuse(desk, request, |value| any(value, is_labelled)),
    },
    Mutant {
        name: "repair-level-too-deep-refused",
        mistake: "Knows triples as items alone, not one level too deep.",
        breaks: "REP-2",
        answer: |desk, request| {
            refuse(desk, request, |value| {
                any(value, |value| {
                    let inner = |value: &Value| {
                        value
                            .as_array()
                            .is_some_and(|items| items.iter().any(Value::is_array))
                    };
                    value
                        .as_array()
                        .is_some_and(|items| items.iter().any(inner))
                })
            })
        },
    },
    Mutant {
        name: "repair-one-object-refused",
        mistake: "Does not put one object into the list that is due.",
        breaks: "REP-2",
        answer: |desk, request| refuse(desk, request, Value::is_object),
    },
    Mutant {
        name: "repair-one-scalar-refused",
        mistake: "Does not put one scalar into the list that is due.",
        breaks: "REP-2",
        answer: |desk, request| refuse(desk, request, is_scalar),
    },
    Mutant {
        name: "repair-list-of-one-refused",
        mistake: "Does not take the one object out of the list around it.",
        breaks: "REP-2",
        answer: |desk, request| {
            refuse(desk, request, |value| {
                let inner = |value: &Value| {
                    let one = value.as_array().filter(|items| items.len() == 1);
                    one.is_some_and(|items| items.iter().all(Value::is_object))
                };
                inner(value)
                    || value
                        .as_array()
                        .is_some_and(|items| items.iter().any(inner))
            })
        },
    },
    Mutant {
        name: "repair-mixed-list-refused",
        mistake: "Has all items of a list wrong, or none.",
        breaks: "REP-2",
        answer: |desk, request| {
            refuse(desk, request, |value| {
                value.as_array().is_some_and(|items| {
                    items.iter().any(Value::is_object) && items.iter().any(Value::is_array)
                })
            })
        },
    },
    Mutant {
        name: "repair-at-the-shortest-path",
        mistake: "Asks for a repair of the first repairable place on the way, not of the last.",
        breaks: "REP-1",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if !is_call(&answer) {
                return answer;
            }
            let path = answer.path().to_owned();
            let steps: Vec<_> = path.split('/').collect();
            let positions = &desk.contract(request)["positions"]["repairable"];
            let matches = |prefix: &[&str]| {
                positions.as_array().into_iter().flatten().any(|position| {
                    let position: Vec<_> =
                        position.as_str().unwrap_or_default().split('/').collect();
                    let same = |(one, other): (&&str, &&str)| one == other || *one == "*";
                    position.len() == prefix.len() && position.iter().zip(prefix).all(same)
                })
            };
            let shortest = (1..=steps.len()).find_map(|length| {
                let prefix = steps.get(..length)?;
                matches(prefix).then(|| prefix.join("/"))
            });
            answer.path = shortest.or(answer.path);
            answer
        },
    },
];
