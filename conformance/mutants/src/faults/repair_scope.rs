//! Faults of the scope of a repair: what of a schema and a contract it looks at before it asks.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::desk::Desk;
use crate::mending::is_call;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;

/// What a second contract is called, beside the one that a mutant reads in its own way.
const TWIN: &str = " as the mutant reads it";

/// Asks for a repair where it would be due under the contract as `change` makes it.
fn ask_under(desk: &mut Desk, request: &Request, change: fn(&mut Value)) -> Answer {
    let (first, second) = twins(desk, request, change);
    match second {
        Some(second) if first.is_rejected() && is_call(&second) => second,
        _ => first,
    }
}

/// Asks for a repair only where it would be due under the contract as `change` makes it, too.
fn ask_only_under(desk: &mut Desk, request: &Request, change: fn(&mut Value)) -> Answer {
    let (first, second) = twins(desk, request, change);
    match second {
        Some(second) if is_call(&first) && second.is_rejected() => second,
        _ => first,
    }
}

/// What the reference answers under a contract as it is, and under the same as `change` makes it.
fn twins(desk: &mut Desk, request: &Request, change: fn(&mut Value)) -> (Answer, Option<Answer>) {
    let first = desk.ask(request);
    if request.op == "load" {
        let mut document = request
            .contract
            .as_deref()
            .and_then(|document| serde_json::from_str(document.get()).ok())
            .unwrap_or_default();
        change(&mut document);
        desk.ask(&Request {
            name: request.name.as_ref().map(|name| format!("{name}{TWIN}")),
            contract: RawValue::from_string(document.to_string()).ok(),
            ..request.clone()
        });
        return (first, None);
    }
    let name = request.contract.as_deref();
    let name = name.and_then(|name| serde_json::from_str::<String>(name.get()).ok());
    let (Some(name), "recover") = (name, &*request.op) else {
        return (first, None);
    };
    let second = desk.ask(&Request {
        contract: RawValue::from_string(json!(format!("{name}{TWIN}")).to_string()).ok(),
        ..request.clone()
    });
    (first, Some(second))
}

/// Every object in a schema, the inner ones first.
fn each(schema: &mut Value, change: &impl Fn(&mut Map<String, Value>)) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        Value::Object(members) => {
            members.values_mut().for_each(|member| each(member, change));
            change(members);
        }
        _ => {}
    }
}

/// Leaves keywords out of a schema wherever they stand; a property of such a name is none.
fn without(contract: &mut Value, keywords: &[&str]) {
    each(&mut contract["schema"], &|members| {
        members.retain(|name, value| {
            !keywords.contains(&name.as_str())
                || (value.is_object() && name != "additionalProperties")
        });
    });
}

/// Puts what stands under a keyword into a branch, errors in which are no container errors.
fn as_branch(contract: &mut Value, keyword: &str) {
    each(
        &mut contract["schema"],
        &|members| match members.get_mut(keyword) {
            Some(Value::Array(all)) => {
                for one in all {
                    *one = json!({"anyOf": [one.take()]});
                }
            }
            Some(one @ Value::Object(_)) => *one = json!({"anyOf": [one.take()]}),
            _ => {}
        },
    );
}

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "repair-beside-other-errors",
        mistake: "Looks at the errors of containers alone, whatever else is wrong.",
        breaks: "REP-1",
        answer: |desk, request| {
            ask_under(desk, request, |contract| {
                let others = [
                    "enum",
                    "const",
                    "required",
                    "pattern",
                    "minimum",
                    "maximum",
                    "maxItems",
                    "minItems",
                    "minLength",
                    "maxLength",
                    "additionalProperties",
                ];
                without(contract, &others);
            })
        },
    },
    Mutant {
        name: "repair-below-additional-properties",
        mistake: "Takes a member of any name for one that the schema names.",
        breaks: "REP-1",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let path = answer.path().to_owned();
            let contract = desk.contract(request);
            let place = format!(
                "/properties{}",
                path.replace('/', "/properties/")
                    .trim_start_matches("/properties")
            );
            let schema = contract["schema"].pointer(&place);
            let is_open = schema.is_some_and(|schema| schema["additionalProperties"].is_object());
            if request.op != "recover" || !answer.rejects_for("schema:type") || !is_open {
                return answer;
            }
            Answer {
                id: request.id,
                outcome: Some("repair".to_owned()),
                prompt: Some("investigation_format_repair_v1".to_owned()),
                schema: RawValue::from_string("{}".to_owned()).ok(),
                text: Some(request.response().to_owned()),
                rules: Some(Vec::new()),
                path: Some(path),
                ..Answer::default()
            }
        },
    },
    Mutant {
        name: "repair-nullable-refused",
        mistake: "Reads `type` only where it is one word.",
        breaks: "REP-1",
        answer: |desk, request| {
            ask_only_under(desk, request, |contract| {
                each(&mut contract["schema"], &|members| {
                    let null = json!("null");
                    let kind = members.get("type").cloned();
                    if let Some(Value::Array(types)) = kind
                        && types.contains(&null)
                        && types.iter().any(|one| one == "array" || one == "object")
                    {
                        members.remove("type");
                        members.insert("anyOf".to_owned(), json!([{"type": types}]));
                    }
                });
            })
        },
    },
    Mutant {
        name: "repair-all-of-not-followed",
        mistake: "Does not look for container errors in an `allOf`.",
        breaks: "REP-1",
        answer: |desk, request| {
            ask_only_under(desk, request, |contract| as_branch(contract, "allOf"))
        },
    },
    Mutant {
        name: "repair-despite-references",
        mistake: "Does not look at references before the repair, since all is checked after it.",
        breaks: "REP-1",
        answer: |desk, request| {
            ask_under(desk, request, |contract| {
                if let Some(contract) = contract.as_object_mut() {
                    contract.remove("references");
                }
            })
        },
    },
    Mutant {
        name: "repair-without-marker",
        mistake: "Asks for repairs in calls that nobody marked.",
        breaks: "ACT-2",
        answer: |desk, request| {
            ask_under(desk, request, |contract| {
                contract["phase"] = json!("investigation");
                contract["schema"]["x-viano-response-recovery"] = json!(1);
            })
        },
    },
    Mutant {
        name: "repair-of-ambiguous-filters",
        mistake: "Takes six items that read both ways for the labelled form.",
        breaks: "REP-2",
        answer: |desk, request| {
            ask_under(desk, request, |contract| {
                let tools = contract["tools"].as_object_mut();
                for (_, tool) in tools.into_iter().flatten() {
                    if let Some(Value::Array(operators)) = tool.get_mut("operators") {
                        // Without an operator `value` they read as a labelled form alone.
                        operators.retain(|operator| operator != "value");
                    }
                }
            })
        },
    },
];
