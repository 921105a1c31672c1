//! Faults of checkpoints and audits: what they hold, and what of them is verified.

use recovery_reports::sha256;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::sitting::Sitting;

const LAST: &str = r#","last":"#;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "checkpoint-with-response",
        mistake: "Keeps the last response in the checkpoint, to have it at hand.",
        breaks: "SES-4",
        answer: |desk, request| {
            let mut request = request.clone();
            if let Some(checkpoint) = &mut request.checkpoint
                && let Some(end) = checkpoint.find(LAST)
            {
                checkpoint.truncate(end);
                checkpoint.push('}');
            }
            let mut answer = desk.ask(&request);
            if let Some(checkpoint) = &mut answer.checkpoint {
                let last = desk.memory.sittings.of(&request).responses.last().cloned();
                if let (Some(last), Some(bare)) = (last, checkpoint.strip_suffix('}')) {
                    *checkpoint = format!("{bare}{LAST}{}}}", json!(last));
                }
            }
            answer
        },
    },
    Mutant {
        name: "checkpoint-not-verified",
        mistake: "Begins anew where it cannot use a checkpoint.",
        breaks: "SES-5",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if answer.error.as_deref() != Some("checkpoint") {
                return answer;
            }
            desk.ask(&Request {
                op: "session_open".to_owned(),
                ..request.clone()
            })
        },
    },
    Mutant {
        name: "foreign-checkpoint-taken",
        mistake: "Does not look at whose contract a checkpoint belongs to.",
        breaks: "SES-5",
        answer: |desk, request| {
            let answer = desk.ask(request);
            match known(desk, request) {
                Some((sitting, _)) if answer.error.as_deref() == Some("checkpoint") => {
                    desk.ask(&Request {
                        contract: RawValue::from_string(sitting.contract).ok(),
                        ..request.clone()
                    })
                }
                _ => answer,
            }
        },
    },
    Mutant {
        name: "later-checkpoint-taken",
        mistake: "Reads a checkpoint of any format as if it were its own.",
        breaks: "SES-5",
        answer: |desk, request| {
            let mut request = request.clone();
            if let Some(checkpoint) = &mut request.checkpoint {
                *checkpoint = checkpoint.replacen(r#""checkpoint":2"#, r#""checkpoint":1"#, 1);
            }
            desk.ask(&request)
        },
    },
    Mutant {
        name: "cut-tail-unseen",
        mistake: "Verifies the records of an audit against one another, but not that all of them are there.",
        breaks: "AUD-1",
        answer: |desk, request| {
            let whole = known(desk, request).map(|(_, records)| records);
            let given = request.records.as_deref().unwrap_or_default();
            match whole {
                Some(whole) if whole.starts_with(given) => desk.ask(&Request {
                    records: Some(whole),
                    ..request.clone()
                }),
                _ => desk.ask(request),
            }
        },
    },
    Mutant {
        name: "hashes-not-computed",
        mistake: "Looks at the hashes that the records bear, and never computes one.",
        breaks: "AUD-1",
        answer: |desk, request| {
            let borne = |records: &[Value]| -> Vec<(Value, Value)> {
                let record = |record: &Value| (record["previous"].clone(), record["hash"].clone());
                records.iter().map(record).collect()
            };
            let whole = known(desk, request).map(|(_, records)| records);
            let given = request.records.as_deref().unwrap_or_default();
            match whole {
                Some(whole) if borne(&whole) == borne(given) => desk.ask(&Request {
                    records: Some(whole),
                    ..request.clone()
                }),
                _ => desk.ask(request),
            }
        },
    },
    Mutant {
        name: "order-not-verified",
        mistake: "Verifies each record by itself, in any order and number.",
        breaks: "AUD-1",
        answer: |desk, request| {
            let whole = known(desk, request).map(|(_, records)| records);
            let given = request.records.as_deref().unwrap_or_default();
            match whole {
                Some(whole) if given.iter().all(|record| whole.contains(record)) => {
                    desk.ask(&Request {
                        records: Some(whole),
                        ..request.clone()
                    })
                }
                _ => desk.ask(request),
            }
        },
    },
    Mutant {
        name: "audit-without-transport-errors",
        mistake: "Records answered calls alone.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                records.retain(|record| record["outcome"]["outcome"] != "transport_error");
            })
        },
    },
    Mutant {
        name: "audit-rewritten",
        mistake: "Says of a repaired response that it was accepted, once the repair was.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                let repairs = records
                    .iter()
                    .filter_map(|record| record["repair"]["source"].as_u64());
                for source in repairs.collect::<Vec<_>>() {
                    let is_source = |record: &&mut Value| record["sequence"] == source;
                    if let Some(record) = records.iter_mut().find(is_source) {
                        record["outcome"] = json!({"outcome": "accepted"});
                    }
                }
            })
        },
    },
    Mutant {
        name: "audit-response-trimmed",
        mistake: "Records the response without the white space and the fence around it.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    if let Some(response) = record["response"].as_str() {
                        let trimmed = response.trim().trim_matches('`').trim();
                        record["response"] = json!(trimmed);
                    }
                }
            })
        },
    },
    Mutant {
        name: "audit-not-resealed",
        mistake: "Notes the rules in a record after it was sealed.",
        breaks: "AUD-1",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for record in answer.records.iter_mut().flatten() {
                if record["rules"] != json!([]) {
                    record["hash"] = hash(&{
                        let mut bare = record.clone();
                        bare["rules"] = json!([]);
                        bare
                    });
                }
            }
            answer
        },
    },
    Mutant {
        name: "audit-repair-of-itself",
        mistake: "Names the repair call itself as the source of its repair.",
        breaks: "REP-11",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    if record["repair"].is_object() {
                        record["repair"]["source"] = record["sequence"].clone();
                    }
                }
            })
        },
    },
    Mutant {
        name: "audit-repair-with-the-answer",
        mistake: "Records the answer of a repair call as its text, not what was rebuilt with it.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    if record["repair"].is_object() {
                        record["text"] = record["response"].clone();
                    }
                }
            })
        },
    },
    Mutant {
        name: "audit-repair-without-patch",
        mistake: "Records what a repair came to, and not how.",
        breaks: "REP-11",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    if record["repair"].is_object() {
                        record["repair"]["patch"] = json!("[]");
                    }
                }
            })
        },
    },
    Mutant {
        name: "audit-source-by-its-normalized-text",
        mistake: "Records the digest of the normalized text for that of the source.",
        breaks: "REP-11",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    if record["repair"].is_object() {
                        record["repair"]["source_sha256"] =
                            record["repair"]["result_sha256"].clone();
                    }
                }
            })
        },
    },
    Mutant {
        name: "audit-finish-forgotten",
        mistake: "Does not record how the provider says that a response ended.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    record["finish"] = Value::Null;
                }
            })
        },
    },
    Mutant {
        name: "audit-kind-forgotten",
        mistake: "Records every call as a regular one.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    record["kind"] = json!("regular");
                }
            })
        },
    },
    Mutant {
        name: "audit-text-of-repair-calls-forgotten",
        mistake: "Records no normalized text where a repair is asked for.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    if record["outcome"]["outcome"] == "repair" {
                        record["text"] = Value::Null;
                        record["rules"] = json!([]);
                    }
                }
            })
        },
    },
    Mutant {
        name: "audit-response-where-text-is-due",
        mistake: "Records the response as it came for the normalized text.",
        breaks: "AUD-1",
        answer: |desk, request| {
            rewritten(desk, request, |records| {
                for record in records {
                    if record["text"].is_string() && record["repair"].is_null() {
                        record["text"] = record["response"].clone();
                    }
                }
            })
        },
    },
    Mutant {
        name: "stop-again-on-resume",
        mistake: "Says once more why it stopped when a stopped session is resumed.",
        breaks: "SES-4",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            let stopped = answer
                .state
                .as_ref()
                .is_some_and(|state| state.stopped.is_some());
            if request.op == "session_resume" && stopped {
                let sitting = desk.memory.sittings.of(request);
                answer.commands = Some(sitting.commands.clone());
            }
            answer
        },
    },
    Mutant {
        name: "resume-without-notice-and-hint",
        mistake: "Makes the open prompt anew at a resume, from contract and bindings alone.",
        breaks: "SES-4",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for command in answer.commands.iter_mut().flatten() {
                if let ("session_resume", Some(prompt)) = (&*request.op, &mut command.prompt) {
                    for begin in [
                        "\n\nYour last answer was rejected",
                        "\n\nThe format of your last answer",
                    ] {
                        if let Some(at) = prompt.find(begin) {
                            prompt.truncate(at);
                        }
                    }
                }
            }
            answer
        },
    },
    Mutant {
        name: "resume-at-the-first-provider",
        mistake: "Begins the open call anew at a resume, with the first provider.",
        breaks: "SES-4",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if request.op == "session_resume"
                && let Some(policy) = &request.policy
                && let Some(first) = policy["transport"]["providers"][0].as_str()
            {
                for command in answer.commands.iter_mut().flatten() {
                    if let Some(provider) = &mut command.provider {
                        first.clone_into(provider);
                    }
                }
            }
            answer
        },
    },
];

