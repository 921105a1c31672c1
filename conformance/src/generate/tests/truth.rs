//! What a scene says is right agrees with an independent reading of its texts.

use super::{PROFILES, generators, scenes};
use crate::case::{Accepted, Case, Expectation, Level, Profile};
use crate::exact::Value;

/// All cases of all generators for a fixed seed.
fn cases(count: u64) -> impl Iterator<Item = Case> {
    generators().flat_map(move |(name, profile, generate)| {
        scenes(name, generate, profile, count).flat_map(|scene| scene.cases)
    })
}

/// Whether some object of a value has a key twice.
fn has_doubled_key(value: &Value<'_>) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_doubled_key),
        Value::Object(members) => {
            let mut keys: Vec<_> = members.iter().map(|member| &member.key).collect();
            keys.sort_unstable();
            keys.windows(2).any(|pair| pair[0] == pair[1])
                || members.iter().any(|member| has_doubled_key(&member.value))
        }
        _ => false,
    }
}

#[test]
fn the_value_is_what_the_normalized_text_says() {
    for case in cases(600) {
        let Expectation::Accepted(Accepted {
            value_text,
            text,
            result,
            ..
        }) = &case.expect
        else {
            continue;
        };
        let value = Value::read(value_text).unwrap();
        assert!(!has_doubled_key(&value), "{case:?}");
        // What a repair leads to is the rebuilt text.
        let text = result.as_deref().or(text.as_deref()).unwrap();
        assert_eq!(Value::read(text), Ok(value), "{case:?}");
    }
}

#[test]
fn what_gets_no_rule_is_the_response_to_the_byte() {
    for case in cases(600) {
        if let Expectation::Accepted(Accepted {
            text,
            rules: Some(rules),
            ..
        }) = &case.expect
            && rules.is_empty()
        {
            let response = case.response().unwrap();
            let text = text.as_deref().unwrap();
            assert_eq!(text, response.trim_start_matches('\u{feff}'), "{case:?}");
        }
    }
}

#[test]
fn what_must_be_rejected_for_its_syntax_is_no_strict_json() {
    for case in cases(600) {
        let Expectation::Rejected(rejected) = &case.expect else {
            continue;
        };
        let is_cut = case.class.ends_with("finish-cut");
        if is_cut || rejected.reasons != [crate::case::Category::Parse] {
            continue;
        }
        if let Ok(value) = Value::read(case.response().unwrap()) {
            assert!(has_doubled_key(&value), "{case:?}");
        }
    }
}

#[test]
fn a_clean_answer_must_be_accepted_and_is_strict_json() {
    for profile in PROFILES {
        for case in
            scenes("clean", crate::generate::clean, profile, 1_000).flat_map(|scene| scene.cases)
        {
            let value = Value::read(case.response().unwrap()).unwrap();
            assert!(
                matches!(value, Value::Object(_)) && !has_doubled_key(&value),
                "{case:?}"
            );
            serde_json::from_str::<serde::de::IgnoredAny>(case.response().unwrap()).unwrap();
            assert_eq!(case.level(), Level::Must);
            assert!(
                matches!(&case.expect, Expectation::Accepted(due) if due.rules.as_deref() == Some(&[]))
            );
        }
    }
}

#[test]
fn a_rescued_answer_must_be_accepted_by_a_rule_and_a_broken_one_rejected() {
    for case in scenes("rescued", crate::generate::rescued, Profile::Parse, 1_000)
        .flat_map(|scene| scene.cases)
    {
        assert_eq!(case.level(), Level::Must);
        assert!(
            matches!(&case.expect, Expectation::Accepted(due) if due.rules.as_ref().is_some_and(|rules| !rules.is_empty())),
            "{case:?}"
        );
    }
    for case in scenes("broken", crate::generate::broken, Profile::Parse, 1_000)
        .flat_map(|scene| scene.cases)
    {
        assert!(matches!(&case.expect, Expectation::Rejected(_)), "{case:?}");
        assert!(!case.class.is_empty());
    }
}

#[test]
fn the_cases_of_a_pair_have_the_same_value() {
    for scene in scenes("pair", crate::generate::pair, Profile::Parse, 1_000) {
        let values: Vec<_> = scene
            .cases
            .iter()
            .map(|case| match &case.expect {
                Expectation::Accepted(due) => Value::read(&due.value_text).unwrap(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(values.len() == 2 && values[0] == values[1], "{scene:?}");
    }
}

#[test]
fn every_case_names_what_it_tests() {
    for case in cases(300) {
        assert!(!case.requirements.is_empty(), "{case:?}");
    }
}
