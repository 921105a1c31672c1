//! What a schema may cost, and that no value is looked at more often than is counted.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::json::Document;
use crate::limits::MAX_NESTED;
use crate::part::Part;
use crate::refusal::ContractFault;
use crate::schema::expansion::{check, in_place_order, unfold};
use crate::schema::subschema::{Id, Schema};

fn read(text: &str) -> Schema {
    let document = Document::parse(text).unwrap();
    Schema::read(&Part::root(document.root())).unwrap()
}

fn fault(text: &str) -> Option<ContractFault> {
    check(&read(text)).err().map(|(fault, _)| fault)
}

#[test]
fn nodes_count_every_use_and_no_definition() {
    let count = |text: &str| unfold(&read(text)).unwrap();
    assert_eq!(count("{}"), 1);
    assert_eq!(count(r#"{"$defs":{"a":{"items":true}}}"#), 1);
    // The root, two properties, and the definition of two nodes for each.
    let twice = r##"{"properties":{"a":{"$ref":"#/$defs/d"},"b":{"$ref":"#/$defs/d"}},
        "$defs":{"d":{"items":true}}}"##;
    assert_eq!(count(twice), 1 + 2 + 2 * 2);
    // A way back adds the place it stands at, and nothing for what is unfolded already.
    assert_eq!(count(r##"{"properties":{"a":{"$ref":"#"}}}"##), 2);
}

#[test]
fn doubling_definitions_are_refused_at_once() {
    let defs: Vec<_> = (0..26)
        .map(|level| {
            let next = level + 1;
            format!(r##""d{level}":{{"allOf":[{{"$ref":"#/$defs/d{next}"}},{{"$ref":"#/$defs/d{next}"}}]}}"##)
        })
        .collect();
    let text = format!(
        r##"{{"$ref":"#/$defs/d0","$defs":{{{},"d26":{{}}}}}}"##,
        defs.join(",")
    );
    assert_eq!(fault(&text), Some(ContractFault::TooManyNodes));
}

#[test]
fn a_linear_recursion_is_fine() {
    for text in [
        r##"{"properties":{"left":{"$ref":"#"},"right":{"$ref":"#"}}}"##,
        r##"{"properties":{"children":{"items":{"$ref":"#"}}}}"##,
        r##"{"additionalProperties":{"$ref":"#"}}"##,
        r##"{"properties":{"a":{"$ref":"#"}},"additionalProperties":{"$ref":"#"}}"##,
        r##"{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"type":"object"}}}]}"##,
        r##"{"properties":{"a":{"anyOf":[{"type":"null"},{"$ref":"#"}]}}}"##,
    ] {
        assert_eq!(fault(text), None, "{text}");
    }
}

#[test]
fn two_recursive_ways_to_one_child_are_refused() {
    for text in [
        r##"{"allOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}]}"##,
        r##"{"anyOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}]}"##,
        r##"{"if":{"items":{"$ref":"#"}},"then":{"items":{"$ref":"#"}}}"##,
        r##"{"properties":{"a":{"$ref":"#"}},"allOf":[{"additionalProperties":{"$ref":"#"}}]}"##,
        r##"{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"items":{"$ref":"#"}}}}"##,
    ] {
        assert_eq!(fault(text), Some(ContractFault::TwoWays), "{text}");
    }
}

#[test]
fn a_chain_of_recursive_subschemas_is_refused() {
    let text = r##"{"$ref":"#/$defs/n1","$defs":{
        "n1":{"allOf":[{"items":{"$ref":"#/$defs/n1"}},{"items":{"$ref":"#/$defs/n2"}}]},
        "n2":{"items":{"$ref":"#/$defs/n2"}}}}"##;
    assert_eq!(fault(text), Some(ContractFault::TwoWays));
}

#[test]
fn a_way_back_needs_a_step_into_the_value() {
    for text in [
        r##"{"$ref":"#"}"##,
        r##"{"anyOf":[true,{"$ref":"#"}]}"##,
        r##"{"$defs":{"unused":{"if":{"$ref":"#/$defs/unused"}}}}"##,
    ] {
        assert_eq!(fault(text), Some(ContractFault::Endless), "{text}");
    }
}

#[test]
fn nesting_is_bounded_on_both_sides() {
    // The root, and so many references in a row behind it.
    let row = |length: usize| {
        let defs: Vec<_> = (1..length)
            .map(|at| format!(r##""d{at}":{{"$ref":"#/$defs/d{}"}}"##, at + 1))
            .collect();
        let comma = if defs.is_empty() { "" } else { "," };
        format!(
            r##"{{"$ref":"#/$defs/d1","$defs":{{{}{comma}"d{length}":{{}}}}}}"##,
            defs.join(",")
        )
    };
    assert_eq!(fault(&row(MAX_NESTED - 1)), None);
    assert_eq!(fault(&row(MAX_NESTED)), Some(ContractFault::TooNested));
}

/// Small schemas in which every reference leads to one of four definitions.
fn schemas() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("true".to_owned()),
        (0..4).prop_map(|at| format!(r##"{{"$ref":"#/$defs/{at}"}}"##)),
    ];
    let schema = leaf.prop_recursive(3, 10, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            inner
                .clone()
                .prop_map(|one| format!(r#"{{"items":{one}}}"#)),
            inner.prop_map(|one| format!(r#"{{"additionalProperties":{one}}}"#)),
            two.clone()
                .prop_map(|(a, b)| format!(r#"{{"properties":{{"a":{a},"b":{b}}}}}"#)),
            two.clone()
                .prop_map(|(a, b)| format!(r#"{{"allOf":[{a},{b}]}}"#)),
            two.prop_map(|(a, b)| format!(r#"{{"if":{a},"then":{b}}}"#)),
        ]
    });
    prop::collection::vec(schema, 4).prop_map(|defs| {
        let defs: Vec<_> = (0..4)
            .zip(defs)
            .map(|(at, def)| format!(r#""{at}":{def}"#))
            .collect();
        format!(r##"{{"$ref":"#/$defs/0","$defs":{{{}}}}}"##, defs.join(","))
    })
}

/// How often subschemas look at a value, and with them those that they judge it by.
fn looks(schema: &Schema, order: &[Id], entered: &BTreeMap<Id, u128>) -> BTreeMap<Id, u128> {
    let mut looks = entered.clone();
    for from in order.iter().rev() {
        let count = looks.get(from).copied().unwrap_or_default();
        for to in schema.get(*from).in_place() {
            *looks.entry(to).or_default() += count;
        }
    }
    looks
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    /// checked(schema) ⇒ looks(schema, any value) ≤ nodes(schema)
    #[test]
    fn no_value_is_looked_at_more_often_than_the_schema_has_nodes(
        text in schemas(),
        way in prop::collection::vec(0..4, 120),
    ) {
        let schema = read(&text);
        prop_assume!(check(&schema).is_ok());
        let nodes = unfold(&schema).unwrap() as u128;
        let order = in_place_order(&schema).unwrap();
        let mut entered = BTreeMap::from([(Id::ROOT, 1)]);
        for step in way {
            let here = looks(&schema, &order, &entered);
            let all: u128 = here.values().filter(|count| **count > 0).sum();
            prop_assert!(all <= nodes, "{} looks, {} nodes: {}", all, nodes, text);
            entered.clear();
            for (id, count) in here {
                let from = schema.get(id);
                let named = |name| from.properties.get(name).copied().or(from.additional);
                let to = match step {
                    0 => from.items,
                    1 => named("a"),
                    2 => named("b"),
                    _ => from.additional,
                };
                if let Some(to) = to {
                    *entered.entry(to).or_default() += count;
                }
            }
        }
    }
}
