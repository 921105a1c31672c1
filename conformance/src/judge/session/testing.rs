//! What an honest session answers, for tests that change one of its replies.

use std::collections::BTreeMap;

use recovery_reports::{Verdict, sha256};
use serde_json::{Value, json};

use crate::case::Case;
use crate::dialogue::Dialogue;
use crate::protocol::Reply;

pub(super) fn prompt(note: &str) -> String {
    format!(
        "CANARY-context is what the case is about. H-1: It leaks. E-1. {{\"x-viano-response-recovery\":1}}{note}"
    )
}

pub(super) fn call(number: usize, kind: &str, provider: &str, prompt: &str) -> Value {
    json!({"call": format!("call-{number}"), "kind": kind, "provider": provider, "prompt": prompt})
}

pub(super) fn execute(sequence: usize, text: &str, arguments: &Value) -> Value {
    let hash = sha256(&[text.as_bytes()]);
    json!({"execute": format!("action-{sequence}-{}", &hash[..16]), "tool": "query", "arguments": arguments})
}

pub(super) fn taken(command: &Value, invalid: u64, left: u64) -> Value {
    json!({"commands": [command], "state": {"invalid_responses": invalid, "actions_left": left, "state_changes": [], "stopped": null}})
}

pub(super) fn record(
    call: &str,
    provider: &str,
    prompt: &str,
    response: Option<&str>,
    text: Option<&str>,
    outcome: &Value,
) -> Value {
    json!({"call": call, "kind": "regular", "provider": provider, "prompt_sha256": sha256(&[prompt.as_bytes()]),
           "response": response, "finish": null, "text": text, "rules": [], "outcome": outcome, "repair": null})
}

/// An audit of records, chained.
pub(super) fn audit(records: &[Value]) -> Value {
    let mut head = "0".repeat(64);
    let mut chained = Vec::new();
    for (sequence, record) in (1..).zip(records) {
        let mut record = record.clone();
        record["sequence"] = json!(sequence);
        record["previous"] = head.into();
        head = sha256(&[serde_json_canonicalizer::to_string(&record)
            .unwrap()
            .as_bytes()]);
        record["hash"] = head.clone().into();
        chained.push(record);
    }
    json!({"records": chained, "head": head, "log": ["call-1 rejected, parse"]})
}

/// The name of the fault of a session with these replies, with its verdict; empty if it is right.
pub(super) fn judged(case: &str, contract: &str, replies: &[Value]) -> (&'static str, Verdict) {
    let case = Case::from_line(&case.replace('\n', " ")).unwrap();
    let contracts = BTreeMap::from([("c".to_owned(), contract.replace('\n', " "))]);
    let mut dialogue = Dialogue::new(&case, &contracts, "s1".to_owned()).unwrap();
    let mut over = None;
    for (id, reply) in replies.iter().enumerate() {
        dialogue.ask(|_| {});
        let mut reply = reply.clone();
        reply["id"] = json!(id);
        let line = reply.to_string();
        match dialogue.hear(&Reply::read(&line).unwrap().answer, &line) {
            Ok(true) => {}
            Ok(false) => break,
            Err(flaw) => {
                over = Some(flaw);
                break;
            }
        }
    }
    let flaws = over.into_iter().chain(dialogue.judge().err());
    let worst = flaws.min_by_key(|flaw| flaw.fault.verdict());
    worst.map_or(("", Verdict::Pass), |flaw| {
        (flaw.fault.name(), flaw.fault.verdict())
    })
}
