//! Sessions hold what they promise, and reach all that there is.

use std::collections::BTreeSet;

use super::*;
use crate::case::{Ask, Case};
use crate::generate::Seeded;

type Make = fn(&mut Choices<'_>) -> Scene;

const GENERATORS: [Make; 5] = [course, resumed, interleaved, versions, two];

fn scenes(generate: Make, count: u64) -> impl Iterator<Item = Scene> {
    (0..count).map(move |number| {
        let mut source = Seeded::new(6, "session", number);
        generate(&mut Choices::new(&mut source, number))
    })
}

#[test]
fn every_contract_has_the_form_of_a_contract_and_every_case_that_of_a_case() {
    let schema = crate::corpus::schema_of_contracts();
    for generate in GENERATORS {
        for scene in scenes(generate, 80) {
            for contract in scene.contracts.values() {
                let document = serde_json::from_str(contract).unwrap();
                assert!(schema.is_valid(&document), "{contract}");
            }
            for mut case in scene.cases {
                case.id = "a/b".to_owned();
                let line = case.to_line();
                let mut again = Case::from_line(&line).unwrap();
                again.origin = case.origin;
                assert_eq!(again.to_line(), line);
            }
        }
    }
}

#[test]
fn every_interleaving_is_the_one_of_a_scene() {
    let all = 7 + 49 + 343 + 2401;
    let paths: BTreeSet<String> = (0..all)
        .map(|number| format!("{:?}", interleaving(number)))
        .collect();
    assert_eq!(paths.len() as u64, all);
    assert_eq!(interleaving(all), interleaving(0));
}

/// What stands in the expectation of some step.
const WORDS: [&str; 17] = [
    "concluded",
    "invalid_response_limit",
    "transport_exhausted",
    "notice",
    "hint",
    "\"repair\"",
    "partial_answer",
    "retry_after_recovery",
    "policy:missing",
    "policy:mismatch",
    "policy:invalid",
    "policy:unsupported_version",
    "checkpoint",
    "audit",
    "event",
    "\"budget\"",
    "\"reference\"",
];

#[test]
fn every_kind_of_event_and_of_end_is_reached() {
    let mut reached = BTreeSet::new();
    for scene in scenes(course, 800) {
        for case in scene.cases {
            reached.extend(case.class.split('+').map(str::to_owned));
            let Ask::Session(script) = &case.ask else {
                panic!("a session is asked for");
            };
            for step in &script.steps {
                let text = Case::step_expectation(&step.expect);
                for word in WORDS {
                    if text.contains(word) {
                        reached.insert(word.to_owned());
                    }
                }
            }
        }
    }
    for name in [
        "valid",
        "fenced",
        "decoded",
        "filtered",
        "invalid",
        "cut",
        "eligible",
        "repaired",
        "repair-refused",
        "transport-error",
        "result",
        "misfit",
        "spoilt-resume",
        "resume",
        "policy-refused",
    ]
    .into_iter()
    .chain(WORDS)
    {
        assert!(reached.contains(name), "{name}");
    }
}
