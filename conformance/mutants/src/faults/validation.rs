//! Faults of the check of the whole contract: checks left out, or done in part.

use serde_json::{Number, Value, json};

use crate::mutant::Mutant;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "evidence-unchecked",
        mistake: "Does not hold evidence ids against the visible evidence.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                remove(contract, "references", "evidence");
            })
        },
    },
    Mutant {
        name: "hypothesis-unchecked",
        mistake: "Does not hold the hypothesis against the bound one.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                remove(contract, "references", "hypothesis");
            })
        },
    },
    Mutant {
        name: "previous-result-unchecked",
        mistake: "Does not hold the previous result against the bound one.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                remove(contract, "references", "previous_result");
            })
        },
    },
    Mutant {
        name: "budget-ignored",
        mistake: "Does not look at the actions that are left.",
        breaks: "VAL-1",
        answer: |desk, request| desk.under(request, |contract| drop_member(contract, "budget")),
    },
    Mutant {
        name: "final-action-costs",
        mistake: "Lets a final action cost budget as well.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                each_tool(contract, |tool| tool["effect"] = json!("read"));
            })
        },
    },
    Mutant {
        name: "tool-unknown",
        mistake: "Lets an action pass that no tool of the contract has.",
        breaks: "VAL-1",
        answer: |desk, request| desk.wave_through(request, |answer| answer.rejects_for("action")),
    },
    Mutant {
        name: "max-filters-ignored",
        mistake: "Does not count the filters.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                each_tool(contract, |tool| drop_member(tool, "max_filters"));
            })
        },
    },
    Mutant {
        name: "max-limit-ignored",
        mistake: "Does not look at the limit.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                each_tool(contract, |tool| drop_member(tool, "max_limit"));
            })
        },
    },
    Mutant {
        name: "columns-unchecked",
        mistake: "Does not look whether the columns are those of the table.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.wave_through(request, |answer| answer.rejects_for("tool:unknown_column"))
        },
    },
    Mutant {
        name: "operators-unchecked",
        mistake: "Does not look whether the operators are those of the tool.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.wave_through(request, |answer| {
                answer.rejects_for("tool:unknown_operator")
            })
        },
    },
    Mutant {
        name: "schema-only",
        mistake: "Checks the schema and nothing else.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                if let Some(contract) = contract.as_object_mut() {
                    contract
                        .retain(|name, _| !matches!(&**name, "references" | "tools" | "budget"));
                }
            })
        },
    },
    Mutant {
        name: "extra-members-allowed",
        mistake: "Lets members pass that the schema does not know.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.wave_through(request, |answer| answer.rejects_for("schema:additional"))
        },
    },
    Mutant {
        name: "small-decimals-misread",
        mistake: "Loses the zeros behind the point of a bound, so that 0.05 is 0.5.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.under(request, |contract| {
                each_number(&mut contract["schema"], |number| {
                    let behind = number
                        .as_f64()
                        .filter(|number| 0.0 < *number && *number < 0.1)?;
                    Number::from_f64(behind * 10.0)
                });
            })
        },
    },
    Mutant {
        name: "first-item-checked",
        mistake: "Checks the first item of a list only.",
        breaks: "VAL-1",
        answer: |desk, request| {
            desk.wave_through(request, |answer| later_item(answer.path()).is_some())
        },
    },
    Mutant {
        name: "invalid-items-dropped",
        mistake: "Drops the items of a list that are not valid and goes on with the rest.",
        breaks: "VAL-3",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if !answer.is_rejected() {
                return answer;
            }
            let kept = without_item(request.response(), answer.path());
            let rescued = kept.map(|kept| desk.ask(&request.with_response(kept)));
            rescued
                .filter(crate::message::Answer::is_accepted)
                .unwrap_or(answer)
        },
    },
    Mutant {
        name: "invalid-members-dropped",
        mistake: "Drops members that the schema does not know and goes on with the rest.",
        breaks: "VAL-3",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if !answer.rejects_for("schema:additional") {
                return answer;
            }
            let schema = desk.contract(request)["schema"].clone();
            desk.rescue(request, |text| {
                without_unknown(text, answer.path(), &schema)
            })
        },
    },
];

fn remove(contract: &mut Value, part: &str, member: &str) {
    if let Some(part) = contract.get_mut(part) {
        drop_member(part, member);
    }
}

fn drop_member(object: &mut Value, member: &str) {
    if let Some(object) = object.as_object_mut() {
        object.remove(member);
    }
}

fn each_tool(contract: &mut Value, change: impl Fn(&mut Value)) {
    let tools = contract.get_mut("tools").and_then(Value::as_object_mut);
    tools
        .into_iter()
        .flatten()
        .for_each(|(_, tool)| change(tool));
}

/// The path up to an index, and the index, if one is not the first.
fn later_item(path: &str) -> Option<usize> {
    path.split('/')
        .filter_map(|segment| segment.parse().ok())
        .find(|index| *index > 0)
}

/// The response without the item of a list that a path leads to or into.
fn without_item(text: &str, path: &str) -> Option<String> {
    let mut whole: Value = serde_json::from_str(text).ok()?;
    let segments: Vec<_> = path.split('/').skip(1).collect();
    let at = segments
        .iter()
        .position(|segment| segment.parse::<usize>().is_ok())?;
    let list = segments
        .get(..at)?
        .iter()
        .try_fold(&mut whole, |value, name| value.get_mut(name))?;
    let index: usize = segments.get(at)?.parse().ok()?;
    let list = list.as_array_mut()?;
    (index < list.len()).then(|| list.remove(index))?;
    Some(whole.to_string())
}

/// The response without the members at a path that the root of the schema does not name.
fn without_unknown(text: &str, path: &str, schema: &Value) -> Option<String> {
    let mut whole: Value = serde_json::from_str(text).ok()?;
    let known = path
        .is_empty()
        .then(|| schema["properties"].as_object())??;
    whole
        .as_object_mut()?
        .retain(|name, _| known.contains_key(name));
    Some(whole.to_string())
}

/// Changes the numbers anywhere in a document.
fn each_number(value: &mut Value, change: fn(&Number) -> Option<Number>) {
    match value {
        Value::Number(number) => {
            if let Some(new) = change(number) {
                *number = new;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_number(item, change)),
        Value::Object(members) => {
            let members = members.values_mut();
            members.for_each(|member| each_number(member, change));
        }
        _ => {}
    }
}
