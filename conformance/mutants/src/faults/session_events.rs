//! Faults of a session's events: what fits, what is carried out, and how often.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::session_message::Event;
use crate::sitting::Sitting;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "action-twice",
        mistake: "Hands an accepted action out twice, once for the step and once for its state.",
        breaks: "SES-1",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if request.op == "session_event"
                && let Some(commands) = &mut answer.commands
                && let Some(action) = commands.iter().find(|command| command.execute.is_some())
            {
                commands.push(action.clone());
            }
            answer
        },
    },
    Mutant {
        name: "action-again-after-result",
        mistake: "Hands the last action out again at a resume, though its result came in.",
        breaks: "SES-1",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if request.op == "session_resume"
                && let Some(commands) = &mut answer.commands
            {
                let before = desk.memory.sittings.of(request).before.iter();
                let done = before.filter(|command| command.execute.is_some()).cloned();
                commands.splice(0..0, done);
            }
            answer
        },
    },
    Mutant {
        name: "action-id-without-hash",
        mistake: "Names an action by the number of its record alone.",
        breaks: "SES-1",
        answer: |desk, request| {
            let mut request = request.clone();
            let open = desk.memory.sittings.of(&request).commands.clone();
            if let Some(Event::ToolResult { action, .. }) = &mut request.event {
                let mut open = open.into_iter().filter_map(|command| command.execute);
                if let Some(id) = open.find(|id| *action == short(id)) {
                    *action = id;
                }
            }
            let mut answer = desk.ask(&request);
            for command in answer.commands.iter_mut().flatten() {
                command.execute = command.execute.as_deref().map(short);
            }
            answer
        },
    },
    Mutant {
        name: "second-repair",
        mistake: "Asks for the same repair once more where an answer is refused.",
        breaks: "REP-10",
        answer: |desk, request| {
            let open = desk.memory.sittings.of(request).commands.first().cloned();
            let mut answer = desk.ask(request);
            if let (Some(Event::LlmResponse { .. }), Some(open)) = (&request.event, open)
                && open.is_call("repair")
                && let Some([call]) = answer.commands.as_deref_mut()
                && call.is_call("regular")
            {
                call.kind = open.kind;
                call.prompt = open.prompt;
            }
            answer
        },
    },
    Mutant {
        name: "late-answer-taken",
        mistake: "Takes an answer to a call that was given up for one to the call that is open.",
        breaks: "SES-6",
        answer: |desk, request| {
            let sitting = desk.memory.sittings.of(request).clone();
            let mut request = request.clone();
            if let Some(Event::LlmResponse { call, .. }) = &mut request.event
                && sitting.closed.contains(call)
                && let Some(open) = sitting.commands.iter().find_map(|open| open.call.clone())
            {
                *call = open;
            }
            desk.ask(&request)
        },
    },
    Mutant {
        name: "second-result-taken",
        mistake: "Takes a second result for an action, and says once more what is open.",
        breaks: "SES-6",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let sitting = desk.memory.sittings.of(request);
            match &request.event {
                Some(Event::ToolResult { action, .. })
                    if answer.error.is_some()
                        && sitting
                            .before
                            .iter()
                            .any(|old| old.execute.as_ref() == Some(action)) =>
                {
                    as_it_stands(request, sitting)
                }
                _ => answer,
            }
        },
    },
    Mutant {
        name: "events-after-stop-taken",
        mistake: "Drops what comes after a stop without a word.",
        breaks: "SES-6",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let sitting = desk.memory.sittings.of(request);
            let is_over = sitting
                .state
                .as_ref()
                .is_some_and(|state| state.stopped.is_some());
            if answer.error.is_some() && request.op == "session_event" && is_over {
                return Answer {
                    commands: Some(Vec::new()),
                    ..as_it_stands(request, sitting)
                };
            }
            answer
        },
    },
    Mutant {
        name: "unknown-transport-error-taken",
        mistake: "Takes a transport error of an unknown kind for a timeout.",
        breaks: "SES-6",
        answer: |desk, request| {
            let mut request = request.clone();
            if let Some(Event::TransportError { kind, .. }) = &mut request.event
                && !["timeout", "unreachable", "rate_limited", "server_error"].contains(&&**kind)
            {
                "timeout".clone_into(kind);
            }
            desk.ask(&request)
        },
    },
    Mutant {
        name: "bad-bindings-dropped",
        mistake: "Takes a result whose bindings are none, and keeps the old ones.",
        breaks: "SES-6",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let mut request = request.clone();
            match &mut request.event {
                Some(Event::ToolResult { bindings, .. }) if answer.error.is_some() => {
                    *bindings = None;
                    desk.ask(&request)
                }
                _ => answer,
            }
        },
    },
    Mutant {
        name: "session-finish-ignored",
        mistake: "Does not look at how the provider says that a response ended.",
        breaks: "PAR-8",
        answer: |desk, request| {
            let mut request = request.clone();
            if let Some(Event::LlmResponse { finish, .. }) = &mut request.event {
                *finish = None;
            }
            desk.ask(&request)
        },
    },
    Mutant {
        name: "session-budget-not-taken",
        mistake: "Shows the contract's budget, and takes nothing from it.",
        breaks: "SES-1",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            let Some(state) = &mut answer.state else {
                return answer;
            };
            let sitting = desk.memory.sittings.of(request);
            if request.op == "session_open" {
                sitting.count = state.actions_left.unwrap_or_default();
            }
            state.actions_left = state.actions_left.map(|_| sitting.count);
            answer
        },
    },
    Mutant {
        name: "state-moved-by-a-rejection",
        mistake: "Takes over the state changes of a response before the rest of it is checked.",
        breaks: "VAL-3",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            let place = state_changes(desk, request);
            let sitting = desk.memory.sittings.of(request);
            let Some(state) = &mut answer.state else {
                return answer;
            };
            if let Some(Event::LlmResponse { text, .. }) = &request.event
                && state.invalid_responses > 0
                && let Ok(response) = serde_json::from_str::<Value>(text)
                && let Some(Value::Array(changes)) = response.pointer(&place)
            {
                let new: Vec<_> = changes.iter().map(Value::to_string).collect();
                sitting.remark = [&*sitting.remark, &*new.join(",")].join(",");
            }
            let shown = state
                .state_changes
                .get()
                .trim()
                .trim_matches(['[', ']'])
                .to_owned();
            let all = format!(
                "[{}]",
                [&*shown, &*sitting.remark].join(",").trim_matches(',')
            );
            if !sitting.remark.is_empty()
                && let Ok(changes) = RawValue::from_string(all)
            {
                state.state_changes = changes;
            }
            answer
        },
    },
    Mutant {
        name: "stop-without-partial-answer",
        mistake: "Never offers a partial answer when it stops, whatever the tools returned.",
        breaks: "SES-2",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for command in answer.commands.iter_mut().flatten() {
                if let Some(stop) = &mut command.stop
                    && stop["next_step"] == "partial_answer"
                {
                    stop["next_step"] = json!("retry_after_recovery");
                }
            }
            answer
        },
    },
    Mutant {
        name: "bindings-merged",
        mistake: "Adds the evidence that a result makes visible to what was visible before.",
        breaks: "SES-3",
        answer: |desk, request| {
            let mut request = request.clone();
            let sitting = desk.memory.sittings.of(&request);
            if let Some(Event::ToolResult {
                bindings: Some(bindings),
                ..
            }) = &mut request.event
            {
                let mut seen: Vec<Value> =
                    serde_json::from_str(&sitting.remark).unwrap_or_default();
                if let Some(evidence) = bindings
                    .get_mut("visible_evidence")
                    .and_then(Value::as_array_mut)
                {
                    seen.retain(|id| !evidence.contains(id));
                    evidence.splice(0..0, seen);
                    sitting.remark = json!(evidence).to_string();
                }
            }
            let answer = desk.ask(&request);
            if request.op == "session_open" {
                let contract = desk.contract(&request);
                let evidence = contract["bindings"]["visible_evidence"].to_string();
                desk.memory.sittings.of(&request).remark = evidence;
            }
            answer
        },
    },
    Mutant {
        name: "stop-claims-all-checks",
        mistake: "Lists all checks as passed at a stop, whatever the last response failed in.",
        breaks: "SES-2",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for command in answer.commands.iter_mut().flatten() {
                if let Some(stop) = &mut command.stop {
                    stop["checked"] =
                        json!(["parse", "schema", "references", "action", "tool", "budget"]);
                }
            }
            answer
        },
    },
    Mutant {
        name: "stop-offers-partial-answer-always",
        mistake: "Offers a partial answer at each stop, though no tool returned anything.",
        breaks: "SES-2",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for command in answer.commands.iter_mut().flatten() {
                if let Some(stop) = &mut command.stop
                    && stop["next_step"] == "retry_after_recovery"
                {
                    stop["next_step"] = json!("partial_answer");
                }
            }
            answer
        },
    },
    Mutant {
        name: "action-without-arguments",
        mistake: "Hands an action out by its name alone.",
        breaks: "SES-1",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            for command in answer.commands.iter_mut().flatten() {
                if command.execute.is_some() {
                    command.arguments = RawValue::from_string("null".to_owned()).ok();
                }
            }
            answer
        },
    },
    Mutant {
        name: "bindings-never-replaced",
        mistake: "Keeps the bindings of the contract, whatever a result brings.",
        breaks: "SES-3",
        answer: |desk, request| {
            let mut request = request.clone();
            if let Some(Event::ToolResult { bindings, .. }) = &mut request.event {
                *bindings = None;
            }
            desk.ask(&request)
        },
    },
    Mutant {
        name: "no-budget-is-none-left",
        mistake: "Shows 0 where the contract states no budget.",
        breaks: "SES-1",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            if let Some(state) = &mut answer.state {
                state.actions_left = state.actions_left.or(Some(0));
            }
            answer
        },
    },
    Mutant {
        name: "wrong-event-ends-the-session",
        mistake: "Gives a session up at the first event that does not fit.",
        breaks: "SES-6",
        answer: |desk, request| {
            let is_over = desk.memory.sittings.of(request).is_over;
            if request.op == "session_event" && is_over {
                return Answer {
                    id: request.id,
                    error: Some("event".to_owned()),
                    ..Answer::default()
                };
            }
            let answer = desk.ask(request);
            if answer.error.as_deref() == Some("event") {
                desk.memory.sittings.of(request).is_over = true;
            }
            answer
        },
    },
];

/// Where the contract of a session has its state changes.
fn state_changes(desk: &mut Desk, request: &Request) -> String {
    let contract = desk.memory.sittings.of(request).contract.clone();
    let named = Request {
        contract: RawValue::from_string(contract).ok(),
        ..request.clone()
    };
    let place = &desk.contract(&named)["positions"]["state_changes"];
    place.as_str().unwrap_or("/state_changes").to_owned()
}

/// An action id up to its hash.
fn short(id: &str) -> String {
    id.rsplit_once('-')
        .map_or(id, |(short, _)| short)
        .to_owned()
}

/// What is open, and the state, told once more.
fn as_it_stands(request: &Request, sitting: &Sitting) -> Answer {
    Answer {
        id: request.id,
        commands: Some(sitting.commands.clone()),
        state: sitting.state.clone(),
        ..Answer::default()
    }
}
