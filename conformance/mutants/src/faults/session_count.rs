//! Faults of the counter: what counts as invalid, and what happens at the limit.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::session_message::{Command, Event};
use crate::sitting::Sitting;

/// The reference is told a limit that it never reaches: this and the real one.
const FAR: u64 = 1_000_000;

/// What came of an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    Accepted,
    Rejected,
    RepairAsked,
    RepairRefused,
    Lost,
}

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "transport-error-counted",
        mistake: "Counts a transport error as an invalid response.",
        breaks: "TRN-1",
        answer: |desk, request| {
            recounted(desk, request, |came, count| match came {
                Came::Lost => Some(count + 1),
                _ => None,
            })
        },
    },
    Mutant {
        name: "counter-not-reset",
        mistake: "Counts invalid responses in all, not in a row.",
        breaks: "SES-2",
        answer: |desk, request| {
            recounted(desk, request, |came, count| match came {
                Came::Accepted => Some(count),
                _ => None,
            })
        },
    },
    Mutant {
        name: "counter-reset-by-repair-call",
        mistake: "Sets the counter to 0 when a repair call goes out.",
        breaks: "SES-2",
        answer: |desk, request| {
            recounted(desk, request, |came, _| match came {
                Came::RepairAsked => Some(0),
                _ => None,
            })
        },
    },
    Mutant {
        name: "eligible-not-counted",
        mistake: "Does not count a response that may yet be repaired.",
        breaks: "SES-2",
        answer: |desk, request| {
            recounted(desk, request, |came, count| match came {
                Came::RepairAsked => Some(count),
                _ => None,
            })
        },
    },
    Mutant {
        name: "refused-repair-not-counted",
        mistake: "Counts regular responses alone, so that a refused repair answer costs nothing.",
        breaks: "REP-10",
        answer: |desk, request| {
            recounted(desk, request, |came, count| match came {
                Came::RepairRefused => Some(count),
                _ => None,
            })
        },
    },
    Mutant {
        name: "repair-at-the-limit",
        mistake: "Asks for a repair though the limit is reached, since that is no new attempt.",
        breaks: "SES-2",
        answer: |desk, request| {
            limited(
                desk,
                request,
                |_, _| None,
                |came, count, most| count >= most && came != Came::RepairAsked,
            )
        },
    },
    Mutant {
        name: "limit-one-late",
        mistake: "Stops when the limit is passed, not when it is reached.",
        breaks: "SES-2",
        answer: |desk, request| limited(desk, request, |_, _| None, |_, count, most| count > most),
    },
    Mutant {
        name: "counter-reset-by-resume",
        mistake: "Begins to count anew at a resume.",
        breaks: "SES-4",
        answer: |desk, request| {
            let mut answer = recounted(desk, request, |_, _| None);
            if request.op == "session_resume" && answer.error.is_none() {
                desk.memory.sittings.of(request).count = 0;
                if let Some(state) = &mut answer.state {
                    state.invalid_responses = 0;
                }
            }
            answer
        },
    },
    Mutant {
        name: "counter-reset-by-transport-error",
        mistake: "Counts invalid responses in a row, and a transport error ends the row.",
        breaks: "TRN-1",
        answer: |desk, request| {
            recounted(desk, request, |came, _| match came {
                Came::Lost => Some(0),
                _ => None,
            })
        },
    },
    Mutant {
        name: "limit-one-early",
        mistake: "Stops before the limit is reached.",
        breaks: "SES-2",
        answer: |desk, request| {
            limited(
                desk,
                request,
                |_, _| None,
                |_, count, most| count + 1 >= most,
            )
        },
    },
];

/// A count of its own where `count` gives one, and the limit as it should be.
fn recounted(
    desk: &mut Desk,
    request: &Request,
    count: impl Fn(Came, u64) -> Option<u64>,
) -> Answer {
    limited(desk, request, count, |_, count, most| count >= most)
}

