//! What a scene of the guard says is right agrees with an independent reading of its bodies and contracts.

use serde_json::Value;

use super::{any, broken, clean, limits, pair, several, several_faults};
use crate::case::{Ask, Case, Expectation, OutputReason, VerdictDue};
use crate::exact;
use crate::generate::{CONTRACT, Choices, Scene, Seeded};

/// Scenes of each generator.
const COUNT: u64 = 400;

type Generate = fn(&mut Choices<'_>) -> Scene;

/// A case with its body, if one came, and what is due.
type Judged<'a> = (&'a Case, Option<&'a [u8]>, &'a VerdictDue);

fn scenes() -> impl Iterator<Item = Scene> {
    let all: [(&str, Generate); 7] = [
        ("clean", clean),
        ("broken", broken),
        ("any", any),
        ("several", several),
        ("several-faults", several_faults),
        ("limits", limits),
        ("pair", pair),
    ];
    all.into_iter().flat_map(|(name, generate)| {
        (0..COUNT).map(move |number| {
            let mut source = Seeded::new(5, name, number);
            generate(&mut Choices::new(&mut source, number))
        })
    })
}

/// The contract of a scene, and each of its cases with the body and what is due.
fn judged(scene: &Scene) -> (Value, Vec<Judged<'_>>) {
    let contract = serde_json::from_str(&scene.contracts[CONTRACT]).unwrap();
    let cases = scene
        .cases
        .iter()
        .map(|case| match (&case.ask, &case.expect) {
            (Ask::Guard { output, .. }, Expectation::Guard(due)) => {
                (case, output.body(), &due.verdict)
            }
            other => panic!("{other:?}"),
        });
    (contract, cases.collect())
}

/// What a body says, if it is strict JSON of UTF-8 without a key twice.
fn read(body: &[u8]) -> Option<Value> {
    fn has_doubled_key(value: &exact::Value<'_>) -> bool {
        match value {
            exact::Value::Array(items) => items.iter().any(has_doubled_key),
            exact::Value::Object(members) => {
                let mut keys: Vec<_> = members.iter().map(|member| &member.key).collect();
                keys.sort_unstable();
                keys.windows(2).any(|pair| pair[0] == pair[1])
                    || members.iter().any(|member| has_doubled_key(&member.value))
            }
            _ => false,
        }
    }
    let text = std::str::from_utf8(body).ok()?;
    let value = exact::Value::read(text).ok()?;

    let read = serde_json::from_str(text).ok()?;
    (!has_doubled_key(&value)).then_some(read)
}

fn satisfies(schema: &Value, value: &Value) -> bool {
    jsonschema::validator_for(schema).unwrap().is_valid(value)
}

#[test]
fn a_valid_body_satisfies_schema_and_invariants_and_has_an_accepted_version() {
    for scene in scenes() {
        let (contract, cases) = judged(&scene);
        for (case, body, verdict) in cases {
            if *verdict != VerdictDue::Valid {
                continue;
            }
            let value = read(body.unwrap()).unwrap_or_else(|| panic!("{case:?}"));
            assert!(
                contract
                    .get("schema")
                    .is_none_or(|schema| satisfies(schema, &value)),
                "{case:?}"
            );
            for invariant in contract["invariants"].as_array().into_iter().flatten() {
                assert!(satisfies(&invariant["schema"], &value), "{case:?}");
            }
            if let Some(version) = contract.get("schema_version") {
                let told = value.pointer(version["path"].as_str().unwrap()).unwrap();
                let is_accepted = |accepted: &Value| {
                    accepted == told
                        || accepted.as_f64().is_some() && accepted.as_f64() == told.as_f64()
                };
                assert!(
                    version["accepted"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .any(is_accepted),
                    "{case:?}"
                );
            }
        }
    }
}

#[test]
fn a_corrupt_body_fails_the_gate_that_it_is_said_to_fail_and_none_before() {
    for scene in scenes() {
        let (contract, cases) = judged(&scene);
        for (case, body, verdict) in cases {
            let VerdictDue::Corrupt(reasons) = verdict else {
                continue;
            };
            let value = read(body.unwrap());
            match &reasons[0] {
                OutputReason::InvalidJson => assert_eq!(value, None, "{case:?}"),
                OutputReason::Schema(name) => {
                    let schema = contract["schema"].to_string();
                    assert!(!satisfies(&contract["schema"], &value.unwrap()), "{case:?}");
                    assert!(
                        name == "root" || schema.contains(&*crate::generate::json::quoted(name))
                    );
                }
                OutputReason::Invariant(name) => {
                    let value = value.unwrap();
                    assert!(
                        contract
                            .get("schema")
                            .is_none_or(|schema| satisfies(schema, &value)),
                        "{case:?}"
                    );
                    let invariants = contract["invariants"].as_array().unwrap();
                    let first = invariants
                        .iter()
                        .find(|one| !satisfies(&one["schema"], &value));
                    assert_eq!(first.unwrap()["name"], name.as_str(), "{case:?}");
                }
                OutputReason::OutputTooLarge => {
                    assert!(body.unwrap().len() as u64 > contract["max_chars"].as_u64().unwrap());
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_kind_of_reason_is_reached() {
    let mut reached = std::collections::BTreeMap::<_, u32>::new();
    for scene in scenes() {
        for (_, _, verdict) in judged(&scene).1 {
            let gate = verdict.reasons().first().map(OutputReason::gate);
            *reached.entry(gate).or_default() += 1;
        }
    }
    assert_eq!(reached.len(), 8, "{reached:?}");
    assert!(reached.values().all(|count| *count > 30), "{reached:?}");
}
