//! To be left and taken up again between any two events changes nothing that can be observed (REQ SES-4).

use std::collections::BTreeSet;

use response_recovery::Finish;
use response_recovery::session::{Command, Event, Session, TransportKind};

use super::{
    CONTRACT, Course, ELIGIBLE, FENCED, FINAL, INVALID, REFUSED, REPAIRED, VALID, contract,
    observed,
};
use crate::samples::Choices;

const COURSES: u64 = 150;
const EVENTS: usize = 14;

/// With room for long courses, and a budget.
const POLICY: &str = r#"{"response_recovery_version": 1, "max_invalid_responses": 4,
    "transport": {"providers": ["a", "b"], "retries": 1}}"#;

/// An event that fits what is open, out of all kinds.
fn event(open: &Command, choices: &mut Choices) -> Option<Event> {
    Some(match open {
        Command::Stop(_) => return None,
        Command::Execute(execute) => Event::ToolResult {
            action: execute.action.clone(),
            output: "[1.0]".to_owned(),
            bindings: [
                None,
                Some(r#"{"hypothesis": {"id": "H-2"}, "visible_evidence": ["E-1", "E-2"]}"#),
            ][choices.below(2)]
            .map(str::to_owned),
        },
        Command::Call(call) if choices.below(5) == 0 => Event::TransportError {
            call: call.id.clone(),
            kind: TransportKind::ALL[choices.below(4)],
        },
        Command::Call(call) => {
            let repair = [REPAIRED, REPAIRED, REFUSED, INVALID, VALID];
            let regular = [
                VALID, FENCED, INVALID, ELIGIBLE, ELIGIBLE, FENCED, VALID, FINAL,
            ];
            let text = match call.kind.name() {
                "repair" => repair[choices.below(repair.len())],
                _ if choices.below(30) == 0 => FINAL,
                _ => regular[choices.below(regular.len())],
            };
            Event::LlmResponse {
                call: call.id.clone(),
                text: text.to_owned(),
                finish: [None, None, Some(Finish::Stop), Some(Finish::Length)][choices.below(4)],
            }
        }
    })
}

#[test]
fn two_machines_one_of_which_is_always_resumed_do_the_same() {
    let text = CONTRACT.replacen(r#""tools""#, r#""budget": {"actions_left": 4}, "tools""#, 1);
    let contract = contract(&text);
    let mut resumed = 0;
    let mut seen = BTreeSet::new();
    for seed in 0..COURSES {
        let mut choices = Choices(seed);
        let mut steady = Course::begin(&contract, POLICY);
        let mut fleeting = steady.clone();
        for _ in 0..EVENTS {
            let (session, commands): (Session, _) = fleeting.resumed(&contract, POLICY);
            let open = match &fleeting.open {
                Command::Stop(_) => Vec::new(),
                open => vec![open.clone()],
            };
            assert_eq!(commands, open, "seed {seed}: exactly what is open");
            assert_eq!(
                observed(&session),
                observed(&fleeting.session),
                "seed {seed}"
            );
            fleeting.session = session;
            resumed += 1;
            let kind: String = steady.open.to_json().chars().take(7).collect();
            seen.insert((kind, steady.prompt_kind()));
            let Some(event) = event(&steady.open, &mut choices) else {
                break;
            };
            steady.tell(event.clone());
            fleeting.tell(event);
            assert_eq!(steady.open, fleeting.open, "seed {seed}");
            assert_eq!(
                observed(&steady.session),
                observed(&fleeting.session),
                "seed {seed}"
            );
        }
    }
    println!("{resumed} resumes changed nothing");
    assert!(resumed > 1000, "{resumed}");
    assert_eq!(
        seen.len(),
        4,
        "calls of both kinds, actions and stops: {seen:?}"
    );
}
