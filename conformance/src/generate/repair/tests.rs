//! Scenes of profile `repair` hold what they promise.

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;
use crate::generate::{Seeded, Tape};

type Make = fn(&mut Choices<'_>) -> Scene;

const GENERATORS: [Make; 12] = [
    clean, rescued, eligible, broken, attacked, any, several, pair, two_steps, contexts,
    ineligible, limits,
];

fn scenes(generate: Make, count: u64) -> impl Iterator<Item = Scene> {
    (0..count).map(move |number| {
        let mut source = Seeded::new(5, "repair", number);
        generate(&mut Choices::new(&mut source, number))
    })
}

fn answer_of(case: &Case) -> Option<&str> {
    match &case.ask {
        Ask::Repair { answer, .. } => Some(answer),
        _ => None,
    }
}

#[test]
fn every_contract_has_the_form_of_a_contract() {
    let schema = crate::corpus::schema_of_contracts();
    for generate in GENERATORS {
        for scene in scenes(generate, 60) {
            for contract in scene.contracts.values() {
                let document: Value = serde_json::from_str(contract).unwrap();
                assert!(schema.is_valid(&document), "{contract}");
            }
        }
    }
}

/// The schema of the contract holds for what is right, and for nothing that a repair is due for.
#[test]
fn what_is_right_satisfies_the_schema_and_what_is_torn_does_not() {
    for generate in [clean, rescued, eligible, limits, pair] as [Make; 5] {
        for scene in scenes(generate, 150) {
            let contract: Value = serde_json::from_str(&scene.contracts[CONTRACT]).unwrap();
            let schema = jsonschema::validator_for(&contract["schema"]).unwrap();
            for case in &scene.cases {
                match &case.expect {
                    Expectation::Accepted(due) => {
                        let value: Value = serde_json::from_str(&due.value_text).unwrap();
                        assert!(schema.is_valid(&value), "{case:?}\n{contract}");
                    }
                    Expectation::Repair(due) => {
                        let text: Value = serde_json::from_str(due.text.as_ref().unwrap()).unwrap();
                        assert!(!schema.is_valid(&text), "{case:?}\n{contract}");
                        assert!(text.pointer(&due.path).is_some(), "{case:?}");
                        assert!(is_repairable(&contract, &due.path), "{case:?}");
                    }
                    _ => {}
                }
            }
        }
    }
}

fn is_repairable(contract: &Value, path: &str) -> bool {
    let positions = contract["positions"]["repairable"].as_array().unwrap();
    positions.iter().any(|position| {
        let position = position.as_str().unwrap().split('/');
        let path: Vec<_> = path.split('/').collect();
        position.clone().count() == path.len()
            && position.zip(path).all(|(due, is)| due == "*" || due == is)
    })
}

/// The scalars of a value, sorted, the labels of filters left out, as they may have become keys.
fn scalars(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| scalars(item, into)),
        Value::Object(members) => members.values().for_each(|value| scalars(value, into)),
        Value::String(text) if ["column", "operator", "value"].contains(&&**text) => {}
        Value::Number(number) => into.push(number.as_f64().unwrap().to_string()),
        scalar => into.push(scalar.to_string()),
    }
}

#[test]
fn a_right_answer_keeps_every_scalar_and_every_byte_outside() {
    for scene in scenes(rescued, 300).chain(scenes(limits, 50)) {
        for case in &scene.cases {
            let (Expectation::Accepted(due), Some(answer)) = (&case.expect, answer_of(case)) else {
                continue;
            };
            let [text, result] = [&due.text, &due.result].map(|text| text.as_deref().unwrap());
            let [before, after]: [Value; 2] =
                [text, result].map(|text| serde_json::from_str(text).unwrap());
            let value: Value = serde_json::from_str(&due.value_text).unwrap();
            let [mut before, mut after, mut right] = [&before, &after, &value].map(|value| {
                let mut all = Vec::new();
                scalars(value, &mut all);
                all
            });
            for all in [&mut before, &mut after, &mut right] {
                all.sort();
            }
            assert_eq!(before, after, "{case:?}");
            assert_eq!(after, right, "{case:?}");
            let start = text.bytes().zip(result.bytes()).take_while(|(a, b)| a == b);
            let end = text.bytes().rev().zip(result.bytes().rev());
            let same = start.count() + end.take_while(|(a, b)| a == b).count();
            // What differs lies inside what the answer brought.
            assert!(result.len() <= same + answer.len(), "{case:?}");
        }
    }
}

#[test]
fn every_form_attack_and_near_miss_is_reached() {
    let mut reached = BTreeSet::new();
    for (generate, count) in [
        (attacked as Make, 900),
        (ineligible, 500),
        (broken, 150),
        (answered, 150),
        (rescued, 150),
    ] {
        for scene in scenes(generate, count) {
            for case in scene.cases {
                reached.extend(case.class.split('+').map(str::to_owned));
            }
        }
    }
    let families = attack::FAMILIES.into_iter().flatten();
    let names = families
        .map(attack::Family::name)
        .chain(near::ALL.iter().map(|near| near.name))
        .chain([
            "object-for-list",
            "scalar-for-list",
            "list-of-one-object",
            "triples-in-one-list",
            "triples-in-one-item",
            "filter-for-list",
            "triples-too-deep",
            "filter-in-a-list",
            "list-of-triples",
            "triples-below",
            "prose",
            "fence-amiss",
            "second-key",
            "no-replacement",
            "bare-answer",
            "patch-as-answer",
            "whole-response-as-answer",
            "no-object-as-answer",
            "duplicate-key-of-answer",
            "duplicate-key-in-replacement",
            "answer-syntax",
            "cut-answer",
            "answer-too-long",
            "answer-too-deep",
            "fenced-answer",
            "filters-in-another-order",
            "legitimized",
            "fault-elsewhere",
            "inactive",
            "valid",
            "hopeless",
        ]);
    for name in names {
        assert!(reached.contains(name), "{name}");
    }
}

#[test]
fn the_empty_tape_gives_a_small_scene() {
    for generate in GENERATORS {
        let mut source = Tape::default();
        let scene = generate(&mut Choices::new(&mut source, 1));
        assert!(scene.contracts[CONTRACT].len() < 1_500, "{scene:?}");
    }
}
