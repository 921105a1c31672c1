//! SES-1 over crashes: a session that loses all its memory between any two steps goes on from the
//! file, carries each action out at most once, and never gives one id to two texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use response_recovery::Contract;
use response_recovery::session::{
    Call, CallKind, Command, Event, Execute, Session, StopReason, TransportKind,
};
use response_recovery_store::{Investigation, Reader, Store};

use crate::support::Place;

const NAME: &str = "crashing";

const POLICY: &str = r#"{"response_recovery_version": 1, "transport": {"providers": ["a", "b"]}}"#;

/// What is answered to the n-th try of a call, from 1.
const ANSWERS: [&str; 8] = [
    "```json\nSTEP\n```",
    "STEP and a word",
    "",
    "STEP",
    r#"{"hypothesis": "H-9"}"#,
    "TRIPLES",
    "STEP",
    "LAST",
];

/// Where everything is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Point {
    /// What is to be done next is stored, and not done.
    BeforeActing,
    /// It is done, and the session does not know it.
    AfterActing,
    /// The session knows it, and it is not stored.
    BeforeSaving,
}

/// The world outside, which no crash undoes.
#[derive(Default)]
struct World {
    /// Each action that was carried out, with its tool and arguments, by its id.
    executed: BTreeMap<String, String>,
    /// How often a call was answered.
    answered: u64,
    /// Whether an LLM that is asked again gives another answer.
    fickle: bool,
}

impl World {
    fn act(&mut self, command: &Command) -> Option<Event> {
        match command {
            Command::Call(call) => Some(self.answer(call)),
            Command::Execute(execute) => Some(self.execute(execute)),
            Command::Stop(_) => None,
        }
    }

    fn answer(&mut self, call: &Call) -> Event {
        let id = call.id.clone();
        let number: usize = id.strip_prefix("call-").unwrap().parse().unwrap();
        let form = ANSWERS.get(number - 1).unwrap_or(&"LAST");
        self.answered += 1;
        if form.is_empty() {
            return Event::TransportError {
                call: id,
                kind: TransportKind::Timeout,
            };
        }
        let spoken = if self.fickle { self.answered } else { 0 };
        let text = match call.kind {
            CallKind::Repair => format!(r#"{{"replacement": {FILTERS}}}"#),
            CallKind::Regular => form
                .replace(
                    "STEP",
                    &step(&format!("step {spoken}"), "query_db", FILTERS),
                )
                .replace("TRIPLES", &step("", "query_db", TRIPLES))
                .replace("LAST", &step("", "conclude", FILTERS)),
        };
        Event::LlmResponse {
            call: id,
            text,
            finish: None,
        }
    }

    /// The executor: what it has done under an id it does not do again.
    fn execute(&mut self, execute: &Execute) -> Event {
        let text = format!("{} {}", execute.tool, execute.arguments);
        let before = self.executed.insert(execute.action.clone(), text.clone());
        assert!(
            before.is_none_or(|before| before == text),
            "another text under one id"
        );
        Event::ToolResult {
            action: execute.action.clone(),
            output: r#"{"transport": "ok", "status": 200, "content_type": "application/json", "body": "{\"rows\": []}"}"#
                .to_owned(),
            bindings: None,
        }
    }
}

const FILTERS: &str = r#"[{"column": "id", "operator": "eq", "value": 7}, {"column": "status", "operator": "eq", "value": "paid"}]"#;

const TRIPLES: &str = r#"[["id", "eq", 7], ["status", "eq", "paid"]]"#;

fn step(assessment: &str, action: &str, filters: &str) -> String {
    format!(
        r#"{{"hypothesis": "H-2", "assessment": "{assessment}", "evidence": [], "state_changes": [],
            "previous_result": "R-7", "next": {{"action": "{action}",
            "arguments": {{"table": "orders", "columns": ["id"], "filters": {filters}}}}}}}"#
    )
}

