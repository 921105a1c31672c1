//! The worlds are sound, and their answers are right by checks of their own.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::{Choices, Seeded, Tape};
use super::*;
use crate::case::{Ask, Expectation};

type Generator = fn(&mut Choices<'_>) -> Scene;

const GENERATORS: [Generator; 8] = [clean, rescued, broken, any, several, limits, pair, contract];

/// The scenes of a generator for a fixed seed.
fn scenes(generate: Generator, count: u64) -> impl Iterator<Item = Scene> {
    (0..count).map(move |number| {
        let mut source = Seeded::new(3, "normalize", number);
        generate(&mut Choices::new(&mut source, number))
    })
}

fn document(scene: &Scene) -> Value {
    serde_json::from_str(&scene.contracts[CONTRACT]).unwrap()
}

fn strings(value: &Value) -> Vec<&str> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

#[test]
fn every_sound_contract_fits_the_schema_of_contracts() {
    let schema = crate::corpus::schema_of_contracts();
    for generate in GENERATORS {
        for scene in scenes(generate, 300) {
            if scene.cases[0].expect != Expectation::Refused {
                assert!(schema.is_valid(&document(&scene)), "{scene:?}");
            }
        }
    }
}

#[test]
fn every_right_answer_satisfies_its_contract() {
    let mut is_tool_checked = 0;
    for generate in [clean, rescued, several] as [Generator; 3] {
        for scene in scenes(generate, 500) {
            let contract = document(&scene);
            let schema = jsonschema::validator_for(&contract["schema"]).unwrap();
            for case in &scene.cases {
                let Expectation::Accepted(accepted) = &case.expect else {
                    continue;
                };
                let value: Value = serde_json::from_str(&accepted.value_text).unwrap();
                assert!(schema.is_valid(&value), "schema: {scene:?}");
                check_references(&contract, &value);
                is_tool_checked += usize::from(check_call(&contract, &value));
            }
        }
    }
    assert!(is_tool_checked > 300, "{is_tool_checked}");
}

fn check_references(contract: &Value, value: &Value) {
    for name in ["hypothesis", "previous_result"] {
        let is_reference = contract["references"].get(name).is_some();
        if let (true, Some(id)) = (is_reference, value.get(name)) {
            assert_eq!(id, &contract["bindings"][name]["id"], "{contract} {value}");
        }
    }
    let visible = strings(&contract["bindings"]["visible_evidence"]);
    for item in value["evidence"].as_array().into_iter().flatten() {
        if let Some(id) = item.get("id") {
            assert!(visible.contains(&id.as_str().unwrap()), "{value}");
        }
    }
}

/// Whether there was a call to check.
fn check_call(contract: &Value, value: &Value) -> bool {
    let Some(tools) = contract.get("tools") else {
        return false;
    };
    let tool = &tools[value["next"]["action"].as_str().unwrap()];
    let is_final = tool["effect"] == "final";
    if let Some(left) = contract["budget"].get("actions_left") {
        assert!(is_final || left.as_u64() > Some(0), "{contract}");
    }
    let arguments = &value["next"]["arguments"];
    if let (Some(most), Some(limit)) = (tool.get("max_limit"), arguments.get("limit")) {
        assert!(limit.as_u64() <= most.as_u64(), "{value}");
    }
    let Some(tables) = tool.get("tables") else {
        return true;
    };
    let columns = strings(&tables[arguments["table"].as_str().unwrap()]);
    assert!(!columns.is_empty(), "{contract}");
    for column in strings(&arguments["columns"]) {
        assert!(columns.contains(&column), "{value}");
    }
    for filters in [&arguments["filters"], &arguments["also"]["filters"]] {
        let filters: Vec<&Value> = filters.as_array().into_iter().flatten().collect();
        if let Some(most) = tool["max_filters"].as_u64() {
            assert!(filters.len() as u64 <= most, "{value}");
        }
        for filter in filters {
            assert_eq!(filter.as_object().unwrap().len(), 3, "{filter}");
            assert!(columns.contains(&filter["column"].as_str().unwrap()));
            let operators = strings(&tool["operators"]);
            assert!(operators.contains(&filter["operator"].as_str().unwrap()));
            let value = &filter["value"];
            assert!(!value.is_array() && !value.is_object(), "{filter}");
        }
    }
    true
}

#[test]
fn every_requirement_of_profile_normalize_is_reached() {
    let mut reached = BTreeSet::new();
    for generate in GENERATORS {
        for scene in scenes(generate, 400) {
            let ids = scene.cases.into_iter().flat_map(|case| case.requirements);
            reached.extend(ids);
        }
    }
    for id in [
        "CON-1", "CON-2", "CON-3", "ACT-2", "PAR-1", "PAR-2", "PAR-3", "PAR-4", "PAR-5", "PAR-6",
        "PAR-7", "PAR-8", "FEN-1", "FEN-2", "FEN-3", "DEC-1", "DEC-2", "DEC-3", "DEC-4", "FIL-1",
        "FIL-2", "FIL-3", "FIL-4", "NRM-1", "NRM-2", "NRM-3", "NRM-4", "LIM-1", "LIM-2", "LIM-3",
        "LIM-4", "VAL-1", "VAL-2", "VAL-3", "VAL-4",
    ] {
        assert!(reached.contains(id), "{id}");
    }
}

#[test]
fn every_fault_of_a_contract_and_its_sound_neighbour_are_reached() {
    let mut reached = BTreeSet::new();
    for scene in scenes(contract, 6_000) {
        let is_load = matches!(scene.cases[0].ask, Ask::Load { .. });
        let is_refused = scene.cases[0].expect == Expectation::Refused;
        assert_eq!(is_load, is_refused);
        reached.insert(scene.class());
    }
    assert_eq!(reached.len(), contracts::count(), "{reached:?}");
}

#[test]
fn the_empty_tape_gives_a_small_scene() {
    for generate in GENERATORS {
        let mut source = Tape::default();
        let scene = generate(&mut Choices::new(&mut source, 1));
        assert!(scene.contracts[CONTRACT].len() < 500, "{scene:?}");
    }
    let scene = clean(&mut Choices::new(&mut Tape::default(), 1));
    assert_eq!(scene.cases[0].response(), Some("{}"));
    assert!(scene.contracts[CONTRACT].len() < 100);
}
