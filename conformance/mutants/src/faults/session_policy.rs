//! Faults of a session's policy: what is taken for one, and that it never changes.

use serde_json::{Map, Value, json};

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;

const VERSION: &str = "response_recovery_version";

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "policy-missing-is-version-0",
        mistake: "Takes an investigation without a policy for one of the old ones, so of version 0.",
        breaks: "ACT-4",
        answer: |desk, request| {
            let absent = request.policy.is_none() && request.op == "session_open";
            let policy = if absent {
                Some(json!({}))
            } else {
                request.policy.clone()
            };
            desk.ask(&Request {
                policy,
                ..request.clone()
            })
        },
    },
    Mutant {
        name: "policy-version-as-text",
        mistake: "Reads the version with a lenient conversion, so that `\"1\"` is 1.",
        breaks: "ACT-3",
        answer: |desk, request| {
            with_policy(desk, request, |policy| {
                if policy.get(VERSION) == Some(&json!("1")) {
                    policy.insert(VERSION.to_owned(), json!(1));
                }
            })
        },
    },
    Mutant {
        name: "policy-version-as-switch",
        mistake: "Takes the version for a switch, so that `true` is 1 and `null` is 0.",
        breaks: "ACT-3",
        answer: |desk, request| {
            with_policy(desk, request, |policy| {
                let version = match policy.get(VERSION) {
                    Some(Value::Bool(on)) => json!(u8::from(*on)),
                    Some(Value::Null) => json!(0),
                    _ => return,
                };
                policy.insert(VERSION.to_owned(), version);
            })
        },
    },
    Mutant {
        name: "policy-later-version-is-1",
        mistake: "Takes every version from 1 on for version 1.",
        breaks: "ACT-3",
        answer: |desk, request| {
            with_policy(desk, request, |policy| {
                let version = policy.get(VERSION).and_then(Value::as_f64);
                if version.is_some_and(|version| version > 1.0) {
                    policy.insert(VERSION.to_owned(), json!(1));
                }
            })
        },
    },
    Mutant {
        name: "policy-member-ignored",
        mistake: "Ignores members of the policy that it does not know, so that a misspelt one means its default.",
        breaks: "ACT-3",
        answer: |desk, request| {
            with_policy(desk, request, |policy| {
                let known = [VERSION, "max_invalid_responses", "transport"];
                policy.retain(|name, _| known.contains(&name.as_str()));
            })
        },
    },
    Mutant {
        name: "policy-switched-on-resume",
        mistake: "Goes on under whatever policy a resume gives.",
        breaks: "ACT-5",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if answer.error.as_deref() != Some("policy:mismatch") {
                return answer;
            }
            resume_as_begun(desk, request)
        },
    },
    Mutant {
        name: "policy-missing-on-resume",
        mistake: "Takes the policy from the checkpoint where a resume gives none.",
        breaks: "ACT-4",
        answer: |desk, request| {
            if request.op == "session_resume" && request.policy.is_none() {
                return resume_as_begun(desk, request);
            }
            desk.ask(request)
        },
    },
    Mutant {
        name: "policy-limit-of-one-by-default",
        mistake: "Stops at the first invalid response where the policy states no limit.",
        breaks: "ACT-3",
        answer: |desk, request| {
            with_policy(desk, request, |policy| {
                policy
                    .entry("max_invalid_responses")
                    .or_insert_with(|| json!(1));
            })
        },
    },
    Mutant {
        name: "policy-version-by-its-spelling",
        mistake: "Knows the version as `1` alone, not as `1.0`.",
        breaks: "ACT-3",
        answer: |desk, request| {
            let version = request.policy.as_ref().map(|policy| &policy[VERSION]);
            if version.is_some_and(Value::is_f64) && request.op == "session_open" {
                return Answer {
                    id: request.id,
                    error: Some("policy:unsupported_version".to_owned()),
                    ..Answer::default()
                };
            }
            desk.ask(request)
        },
    },
    Mutant {
        name: "policy-defaults-not-filled-in",
        mistake: "Compares the members of two policies, and a default that is spelled out with nothing.",
        breaks: "ACT-5",
        answer: |desk, request| {
            let checkpoint = request.checkpoint.as_deref().unwrap_or_default();
            let known = desk.memory.sittings.at(checkpoint);
            let known = known.map(|(sitting, _)| sitting.policy.clone());
            let names = |policy: &Value| -> Vec<String> {
                let members = policy.as_object().into_iter().flatten();
                members.map(|(name, _)| name.clone()).collect()
            };
            let answer = desk.ask(request);
            if request.op == "session_resume"
                && answer.error.is_none()
                && known.as_ref().map(names) != request.policy.as_ref().map(names)
            {
                return Answer {
                    id: request.id,
                    error: Some("policy:mismatch".to_owned()),
                    ..Answer::default()
                };
            }
            answer
        },
    },
    Mutant {
        name: "retries-count-the-first-try",
        mistake: "Takes `retries` for the number of tries in all.",
        breaks: "TRN-1",
        answer: |desk, request| {
            with_policy(desk, request, |policy| {
                if let Some(retries) = policy
                    .get_mut("transport")
                    .and_then(|transport| transport.get_mut("retries"))
                    && let Some(count) = retries.as_u64()
                {
                    *retries = json!(count.saturating_sub(1));
                }
            })
        },
    },
];

/// What the reference answers under the policy as `change` makes it, if there is one.
fn with_policy(
    desk: &mut Desk,
    request: &Request,
    change: impl FnOnce(&mut Map<String, Value>),
) -> Answer {
    let mut request = request.clone();
    if let Some(Value::Object(policy)) = &mut request.policy {
        change(policy);
    }
    desk.ask(&request)
}

/// Resumes under the policy that the session was begun under.
fn resume_as_begun(desk: &mut Desk, request: &Request) -> Answer {
    let checkpoint = request.checkpoint.as_deref().unwrap_or_default();
    let known = desk.memory.sittings.at(checkpoint);
    let policy = known.map(|(sitting, _)| sitting.policy.clone());
    desk.ask(&Request {
        policy,
        ..request.clone()
    })
}