fn contract_text() -> String {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
    std::fs::read_to_string(format!("{corpus}/contracts/lean.json")).unwrap()
}

/// One life: from the file alone until the session stops, or `crash` says that all is lost.
fn live(place: &Place, world: &mut World, crash: &mut impl FnMut(Point) -> bool) -> bool {
    let text = contract_text();
    let contract = Arc::new(Contract::compile(&text).unwrap());
    let mut store = Store::open(place.file()).unwrap();
    let (mut session, mut commands) = if store.names().unwrap().is_empty() {
        let (session, commands) = Session::open(contract, Some(POLICY)).unwrap();
        if crash(Point::BeforeSaving) {
            return false;
        }
        store
            .begin(NAME, POLICY, &text, &session.checkpoint())
            .unwrap();
        (session, commands)
    } else {
        let stored = store.load(NAME).unwrap();
        let (policy, checkpoint) = (Some(stored.policy.as_str()), &stored.checkpoint);
        Session::resume(contract, policy, checkpoint, stored.records).unwrap()
    };
    while let Some(command) = commands.first() {
        if crash(Point::BeforeActing) {
            return false;
        }
        let Some(event) = world.act(command) else {
            break;
        };
        if crash(Point::AfterActing) {
            return false;
        }
        let stored = session.records().len();
        commands = session.handle(event).unwrap();
        if crash(Point::BeforeSaving) {
            return false;
        }
        let new = &session.records()[stored..];
        store.save(NAME, new, &session.checkpoint()).unwrap();
    }
    assert_eq!(session.state().stopped, Some(StopReason::Concluded));
    true
}

/// Lives until the session has stopped, and looks at what is stored after each life.
fn play(fickle: bool, mut crash: impl FnMut(Point) -> bool) -> (World, Investigation) {
    let place = Place::empty();
    let mut world = World {
        fickle,
        ..World::default()
    };
    while !live(&place, &mut world, &mut crash) {
        let verified = Reader::open(place.file()).unwrap().verify().unwrap();
        assert!(verified.iter().all(Result::is_ok));
    }
    let stored = Reader::open(place.file()).unwrap().load(NAME).unwrap();
    // Each action that was carried out was accepted, and each that was accepted carried out.
    let accepted: Vec<String> = accepted_actions(&stored);
    let executed: Vec<String> = world.executed.keys().cloned().collect();
    assert_eq!(executed, accepted);
    (world, stored)
}

/// The ids that the accepted actions of an audit are due, as the specification has them.
fn accepted_actions(stored: &Investigation) -> Vec<String> {
    let accepted = stored.records.iter().filter_map(|record| {
        let text = record.text.as_ref()?;
        let outcome = serde_json::to_value(&record.outcome).unwrap();
        (outcome["outcome"] == "accepted" && !text.contains("conclude")).then(|| {
            let digest = sha256(text);
            format!("action-{}-{}", record.sequence, &digest[..16])
        })
    });
    let mut ids: Vec<String> = accepted.collect();
    ids.sort();
    ids
}

fn sha256(text: &str) -> String {
    use sha2::{Digest as _, Sha256};
    let hash = Sha256::digest(text);
    let digits: Vec<String> = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

#[test]
fn a_crash_between_any_two_steps_changes_nothing_that_is_stored_or_done() {
    let mut points = 0;
    let (undisturbed, due) = play(false, |_| {
        points += 1;
        false
    });
    assert!(undisturbed.executed.len() >= 2 && points > 20, "{points}");
    for at in 0..points {
        let mut point = 0;
        let (world, stored) = play(false, |_| {
            point += 1;
            point == at + 1
        });
        assert_eq!(stored, due, "crash at point {at}");
        assert_eq!(world.executed, undisturbed.executed, "crash at point {at}");
    }
}

#[test]
fn an_action_is_carried_out_once_however_often_everything_is_lost() {
    for seed in 1..=12_u64 {
        let mut chance = seed;
        play(true, |_| {
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            chance >> 61 < 2
        });
    }
}
