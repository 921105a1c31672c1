//! The child of the kill test: it plays an endless investigation against a store, and says of each
//! record, and of each corrupt body that it puts into quarantine, that it is stored once it is. It resumes from the
//! file alone, and never ends by itself.
//!
//! A line of its output is `record`, the sequence and the hash of a record, or `body` and the digest of a body.

#![expect(
    clippy::expect_used,
    reason = "the child of a test; the test reads its end as a failure"
)]

use std::env;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::SystemTime;

use response_recovery::Contract;
use response_recovery::guard::{GuardContract, Output, Quarantined, Received, Verdict, guard};
use response_recovery::session::{Command, Event, Session, TransportKind};
use response_recovery_store::Store;

const CONTRACT: &str = r#"{"contract": 1, "phase": "investigation",
    "schema": {"type": "object", "required": ["next"], "properties": {"next": {"type": "object",
        "required": ["action"], "properties": {"action": {"type": "string"}}}}},
    "tools": {"look": {"effect": "read"}}}"#;

const POLICY: &str = r#"{"response_recovery_version": 1, "transport": {"retries": 1}}"#;

const NAME: &str = "endless";

fn main() {
    let file = env::args_os().nth(1).expect("the file of the store");
    let contract = Arc::new(Contract::compile(CONTRACT).expect("a sound contract"));
    let mut store = Store::open(file).expect("a store without damage");
    let (mut session, commands) = if store.names().expect("names").is_empty() {
        let (session, commands) = Session::open(contract, Some(POLICY)).expect("a session");
        let begun = store.begin(NAME, POLICY, CONTRACT, &session.checkpoint());
        begun.expect("a new investigation");
        (session, commands)
    } else {
        let stored = store.load(NAME).expect("the investigation");
        let (policy, checkpoint) = (Some(stored.policy.as_str()), &stored.checkpoint);
        Session::resume(contract, policy, checkpoint, stored.records).expect("a session")
    };
    let mut open = commands.into_iter().next();
    while let Some(command) = open {
        let stored = session.records().len();
        let commands = session.handle(event(&command)).expect("a fitting event");
        let new = session.records().get(stored..).unwrap_or_default();
        let saved = store.save(NAME, new, &session.checkpoint());
        saved.expect("room for a record");
        for record in new {
            acknowledge(&format!("record {} {}\n", record.sequence, record.hash));
            if record.sequence % 3 == 0 {
                let refused = [corrupt(record.sequence)];
                let kept = store.quarantine(&refused, SystemTime::now());
                kept.expect("room for a body");
                let [refused] = &refused;
                acknowledge(&format!("body {}\n", refused.kept.sha256()));
            }
        }
        open = commands.into_iter().next();
    }
}

/// Says that something is stored, in one write, so that a kill cuts a line but never mixes two.
fn acknowledge(line: &str) {
    let mut output = io::stdout().lock();
    output
        .write_all(line.as_bytes())
        .expect("somebody who reads");
    output.flush().expect("somebody who reads");
}

/// An output of a tool that the guard refuses; every other one is like one before it.
fn corrupt(number: u64) -> Quarantined {
    let contract = GuardContract::compile(r#"{"tool": "look", "effect": "read"}"#);
    let contract = contract.expect("a sound contract");
    let body = format!("<html>{}</html>", number / 2);
    let output = Output::Received(Received {
        status: 200,
        content_type: Some("application/json".into()),
        body: body.into_bytes().into(),
    });
    match guard(&contract, &output) {
        Verdict::Corrupt(corrupt) => Quarantined {
            tool: contract.tool().to_owned(),
            stop_reason: corrupt.corruption.to_string(),
            kept: corrupt.kept.into_owned(),
        },
        _ => unreachable!("HTML is no JSON"),
    }
}

/// What happens next: answers as they come, in fences, invalid, or not at all, in turn. Two in a
/// row are never invalid, so the investigation goes on for ever.
fn event(command: &Command) -> Event {
    match command {
        Command::Call(call) => {
            let number: u64 = call
                .id
                .trim_start_matches("call-")
                .parse()
                .unwrap_or_default();
            let action =
                format!(r#"{{"next": {{"action": "look", "arguments": {{"at": {number}}}}}}}"#);
            let text = match number % 5 {
                0 => {
                    return Event::TransportError {
                        call: call.id.clone(),
                        kind: TransportKind::Timeout,
                    };
                }
                1 => format!("```json\n{action}\n```"),
                2 => format!("{action},"),
                _ => action,
            };
            Event::LlmResponse {
                call: call.id.clone(),
                text,
                finish: None,
            }
        }
        Command::Execute(execute) => Event::ToolResult {
            action: execute.action.clone(),
            output: "{}".to_owned(),
            bindings: None,
        },
        Command::Stop(_) => unreachable!("nothing here ends the investigation"),
    }
}