/// What was known when the checkpoint of a resume was taken, and the records of that time.
pub(super) fn known(desk: &Desk, request: &Request) -> Option<(Sitting, Vec<Value>)> {
    let checkpoint = request
        .checkpoint
        .as_deref()
        .filter(|_| request.op == "session_resume")?;
    desk.memory.sittings.at(checkpoint).cloned()
}

/// What the reference answers, with the records of an audit as `change` makes them and a chain that fits them. Records
/// that are given back at a resume are the reference's own again.
pub(super) fn rewritten(
    desk: &mut Desk,
    request: &Request,
    change: impl Fn(&mut Vec<Value>),
) -> Answer {
    let chained = |mut records: Vec<Value>| {
        change(&mut records);
        chain(&mut records);
        records
    };
    let mut request = request.clone();
    if let Some((_, records)) = known(desk, &request)
        && let Some(given) = &mut request.records
        && *given == chained(records.clone())
    {
        *given = records;
    }
    let mut answer = desk.ask(&request);
    if let Some(records) = answer.records.take() {
        let records = chained(records);
        let head = records.last().map(|record| record["hash"].clone());
        let head = head.and_then(|head| head.as_str().map(str::to_owned));
        answer.head = head.or(answer.head);
        answer.records = Some(records);
    }
    answer
}

/// Numbers and seals records anew.
fn chain(records: &mut [Value]) {
    let mut previous = json!("0".repeat(64));
    for (sequence, record) in (1..).zip(records) {
        record["sequence"] = json!(sequence);
        record["previous"] = previous;
        record["hash"] = hash(record);
        previous = record["hash"].clone();
    }
}

/// The hash of a record, over its RFC 8785 form without it.
fn hash(record: &Value) -> Value {
    let mut record = record.clone();
    if let Some(members) = record.as_object_mut() {
        members.remove("hash");
    }
    let canonical = serde_json_canonicalizer::to_string(&record).unwrap_or_default();
    json!(sha256(&[canonical.as_bytes()]))
}
