//! Faults of the guard: a gate left out, moved or misread, a write let through, a rate of the wrong things.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "guard-any-status",
        mistake: "Looks at the body alone, whatever the status.",
        breaks: "GRD-2",
        answer: |desk, request| output(desk, request, |output| output["status"] = json!(200)),
    },
    Mutant {
        name: "guard-partial-is-whole",
        mistake: "Takes a 206 for a success as any other 2xx.",
        breaks: "GRD-2",
        answer: |desk, request| {
            output(desk, request, |output| {
                if output["status"] == 206 {
                    output["status"] = json!(200);
                }
            })
        },
    },
    Mutant {
        name: "guard-failure-is-corruption",
        mistake: "Calls a tool that failed corrupt.",
        breaks: "GRD-2",
        answer: |desk, request| {
            told(
                desk,
                request,
                "tool_failure",
                "corrupt",
                "response_corruption:invalid_json",
            )
        },
    },
    Mutant {
        name: "guard-corruption-is-failure",
        mistake: "Calls a corrupt output a failure of the tool.",
        breaks: "GRD-3",
        answer: |desk, request| told(desk, request, "corrupt", "tool_failure", "tool_error"),
    },
    Mutant {
        name: "guard-type-by-prefix",
        mistake: "Takes every type that begins like JSON.",
        breaks: "GRD-4",
        answer: |desk, request| {
            media_type(desk, request, |field| field.starts_with("application/js"))
        },
    },
    Mutant {
        name: "guard-type-by-suffix",
        mistake: "Takes every `+json` for JSON.",
        breaks: "GRD-4",
        answer: |desk, request| media_type(desk, request, |field| field.ends_with("+json")),
    },
    Mutant {
        name: "guard-charset-ignored",
        mistake: "Drops the parameters of a type, the charset among them.",
        breaks: "GRD-4",
        answer: |desk, request| {
            media_type(desk, request, |field| {
                field.starts_with("application/json;")
            })
        },
    },
    Mutant {
        name: "guard-type-optional",
        mistake: "Takes a body without a type for one of the right type.",
        breaks: "GRD-4",
        answer: |desk, request| {
            output(desk, request, |output| {
                if output["content_type"].is_null() {
                    output["content_type"] = json!("application/json");
                }
            })
        },
    },
    Mutant {
        name: "guard-byte-order-mark-cut",
        mistake: "Cuts a byte order mark off before it parses.",
        breaks: "GRD-4",
        answer: |desk, request| {
            body(desk, request, |body| {
                body.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec)
            })
        },
    },
    Mutant {
        name: "guard-size-in-bytes",
        mistake: "Counts bytes where characters are limited.",
        breaks: "GRD-4",
        answer: |desk, request| {
            let most = desk.contract(request)["max_chars"]
                .as_u64()
                .unwrap_or(200_000);
            let size = body_of(request).map_or(0, |body| body.len() as u64);
            let answer = desk.ask(request);
            if answer.verdict.as_deref() == Some("valid") && size > most {
                corrupt(request, "output_too_large")
            } else {
                answer
            }
        },
    },
    Mutant {
        name: "guard-type-after-parse",
        mistake: "Looks at the type last, so another fault is told first.",
        breaks: "GRD-1",
        answer: |desk, request| {
            let first = desk.ask(request);
            if first.stop_reason.as_deref() != Some("response_corruption:content_type_mismatch") {
                return first;
            }
            let second = output(desk, request, |output| {
                output["content_type"] = json!("application/json");
            });
            if second.verdict.as_deref() == Some("corrupt") {
                second
            } else {
                first
            }
        },
    },
    Mutant {
        name: "guard-fence-taken-off",
        mistake: "Mends a body as it would mend a response.",
        breaks: "GRD-6",
        answer: |desk, request| {
            body(desk, request, |body| {
                let text = std::str::from_utf8(body).ok()?;
                let inner = text.strip_prefix("```json\n")?.strip_suffix("\n```")?;
                Some(inner.as_bytes().to_vec())
            })
        },
    },
    Mutant {
        name: "guard-decodes",
        mistake: "Decodes a body that is a string of JSON.",
        breaks: "GRD-6",
        answer: |desk, request| {
            body(desk, request, |body| {
                let text: String = serde_json::from_slice(body).ok()?;
                text.starts_with('{').then(|| text.into_bytes())
            })
        },
    },
    Mutant {
        name: "guard-invariants-skipped",
        mistake: "Checks the form and not the meaning.",
        breaks: "GRD-3",
        answer: |desk, request| without(desk, request, "invariants"),
    },
    Mutant {
        name: "guard-version-ignored",
        mistake: "Never looks at the version.",
        breaks: "GRD-9",
        answer: |desk, request| without(desk, request, "schema_version"),
    },
    Mutant {
        name: "guard-schema-skipped",
        mistake: "Takes every strict JSON.",
        breaks: "GRD-9",
        answer: |desk, request| without(desk, request, "schema"),
    },
    Mutant {
        name: "guard-run-goes-on",
        mistake: "Goes on reading after corruption although the policy does not say so.",
        breaks: "GRD-5",
        answer: |desk, request| {
            policy(desk, request, |policy| {
                policy["on_corruption"] = json!("block_writes");
            })
        },
    },
    Mutant {
        name: "guard-write-rests-on-nothing",
        mistake: "Never looks at what a write rests on.",
        breaks: "GRD-5",
        answer: |desk, request| {
            let mut request = request.clone();
            for step in request.steps.iter_mut().flatten() {
                if step.get("write").is_some() {
                    step["depends_on"] = json!([]);
                }
            }
            desk.ask(&request)
        },
    },
    Mutant {
        name: "guard-write-allowed",
        mistake: "Lets every write through.",
        breaks: "GRD-5",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for step in steps(&mut answer) {
                if step["write"] == "blocked" {
                    step["write"] = json!("allowed");
                }
            }
            answer
        },
    },
    Mutant {
        name: "guard-effect-known",
        mistake: "Keeps silent about a write of which nobody knows what it did.",
        breaks: "GRD-5",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for step in steps(&mut answer) {
                if let Some(step) = step.as_object_mut() {
                    step.remove("effect");
                }
            }
            answer
        },
    },
    Mutant {
        name: "guard-rate-of-nothing",
        mistake: "Tells a rate of nothing as 0.",
        breaks: "GRD-7",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if let Some(metrics) = &mut answer.metrics
                && metrics["all"]["tool_output_invalid_rate"].is_null()
            {
                metrics["all"]["tool_output_invalid_rate"] = json!(0);
            }
            answer
        },
    },
    Mutant {
        name: "guard-rate-of-all-calls",
        mistake: "Counts corrupt outputs among all calls.",
        breaks: "GRD-7",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if let Some(metrics) = &mut answer.metrics {
                let all = &mut metrics["all"];
                let rates = (
                    all["tool_2xx_rate"].as_f64(),
                    all["tool_output_invalid_rate"].as_f64(),
                );
                if let (Some(successes), Some(invalid)) = rates {
                    all["tool_output_invalid_rate"] = json!(successes * invalid);
                }
            }
            answer
        },
    },
    Mutant {
        name: "guard-no-stop-report",
        mistake: "Ends without saying why.",
        breaks: "GRD-7",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            answer.stop = answer.stop.map(|_| Value::Null);
            answer
        },
    },
    Mutant {
        name: "guard-nothing-at-hand",
        mistake: "Always wants the whole run again.",
        breaks: "GRD-7",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if let Some(stop) = answer.stop.as_mut().and_then(Value::as_object_mut) {
                stop.insert("next_step".to_owned(), json!("retry_after_recovery"));
            }
            answer
        },
    },
    Mutant {
        name: "guard-body-in-the-reason",
        mistake: "Quotes the body in what it says of it.",
        breaks: "GRD-8",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if answer.verdict.as_deref() == Some("corrupt") {
                let body = body_of(request).unwrap_or_default();
                answer.detail = Some(String::from_utf8_lossy(&body).into_owned());
            }
            answer
        },
    },
    Mutant {
        name: "guard-quarantine-of-nothing",
        mistake: "Puts an empty body into quarantine.",
        breaks: "GRD-8",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if let Some(quarantine) = &mut answer.quarantine {
                quarantine["bytes"] = json!(0);
            }
            answer
        },
    },
    Mutant {
        name: "guard-never-retries",
        mistake: "Forgets what the policy says of tools.",
        breaks: "GRD-10",
        answer: |desk, request| {
            let mut request = request.clone();
            if let Some(policy) = request.policy.as_mut().and_then(Value::as_object_mut) {
                policy.remove("tools");
            }
            desk.ask(&request)
        },
    },
    Mutant {
        name: "guard-retries-unasked",
        mistake: "Tries each tool once more, whatever the policy says.",
        breaks: "GRD-10",
        answer: |desk, request| {
            policy(desk, request, |policy| {
                if policy["tools"].is_null() {
                    policy["tools"] = json!({"crm.get_profile": {"retries": 1}});
                }
            })
        },
    },
    Mutant {
        name: "guard-left-out-of-sessions",
        mistake: "Takes whatever a tool returns into a session.",
        breaks: "SES-7",
        answer: |desk, request| {
            desk.under(request, |contract| {
                let tools = contract.get_mut("tools").and_then(Value::as_object_mut);
                for tool in tools.into_iter().flat_map(|tools| tools.values_mut()) {
                    if let Some(tool) = tool.as_object_mut() {
                        tool.remove("output");
                    }
                }
            })
        },
    },
];

