//! Faults of a session's prompts: notice, hint, marker, and who is asked.

use recovery_reports::sha256;
use serde_json::{Value, json};

use super::session_audit::{known, rewritten};
use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::session_message::{Command, Event};
use crate::sitting::Sitting;

/// How the notice, the hint and the schema begin in the prompts of the reference.
const NOTICE: &str = "\n\nYour last answer was rejected";
const HINT: &str = "\n\nThe format of your last answer";
const SCHEMA: &str = "## schema\n\n{";
const MARKER: &str = r#""x-viano-response-recovery":1,"#;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "notice-missing",
        mistake: "Asks again after a rejection without saying what was wrong.",
        breaks: "SES-3",
        answer: |desk, request| retold(desk, request, |_, _, prompt| cut(prompt, NOTICE)),
    },
    Mutant {
        name: "notice-with-response",
        mistake: "Shows the model the beginning of the answer that was rejected.",
        breaks: "SES-3",
        answer: |desk, request| {
            retold(desk, request, |sitting, _, prompt| {
                if let (true, Some(last)) = (prompt.contains(NOTICE), sitting.responses.last()) {
                    let begin: String = last.chars().take(60).collect();
                    prompt.push_str(" It was: ");
                    prompt.push_str(&begin);
                }
            })
        },
    },
    Mutant {
        name: "hint-missing",
        mistake: "Tells nobody that rules were applied.",
        breaks: "HNT-1",
        answer: |desk, request| retold(desk, request, |_, _, prompt| cut(prompt, HINT)),
    },
    Mutant {
        name: "hint-twice",
        mistake: "Gives the hint in two prompts.",
        breaks: "HNT-1",
        answer: |desk, request| {
            retold(desk, request, |sitting, _, prompt| {
                match prompt.find(HINT) {
                    Some(at) => prompt
                        .get(at..)
                        .unwrap_or_default()
                        .clone_into(&mut sitting.remark),
                    None if prompt.contains(NOTICE) => sitting.remark.clear(),
                    None => prompt.push_str(&std::mem::take(&mut sitting.remark)),
                }
            })
        },
    },
    Mutant {
        name: "hint-until-accepted",
        mistake: "Keeps the hint until a response is accepted.",
        breaks: "HNT-1",
        answer: |desk, request| {
            retold(desk, request, |sitting, _, prompt| {
                match prompt.find(HINT) {
                    Some(at) => prompt
                        .get(at..)
                        .unwrap_or_default()
                        .clone_into(&mut sitting.remark),
                    None if prompt.contains(NOTICE) => prompt.push_str(&sitting.remark),
                    None => sitting.remark.clear(),
                }
            })
        },
    },
    Mutant {
        name: "hint-lost-on-transport-error",
        mistake: "Takes the hint for used up when the call that carries it fails.",
        breaks: "HNT-1",
        answer: |desk, request| {
            retold(desk, request, |_, request, prompt| {
                if is_lost(request) {
                    cut(prompt, HINT);
                }
            })
        },
    },
    Mutant {
        name: "retry-with-another-prompt",
        mistake: "Says in the prompt that it is a second try.",
        breaks: "TRN-1",
        answer: |desk, request| {
            retold(desk, request, |_, request, prompt| {
                if is_lost(request) {
                    prompt.push_str("\n\nThis is another try.");
                }
            })
        },
    },
    Mutant {
        name: "marker-under-version-0",
        mistake: "Puts the marker into every schema that it sends.",
        breaks: "ACT-6",
        answer: |desk, request| {
            retold(desk, request, |_, _, prompt| {
                if !prompt.contains(MARKER) {
                    *prompt = prompt.replacen(SCHEMA, &format!("{SCHEMA}{MARKER}"), 1);
                }
            })
        },
    },
    Mutant {
        name: "marker-left-out",
        mistake: "Sends the schema without the marker that it switches itself by.",
        breaks: "ACT-6",
        answer: |desk, request| {
            retold(desk, request, |_, _, prompt| {
                *prompt = prompt.replacen(MARKER, "", 1);
            })
        },
    },
    Mutant {
        name: "rules-under-version-0",
        mistake: "Applies the rules whatever version the policy states.",
        breaks: "ACT-1",
        answer: |desk, request| {
            let mut request = request.clone();
            let version =
                |policy: &Value| policy["response_recovery_version"].as_f64().unwrap_or(0.0);
            let given = request.policy.as_ref().map(version);
            let begun = known(desk, &request).map(|(sitting, _)| sitting.count);
            if let (Some(given), Some(begun)) = (given, begun)
                && (given > 0.0) != (begun > 0)
            {
                return Answer {
                    id: request.id,
                    error: Some("policy:mismatch".to_owned()),
                    ..Answer::default()
                };
            }
            if let Some(Value::Object(policy)) = &mut request.policy
                && policy
                    .get("response_recovery_version")
                    .is_none_or(|version| version.as_f64() == Some(0.0))
            {
                policy.insert("response_recovery_version".to_owned(), json!(1));
            }
            let is_off = given == Some(0.0);
            retold(desk, &request, |sitting, request, prompt| {
                if request.op == "session_open" {
                    sitting.count = u64::from(!is_off);
                }
                if sitting.count == 0 {
                    *prompt = prompt.replacen(MARKER, "", 1);
                }
            })
        },
    },
    Mutant {
        name: "failover-sticks",
        mistake: "Begins each call with the provider that answered last.",
        breaks: "TRN-1",
        answer: |desk, request| {
            asked(desk, request, |sitting, request, command| {
                if let Some(Event::LlmResponse { .. }) = &request.event {
                    let before = sitting
                        .before
                        .first()
                        .and_then(|call| call.provider.clone());
                    let last = before.unwrap_or_else(|| sitting.remark.clone());
                    last.clone_into(&mut sitting.remark);
                }
                if !is_lost(request) && !sitting.remark.is_empty() {
                    command.provider = Some(sitting.remark.clone());
                }
            })
        },
    },
    Mutant {
        name: "retries-shared",
        mistake: "Goes back to the first provider for each try.",
        breaks: "TRN-1",
        answer: |desk, request| {
            asked(desk, request, |sitting, request, command| {
                if request.op == "session_open" {
                    sitting.remark = command.provider.clone().unwrap_or_default();
                }
                command.provider = Some(sitting.remark.clone());
            })
        },
    },
    Mutant {
        name: "session-repair-with-context",
        mistake: "Sends the regular context along with a repair call.",
        breaks: "REP-3",
        answer: |desk, request| {
            asked(desk, request, |sitting, _, command| {
                let Some(prompt) = &mut command.prompt else {
                    return;
                };
                match command.kind.as_deref() {
                    Some("repair") => *prompt = [prompt, &*sitting.remark].join("\n\n"),
                    _ => prompt.clone_into(&mut sitting.remark),
                }
            })
        },
    },
    Mutant {
        name: "notice-twice",
        mistake: "Gives the notice in two prompts.",
        breaks: "SES-3",
        answer: |desk, request| {
            retold(desk, request, |sitting, request, prompt| {
                if is_lost(request) {
                    return;
                }
                match prompt.find(NOTICE) {
                    Some(at) => prompt
                        .get(at..)
                        .unwrap_or_default()
                        .clone_into(&mut sitting.remark),
                    None if prompt.contains(HINT) => sitting.remark.clear(),
                    None => prompt.push_str(&std::mem::take(&mut sitting.remark)),
                }
            })
        },
    },
    Mutant {
        name: "notice-lost-on-transport-error",
        mistake: "Takes the notice for used up when the call that carries it fails.",
        breaks: "TRN-1",
        answer: |desk, request| {
            retold(desk, request, |_, request, prompt| {
                if is_lost(request) {
                    cut(prompt, NOTICE);
                }
            })
        },
    },
    Mutant {
        name: "notice-without-path",
        mistake: "Names the category in a notice and keeps the path to itself.",
        breaks: "SES-3",
        answer: |desk, request| retold(desk, request, |_, _, prompt| without_paths(prompt, NOTICE)),
    },
    Mutant {
        name: "hint-without-paths",
        mistake: "Names the rules in a hint and not where they were applied.",
        breaks: "HNT-1",
        answer: |desk, request| retold(desk, request, |_, _, prompt| without_paths(prompt, HINT)),
    },
    Mutant {
        name: "hint-at-length",
        mistake: "Explains in the hint what each rule is about.",
        breaks: "HNT-1",
        answer: |desk, request| {
            retold(desk, request, |_, _, prompt| {
                if prompt.contains(HINT) {
                    let rule = " An answer is one JSON object, with nothing before it and nothing after it.";
                    prompt.push_str(&rule.repeat(3));
                }
            })
        },
    },
    Mutant {
        name: "hint-with-response",
        mistake: "Shows the model the beginning of the answer that was normalized.",
        breaks: "HNT-1",
        answer: |desk, request| {
            retold(desk, request, |sitting, _, prompt| {
                if let (true, Some(last)) = (prompt.contains(HINT), sitting.responses.last()) {
                    prompt.push_str(" It was: ");
                    prompt.extend(last.chars().take(60));
                }
            })
        },
    },
    Mutant {
        name: "prompt-with-the-number-of-the-call",
        mistake: "Numbers the prompts, to find them again.",
        breaks: "SES-3",
        answer: |desk, request| {
            asked(desk, request, |_, request, command| {
                let id = command.call.clone().unwrap_or_default();
                if let (false, Some(prompt)) = (is_lost(request), &mut command.prompt) {
                    prompt.push_str("\n\n");
                    prompt.push_str(&id);
                }
            })
        },
    },
];

