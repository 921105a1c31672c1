//! Lines that are a case, and every way in which one is not.

use super::*;

fn read(line: &str) -> Result<Case, CaseError> {
    Case::from_line(line)
}

const PARSE: &str = r#"{"id":"a/b","profile":"parse","response":"r","expect":{"outcome":"accepted","value_text":"1"}}"#;
const RECOVER: &str = r#"{"id":"a/b","profile":"normalize","contract":"c","response":"r","expect":{"outcome":"rejected","reasons":["parse"],"paths":[""]}}"#;
const LOAD: &str =
    r#"{"id":"a/b","profile":"normalize","contract":"refused/c","expect":{"outcome":"refused"}}"#;

/// The error of a line that differs from a sound one in one place.
#[track_caller]
fn error(line: &str, from: &str, to: &str) -> CaseError {
    read(line).unwrap();
    assert_eq!(line.matches(from).count(), 1, "{from}");
    read(&line.replace(from, to)).unwrap_err()
}

#[test]
fn what_is_left_out_has_its_default() {
    let case = read(PARSE).unwrap();
    assert_eq!(
        (case.origin, case.level(), case.contract()),
        (Origin::Written, Level::Must, None)
    );
    assert_eq!(
        case.ask,
        Ask::Parse {
            response: "r".to_owned(),
            finish: None
        }
    );
    let Expectation::Accepted(accepted) = case.expect else {
        panic!()
    };
    assert_eq!(
        (accepted.rules, accepted.text, accepted.reasons),
        (None, None, vec![])
    );
}

#[test]
fn no_rules_are_expected_under_a_contract_that_states_none() {
    let line = RECOVER.replace(
        r#""outcome":"rejected","reasons":["parse"],"paths":[""]"#,
        r#""outcome":"accepted","value_text":"{}""#,
    );
    let Expectation::Accepted(accepted) = read(&line).unwrap().expect else {
        panic!()
    };
    assert_eq!(accepted.rules, Some(vec![]));
}

#[test]
fn a_refusal_only_loads_its_contract() {
    let case = read(LOAD).unwrap();
    assert_eq!(
        (case.response(), case.contract()),
        (None, Some("refused/c"))
    );
    assert_eq!(case.expect, Expectation::Refused);
}

#[test]
fn digits_last() {
    let line = PARSE.replace(
        r#""value_text":"1""#,
        r#""value_text":"[9007199254740993,1.10,1e400]""#,
    );
    let Expectation::Accepted(accepted) = read(&line).unwrap().expect else {
        panic!()
    };
    assert_eq!(accepted.value_text, "[9007199254740993,1.10,1e400]");
}