/// What the reference answers to the output as `change` makes it.
fn output(desk: &mut Desk, request: &Request, change: impl FnOnce(&mut Value)) -> Answer {
    let mut request = request.clone();
    if let Some(output) = request
        .output
        .as_mut()
        .filter(|output| output["transport"] == "ok")
    {
        change(output);
    }
    desk.ask(&request)
}

/// What it answers where a type of this kind counts as JSON.
fn media_type(desk: &mut Desk, request: &Request, is_taken: impl FnOnce(&str) -> bool) -> Answer {
    output(desk, request, |output| {
        if output["content_type"].as_str().is_some_and(is_taken) {
            output["content_type"] = json!("application/json");
        }
    })
}

/// What it answers to the body as `change` makes it.
fn body(
    desk: &mut Desk,
    request: &Request,
    change: impl FnOnce(&[u8]) -> Option<Vec<u8>>,
) -> Answer {
    let changed = body_of(request).and_then(|body| change(&body));
    output(desk, request, |output| {
        if let Some(body) = changed {
            output["body_base64"] = json!(STANDARD.encode(body));
        }
    })
}

fn body_of(request: &Request) -> Option<Vec<u8>> {
    let encoded = request.output.as_ref()?.get("body_base64")?.as_str()?;
    STANDARD.decode(encoded).ok()
}