fn is_lost(request: &Request) -> bool {
    matches!(request.event, Some(Event::TransportError { .. }))
}

/// Leaves each path, which stands in quotation marks, out of what begins so.
fn without_paths(prompt: &mut String, begin: &str) {
    if let Some(at) = prompt.find(begin) {
        let told = prompt.split_off(at);
        prompt.extend(told.split('"').step_by(2));
    }
}

/// Leaves out what begins so, to the end.
fn cut(prompt: &mut String, begin: &str) {
    if let Some(at) = prompt.find(begin) {
        prompt.truncate(at);
    }
}

/// What the reference answers, with regular prompts as `change` makes them.
fn retold(
    desk: &mut Desk,
    request: &Request,
    change: impl Fn(&mut Sitting, &Request, &mut String),
) -> Answer {
    asked(desk, request, |sitting, request, command| {
        if command.is_call("regular")
            && let Some(prompt) = &mut command.prompt
        {
            change(sitting, request, prompt);
        }
    })
}

/// What the reference answers, with calls as `change` makes them; the audit has them as they were told.
fn asked(
    desk: &mut Desk,
    request: &Request,
    change: impl Fn(&mut Sitting, &Request, &mut Command),
) -> Answer {
    let told = match known(desk, request) {
        Some((sitting, _)) => sitting.retold,
        None => desk.memory.sittings.of(request).retold.clone(),
    };
    let mut answer = rewritten(desk, request, |records| {
        for record in records {
            let told = record["call"].as_str().and_then(|call| told.get(call));
            if let Some(Command {
                prompt: Some(prompt),
                provider: Some(provider),
                ..
            }) = told
            {
                record["prompt_sha256"] = json!(sha256(&[prompt.as_bytes()]));
                record["provider"] = json!(provider);
            }
        }
    });
    let sitting = desk.memory.sittings.of(request);
    for command in answer.commands.iter_mut().flatten() {
        let Some(id) = command.call.clone() else {
            continue;
        };
        if request.op == "session_resume" {
            if let Some(told) = told.get(&id) {
                *command = told.clone();
            }
            continue;
        }
        change(sitting, request, command);
        sitting.retold.insert(id, command.clone());
        if let Some(open) = sitting.commands.first_mut() {
            *open = command.clone();
        }
    }
    answer
}