/// A count and a limit of its own: the reference goes on without one.
fn limited(
    desk: &mut Desk,
    request: &Request,
    count: impl Fn(Came, u64) -> Option<u64>,
    is_reached: impl Fn(Came, u64, u64) -> bool,
) -> Answer {
    let before = desk.memory.sittings.of(request).clone();
    if request.op == "session_event" && before.is_over {
        return Answer {
            id: request.id,
            error: Some("event".to_owned()),
            ..Answer::default()
        };
    }
    let mut answer = desk.ask(&with_far_limit(request));
    let Some(state) = &mut answer.state else {
        return answer;
    };
    let last = last_category(desk, request);
    let sitting = desk.memory.sittings.of(request);
    if request.op == "session_event"
        && let Some(came) = came(
            &before,
            request,
            answer.commands.as_deref().unwrap_or_default(),
            state.invalid_responses,
        )
    {
        let right = match came {
            Came::Accepted => 0,
            Came::Lost => sitting.count,
            _ => sitting.count + 1,
        };
        sitting.count = count(came, sitting.count).unwrap_or(right);
        let most = sitting.policy["max_invalid_responses"].as_u64();
        let most = most.map_or(u64::MAX, |most| most - FAR);
        if came != Came::Accepted
            && state.stopped.is_none()
            && is_reached(came, sitting.count, most)
        {
            sitting.is_over = true;
            answer.commands = Some(vec![stop(&last, sitting.has_result)]);
        }
    }
    if sitting.is_over {
        state.stopped = Some("invalid_response_limit".to_owned());
        if request.op == "session_resume" {
            answer.commands = Some(Vec::new());
        }
    }
    state.invalid_responses = sitting.count;
    answer
}

/// The same request, with a limit out of reach that two policies have in common only if they have theirs.
fn with_far_limit(request: &Request) -> Request {
    let mut request = request.clone();
    if let Some(policy) = request
        .policy
        .as_mut()
        .and_then(|policy| policy.as_object_mut())
    {
        let most = policy
            .get("max_invalid_responses")
            .map_or(Some(3.0), Value::as_f64);
        let is_most =
            |count: &u32| most.is_some_and(|most| (f64::from(*count) - most).abs() < 1e-9);
        if let Some(most) = (1..=1000).find(is_most) {
            let far = FAR + u64::from(most);
            policy.insert("max_invalid_responses".to_owned(), json!(far));
        }
    }
    request
}

fn came(before: &Sitting, request: &Request, commands: &[Command], invalid: u64) -> Option<Came> {
    let is_repair = |commands: &[Command]| commands.iter().any(|command| command.is_call("repair"));
    Some(match &request.event {
        Some(Event::TransportError { .. }) => Came::Lost,
        Some(Event::LlmResponse { .. }) if invalid == 0 => Came::Accepted,
        Some(Event::LlmResponse { .. }) if is_repair(&before.commands) => Came::RepairRefused,
        Some(Event::LlmResponse { .. }) if is_repair(commands) => Came::RepairAsked,
        Some(Event::LlmResponse { .. }) => Came::Rejected,
        _ => return None,
    })
}

/// The category of the last rejection in a session's audit.
fn last_category(desk: &mut Desk, request: &Request) -> String {
    let audit = Request {
        op: "session_audit".to_owned(),
        ..request.clone()
    };
    let records = desk.ask(&audit).records.unwrap_or_default();
    let outcome = records
        .last()
        .map(|record| record["outcome"].clone())
        .unwrap_or_default();
    // A response that may be repaired passed what one with a schema fault did.
    let reason = outcome["reason"].as_str().unwrap_or("schema");
    reason.split(':').next().unwrap_or_default().to_owned()
}

fn stop(category: &str, has_result: bool) -> Command {
    let all = ["parse", "schema", "references", "action", "tool", "budget"];
    let passed = match category {
        "schema" => 1,
        "reference" => 2,
        "action" => 3,
        "tool" => 4,
        "budget" => 5,
        _ => 0,
    };
    let checked = all.get(..passed).unwrap_or_default();
    let next_step = if has_result {
        "partial_answer"
    } else {
        "retry_after_recovery"
    };
    let reason = "invalid_response_limit";
    Command {
        stop: Some(json!({"stop_reason": reason, "checked": checked, "next_step": next_step})),
        ..Command::default()
    }
}