/// What it answers with one verdict told as another.
fn told(
    desk: &mut Desk,
    request: &Request,
    verdict: &str,
    as_verdict: &str,
    reason: &str,
) -> Answer {
    let mut answer = desk.ask(request);
    if answer.verdict.as_deref() == Some(verdict) {
        answer.verdict = Some(as_verdict.to_owned());
        answer.stop_reason = Some(reason.to_owned());
        answer.quarantine = None;
    }
    answer
}

fn corrupt(request: &Request, reason: &str) -> Answer {
    Answer {
        id: request.id,
        verdict: Some("corrupt".to_owned()),
        stop_reason: Some(format!("response_corruption:{reason}")),
        ..Answer::default()
    }
}

/// What it answers under guard contracts without one member.
fn without(desk: &mut Desk, request: &Request, member: &str) -> Answer {
    desk.under(request, |contract| {
        if let Some(contract) = contract.as_object_mut()
            && contract.contains_key("tool")
        {
            contract.remove(member);
        }
    })
}

/// What it answers to a run under the policy as `change` makes it.
fn policy(desk: &mut Desk, request: &Request, change: impl FnOnce(&mut Value)) -> Answer {
    let mut request = request.clone();
    if request.op == "guard_run" {
        change(request.policy.get_or_insert_with(|| json!({})));
    }
    desk.ask(&request)
}

fn steps(answer: &mut Answer) -> impl Iterator<Item = &mut Value> {
    answer.steps.iter_mut().flatten()
}
