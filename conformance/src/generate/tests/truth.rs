//! What a scene says is right agrees with an independent reading of its texts.

use std::sync::LazyLock;

use super::distribution::COUNTS;
use super::{PROFILES, scenes};
use crate::case::{Accepted, Case, Category, Expectation, Level, Profile, Rejected};
use crate::exact::Value;

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

/// The value is what the normalized text says, or the text rebuilt by a repair.
fn value_agrees_with_text(case: &Case, due: &Accepted) {
    let value = Value::read(&due.value_text).unwrap();
    assert!(!has_doubled_key(&value), "{case:?}");
    let text = due.result.as_deref().or(due.text.as_deref()).unwrap();
    assert_eq!(Value::read(text), Ok(value), "{case:?}");
}

/// What gets no rule is the response, to the byte.
fn no_rule_changes_no_byte(case: &Case, due: &Accepted) {
    if due.rules.as_ref().is_some_and(Vec::is_empty) {
        let response = case.response().unwrap().trim_start_matches('\u{feff}');
        assert_eq!(due.text.as_deref(), Some(response), "{case:?}");
    }
}

/// What must be rejected for its syntax is no strict JSON.
fn what_does_not_parse_is_no_json(case: &Case, due: &Rejected) {
    let is_cut = case.class.ends_with("finish-cut");
    if !is_cut
        && due.reasons == [Category::Parse]
        && let Ok(value) = Value::read(case.response().unwrap())
    {
        assert!(has_doubled_key(&value), "{case:?}");
    }
}

/// What a case says is right agrees with its texts. Asked of every scene that is counted.
pub(super) fn check(case: &Case) {
    assert!(!case.requirements.is_empty(), "{case:?}");
    match &case.expect {
        Expectation::Accepted(due) => {
            value_agrees_with_text(case, due);
            no_rule_changes_no_byte(case, due);
        }
        Expectation::Rejected(due) => what_does_not_parse_is_no_json(case, due),
        _ => {}
    }
}

#[test]
fn what_is_right_agrees_with_the_texts() {
    LazyLock::force(&COUNTS);
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
