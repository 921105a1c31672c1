//! Differences as a reader of a report sees them.

use super::*;

/// A difference in one line, every list in full.
fn shown(difference: Option<Difference>) -> String {
    let difference = difference.unwrap();
    let place = |name, places: &[Place]| {
        places
            .iter()
            .map(|place| format!(" {name} {} at {};", place.value, place.path))
            .collect::<Vec<_>>()
            .concat()
    };
    let moved = difference.moved.iter();
    let moved = moved.map(|Moved { from, to, value }| format!(" moved {value} {from} -> {to};"));
    let retyped = difference.retyped.iter();
    let retyped =
        retyped.map(|Retyped { path, from, to }| format!(" retyped {from} -> {to} at {path};"));
    [
        format!("kept {};", difference.kept),
        place("lost", &difference.lost),
        place("invented", &difference.invented),
        place("duplicated", &difference.duplicated),
        moved.collect::<Vec<_>>().concat(),
        retyped.collect::<Vec<_>>().concat(),
    ]
    .concat()
}

fn value(truth: &str, got: &str) -> String {
    let (truth, got) = (Value::read(truth).unwrap(), Value::read(got).unwrap());
    shown(from_value(&truth, &got, Visibility::Shown))
}

fn response(response: &str, got: &str) -> String {
    shown(from_response(
        response,
        &Value::read(got).unwrap(),
        Visibility::Shown,
    ))
}

#[test]
fn each_scalar_of_the_truth_has_one_fate() {
    for (truth, got, expected) in [
        (r#"{"a":1}"#, r#"{"a":1.0}"#, "kept 1;"),
        (r#"{"a":1,"b":2}"#, r#"{"a":1}"#, "kept 1; lost 2 at /b;"),
        (
            r#"{"a":1}"#,
            r#"{"a":1,"b":null}"#,
            "kept 1; invented null at /b;",
        ),
        (
            r#"["x"]"#,
            r#"["x","x"]"#,
            "kept 1; duplicated \"x\" at /1;",
        ),
        (
            r#"{"a":"x"}"#,
            r#"{"b":"x"}"#,
            "kept 0; moved \"x\" /a -> /b;",
        ),
        (
            "[1,2]",
            "[2,1]",
            "kept 0; moved 1 /0 -> /1; moved 2 /1 -> /0;",
        ),
        (
            r#"{"a":1,"b":null}"#,
            r#"{"a":"1","b":"null"}"#,
            "kept 0; retyped 1 -> \"1\" at /a; retyped null -> \"null\" at /b;",
        ),
        (
            r#"{"a":{},"b":[]}"#,
            r#"{"a":[]}"#,
            "kept 0; lost [] at /b; retyped {} -> [] at /a;",
        ),
        (
            "9007199254740993",
            "9007199254740992",
            "kept 0; lost 9007199254740993 at ; invented 9007199254740992 at ;",
        ),
        (
            r#"{"a":1}"#,
            r#"{"a":1,"a":1}"#,
            "kept 1; duplicated 1 at /a;",
        ),
    ] {
        assert_eq!(value(truth, got), expected, "{truth} {got}");
    }
}

#[test]
fn an_empty_container_in_a_string_is_retyped() {
    assert_eq!(value("{}", "\"{}\""), "kept 0; retyped {} -> \"{}\" at ;");
    assert_eq!(value("\"[ ]\"", "[]"), "kept 0; retyped \"[ ]\" -> [] at ;");
    assert_eq!(
        value("{}", "\"[]\""),
        "kept 0; lost {} at ; invented \"[]\" at ;"
    );
}

#[test]
fn a_string_that_had_to_stay_one_is_retyped() {
    assert_eq!(
        value(r#"{"s":"{\"a\":1}","t":2}"#, r#"{"s":{"a":1},"t":2}"#),
        r#"kept 1; retyped "{\"a\":1}" -> {"a":1} at /s;"#
    );
}

#[test]
fn a_string_that_had_to_be_decoded_is_retyped() {
    assert_eq!(
        value(r#"{"a":1,"b":[]}"#, r#""{\"a\":1, \"b\":[]}""#),
        r#"kept 0; retyped {"a":1,"b":[]} -> "{\"a\":1, \"b\":[]}" at ;"#
    );
}

#[test]
fn what_had_to_be_rejected_is_held_against_its_own_scalars() {
    for (text, got, expected) in [
        (r#"{"a":1,"a":2}"#, r#"{"a":2}"#, "kept 1; lost 1 at /a;"),
        (
            r#"{"id": 7, "total": 12"#,
            r#"{"id":7,"total":12}"#,
            "kept 1; invented 12 at /total;",
        ),
        (r#"{"a":[1,2"#, r#"{"a":[1]}"#, "kept 1;"),
        ("{'a': True}", r#"{"a":true}"#, "kept 1;"),
        (r#""{\"a\":1}}""#, r#""{\"a\":1}}""#, "kept 1;"),
        (r#""{\"a\":1}}""#, r#"{"a":1}"#, "kept 1;"),
        (
            r#"{"a":NaN}"#,
            r#"{"a":null}"#,
            "kept 0; lost \"NaN\" at /a; invented null at /a;",
        ),
        ("Sure! {\"a\":1} Done.", r#"{"a":1}"#, "kept 1;"),
        (
            r#"{"a":"{\"b\":1,\"c\":2}",}"#,
            r#"{"a":{"b":1}}"#,
            "kept 1; lost 2 at /a/c;",
        ),
    ] {
        assert_eq!(response(text, got), expected, "{text} {got}");
    }
}

#[test]
fn long_lists_are_cut_with_the_smallest_first() {
    let truth = format!(
        "[{}]",
        (0..100)
            .rev()
            .map(|n| n.to_string())
            .collect::<Vec<_>>()
            .join(",")
    );
    let (truth, got) = (Value::read(&truth).unwrap(), Value::read("[]").unwrap());
    let difference = from_value(&truth, &got, Visibility::Shown).unwrap();
    assert_eq!(
        (difference.lost.len(), difference.counts().lost),
        (SHOWN_ENTRIES, 100)
    );
    assert_eq!(
        (
            difference.lost[0].path.as_str(),
            difference.lost[0].value.to_string()
        ),
        ("/0", "99".to_owned())
    );
    assert_eq!(difference.to_string(), "kept 0, lost 100, invented 1");
}

#[test]
fn hidden_differences_show_no_key_and_no_value() {
    let (truth, got) = (
        Value::read(r#"{"secret":["hush"]}"#).unwrap(),
        Value::read("{}").unwrap(),
    );
    let shown = serde_json::to_string(&from_value(&truth, &got, Visibility::Hidden)).unwrap();
    assert!(
        !shown.contains("secret") && !shown.contains("hush"),
        "{shown}"
    );
}

#[test]
fn too_much_to_compare_is_no_difference() {
    let got = format!("[{}0]", "0,".repeat(200_000));
    let got = Value::read(&got).unwrap();
    assert_eq!(from_value(&Value::Null, &got, Visibility::Shown), None);
}