#[test]
fn a_may_case_may_name_the_categories_of_a_rejection() {
    let line = PARSE.replace(r#""outcome""#, r#""reasons":["limit","parse"],"outcome""#);
    let must = CaseError::Unwanted {
        field: "reasons",
        when: "outcome `accepted` of level `must`",
    };
    assert_eq!(read(&line).unwrap_err(), must);
    let case = read(&line.replace(r#""id""#, r#""level":"may","id""#)).unwrap();
    let Expectation::Accepted(accepted) = &case.expect else {
        panic!()
    };
    assert_eq!(accepted.reasons, [Category::Limit, Category::Parse]);
    assert_eq!(case.level(), Level::May);
}

#[test]
fn a_may_case_states_its_value() {
    for line in [RECOVER, LOAD] {
        let error = error(line, r#""id""#, r#""level":"may","id""#);
        assert!(
            matches!(
                error,
                CaseError::Unwanted {
                    field: "outcome",
                    ..
                }
            ),
            "{error}"
        );
    }
}

#[test]
fn what_means_nothing_is_refused() {
    for (line, from, to, field) in [
        (
            PARSE,
            r#""response""#,
            r#""contract":"c","response""#,
            "contract",
        ),
        (
            PARSE,
            r#""value_text""#,
            r#""paths":[""],"value_text""#,
            "paths",
        ),
        (
            PARSE,
            r#""value_text""#,
            r#""lenient_value_text":"1","value_text""#,
            "lenient_value_text",
        ),
        (
            RECOVER,
            r#""paths""#,
            r#""value_text":"1","paths""#,
            "value_text",
        ),
        (
            RECOVER,
            r#""paths""#,
            r#""value_parts":["1"],"paths""#,
            "value_parts",
        ),
        (RECOVER, r#""paths""#, r#""text":"1","paths""#, "text"),
        (
            RECOVER,
            r#""paths""#,
            r#""text_parts":["1"],"paths""#,
            "text_parts",
        ),
        (RECOVER, r#""paths""#, r#""rules":[],"paths""#, "rules"),
        (
            LOAD,
            r#""expect""#,
            r#""response":"r","expect""#,
            "response",
        ),
        (
            LOAD,
            r#""expect""#,
            r#""response_parts":["r"],"expect""#,
            "response",
        ),
        (LOAD, r#""expect""#, r#""finish":"stop","expect""#, "finish"),
        (
            LOAD,
            r#""outcome""#,
            r#""reasons":["parse"],"outcome""#,
            "reasons",
        ),
        (LOAD, r#""outcome""#, r#""rules":[],"outcome""#, "rules"),
        (LOAD, "normalize", "parse", "profile"),
    ] {
        let error = error(line, from, to);
        assert!(
            matches!(error, CaseError::Unwanted { field: told, .. } if told == field),
            "{field}: {error}"
        );
    }
}

#[test]
fn what_is_needed_is_asked_for() {
    for (line, from, to, field) in [
        (PARSE, r#""response":"r","#, "", "response"),
        (PARSE, r#","value_text":"1""#, "", "value_text"),
        (RECOVER, r#""contract":"c","#, "", "contract"),
        (RECOVER, r#""reasons":["parse"],"#, "", "reasons"),
        (
            RECOVER,
            r#""reasons":["parse"]"#,
            r#""reasons":[]"#,
            "reasons",
        ),
        (RECOVER, r#","paths":[""]"#, "", "paths"),
        (RECOVER, r#""paths":[""]"#, r#""paths":[]"#, "paths"),
        (LOAD, r#""contract":"refused/c","#, "", "contract"),
    ] {
        let error = error(line, from, to);
        assert!(
            matches!(error, CaseError::Missing { field: told, .. } if told == field),
            "{field}: {error}"
        );
    }
}

#[test]
fn a_text_is_given_once() {
    assert_eq!(
        error(
            PARSE,
            r#""response""#,
            r#""response_parts":["r"],"response""#
        ),
        CaseError::Twice("response")
    );
    assert_eq!(
        error(
            PARSE,
            r#""value_text""#,
            r#""value_parts":["1"],"value_text""#
        ),
        CaseError::Twice("value_text")
    );
    assert_eq!(
        error(
            PARSE,
            r#""value_text""#,
            r#""text":"","text_parts":[""],"value_text""#
        ),
        CaseError::Twice("text")
    );
}

#[test]
fn a_value_is_json() {
    for value in ["", "{", "1 2", "NaN", "[1,]", "{'a':1}"] {
        let error = error(
            PARSE,
            r#""value_text":"1""#,
            &format!(r#""value_text":"{value}""#),
        );
        assert!(
            matches!(
                error,
                CaseError::NotJson {
                    field: "value_text",
                    ..
                }
            ),
            "{value}: {error}"
        );
    }
    let error = error(
        RECOVER,
        r#""reasons""#,
        r#""lenient_value_text":"[1,]","reasons""#,
    );
    assert!(
        matches!(
            error,
            CaseError::NotJson {
                field: "lenient_value_text",
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn unknown_fields_and_names_are_refused() {
    for (line, from, to) in [
        (PARSE, r#""response""#, r#""respones":"","response""#),
        (PARSE, r#""outcome""#, r#""outcom":"","outcome""#),
        (
            PARSE,
            r#""response":"r""#,
            r#""response":"r","response":"r""#,
        ),
        (
            PARSE,
            r#""response":"r""#,
            r#""response_parts":[{"repeat":"r","times":1,"x":1}]"#,
        ),
        (
            PARSE,
            r#""response":"r""#,
            r#""response_parts":[{"repeat":"r","times":-1}]"#,
        ),
        (PARSE, "accepted", "excepted"),
        (PARSE, "parse", "rescue"),
        (PARSE, r#""response""#, r#""finish":"end","response""#),
        (
            PARSE,
            r#""value_text""#,
            r#""rules":[{"rule":"fences","path":""}],"value_text""#,
        ),
        (
            PARSE,
            r#""value_text""#,
            r#""rules":[{"rule":"fence"}],"value_text""#,
        ),
        (RECOVER, r#"["parse"]"#, r#"["parse:incomplete"]"#),
    ] {
        assert!(matches!(error(line, from, to), CaseError::Form(_)), "{to}");
    }
}

#[test]
fn an_id_is_a_stem_and_a_name() {
    for id in ["a/b", "field-reports/fr-001", "Upper_case.v2/x-1"] {
        assert!(read(&PARSE.replace("a/b", id)).is_ok(), "{id}");
    }
    for id in [
        "", "a", "a/", "/b", "a/b/c", "a/B", "a/b_c", "a/-b", "a/b--c", "a b/c", ".a/b", "a/b*",
        "ä/b",
    ] {
        assert_eq!(error(PARSE, "a/b", id), CaseError::Id, "{id}");
    }
}

#[test]
fn a_reason_has_the_category_before_its_colon() {
    assert_eq!(
        Category::of_reason("tool:unknown_column"),
        Some(Category::Tool)
    );
    assert_eq!(Category::of_reason("parse"), Some(Category::Parse));
    for reason in ["", "tools", "Tool", " tool", "other:tool", ":tool"] {
        assert_eq!(Category::of_reason(reason), None, "{reason}");
    }
    for category in Category::ALL {
        assert_eq!(
            serde_json::to_string(&category).unwrap(),
            format!("\"{category}\"")
        );
    }
}
