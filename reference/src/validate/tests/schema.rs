//! The schema check: exact numbers, equality, and paths that show only what the contract names.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::{contract, of_v, outcome};
use crate::contract::Contract;

fn v(contract: &Contract, value: &str) -> String {
    outcome(contract, &format!(r#"{{"v":{value}}}"#))
}

#[test]
fn a_contract_can_be_shared_and_shows_nothing() {
    fn shared<T: Send + Sync>(_: &T) {}
    let contract = of_v(r#"{"const":"private"}"#);
    shared(&contract);
    assert_eq!(format!("{contract:?}"), "Contract { active: false, .. }");
}

#[test]
fn bounds_compare_exact_decimals() {
    for (schema, inside, outside) in [
        (
            r#"{"maximum":0.3}"#,
            &["0.3", "0.30", "3e-1", "-1e400"][..],
            &["0.30000000000000001", "1e400"][..],
        ),
        (
            r#"{"exclusiveMaximum":5}"#,
            &["4.9999999999999999999"],
            &["5", "5.0", "5.0000000000000000001"],
        ),
        (
            r#"{"minimum":9007199254740992}"#,
            &[
                "9007199254740992",
                "9007199254740993",
                "9.007199254740992e15",
            ],
            &["9007199254740991.9999"],
        ),
        (
            r#"{"exclusiveMinimum":4503599627370497}"#,
            &["4503599627370497.3"],
            &["4503599627370497"],
        ),
        (
            r#"{"minimum":4503599627370498}"#,
            &["4503599627370498"],
            &["4503599627370497.7"],
        ),
        (
            r#"{"exclusiveMinimum":0}"#,
            &["1e-400"],
            &["0", "-0.0", "-1e-400"],
        ),
    ] {
        let contract = of_v(schema);
        for value in inside {
            assert_eq!(v(&contract, value), "ok", "{schema} {value}");
        }
        for value in outside {
            assert_eq!(v(&contract, value), "schema:bound /v", "{schema} {value}");
        }
        assert_eq!(v(&contract, r#""no number""#), "ok");
    }
}

#[test]
fn constants_compare_exactly_and_in_any_order_of_keys() {
    let contract = of_v(r#"{"enum":[1,0.3,"a",null,true,{"a":[1,2],"b":"x"}]}"#);
    for value in [
        "1",
        "1.0",
        "10e-1",
        "0.30",
        r#""a""#,
        r#""\u0061""#,
        "null",
        "true",
        r#"{"b":"\u0078","\u0061":[1.0,2]}"#,
    ] {
        assert_eq!(v(&contract, value), "ok", "{value}");
    }
    for value in [
        r#""1""#,
        "0.30000000000000001",
        "false",
        r#"{"a":[2,1],"b":"x"}"#,
        r#"{"a":[1,2]}"#,
        "1.0000000000000000001",
    ] {
        assert_eq!(v(&contract, value), "schema:value /v", "{value}");
    }
    // What looks like a reference inside a constant is data.
    let contract = of_v(r##"{"const":{"$ref":"#/nowhere","$id":"x"}}"##);
    assert_eq!(v(&contract, r##"{"$id":"x","$ref":"#/nowhere"}"##), "ok");
}

#[test]
fn an_integer_is_whole_however_it_is_written() {
    let contract = of_v(r#"{"type":"integer"}"#);
    for value in [
        "1",
        "1.0",
        "1e2",
        "-0",
        "100000000000000000000000000000001",
        "1e400",
    ] {
        assert_eq!(v(&contract, value), "ok", "{value}");
    }
    for value in ["1.5", "1e-400", "9007199254740993.5"] {
        assert_eq!(v(&contract, value), "schema:type /v", "{value}");
    }
}

#[test]
fn each_keyword_has_its_fault() {
    for (schema, value, fault) in [
        (r#"{"type":"string"}"#, "1", "schema:type /v"),
        (r#"{"required":["a"]}"#, "{}", "schema:required /v"),
        (
            r#"{"additionalProperties":false}"#,
            r#"{"x":1}"#,
            "schema:additional /v",
        ),
        (
            r#"{"additionalProperties":false}"#,
            r#"{"v":1}"#,
            "schema:additional /v",
        ),
        (
            r#"{"properties":{"a":true},"additionalProperties":false}"#,
            r#"{"a":1,"v":1}"#,
            "schema:additional /v",
        ),
        (
            r#"{"properties":{"a":false}}"#,
            r#"{"a":1}"#,
            "schema:never /v/a",
        ),
        (r#"{"pattern":"^a$"}"#, r#""b""#, "schema:pattern /v"),
        (r#"{"minLength":2}"#, r#""😀""#, "schema:size /v"),
        (r#"{"maxItems":1.0}"#, "[1,2]", "schema:size /v"),
        (r#"{"minProperties":1}"#, "{}", "schema:size /v"),
        (
            r#"{"anyOf":[{"type":"null"},{"type":"string"}]}"#,
            "1",
            "schema:choice /v",
        ),
        (
            r#"{"oneOf":[{"type":"number"},{"type":"integer"}]}"#,
            "1",
            "schema:choice /v",
        ),
        ("false", "1", "schema:never /v"),
        (
            r#"{"items":{"items":{"type":"null"}}}"#,
            "[[],[null,1]]",
            "schema:type /v/1/1",
        ),
        (
            r#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"null"}}"#,
            "1",
            "schema:type /v",
        ),
        (
            r#"{"allOf":[{"anyOf":[true]},{"type":"null"}]}"#,
            "1",
            "schema:type /v",
        ),
    ] {
        assert_eq!(v(&of_v(schema), value), fault, "{schema}");
    }
}

#[test]
fn a_path_ends_before_a_key_that_the_contract_does_not_name() {
    let schema = r#"{"type":"object","properties":{
        "":{"properties":{"":{"type":"null"}}},
        "a/b":{"properties":{"m~n":{"type":"null"}}},
        "0":{"type":"null"},
        "open":{"additionalProperties":{"items":{"type":"null"}}}}}"#;
    let contract = contract(schema, "");
    for (response, fault) in [
        (r#"{"":{"":1}}"#, "schema:type //"),
        (r#"{"a/b":{"m~n":1}}"#, "schema:type /a~1b/m~0n"),
        (r#"{"0":1}"#, "schema:type /0"),
        (r#"{"open":{"secret":[1]}}"#, "schema:type /open"),
        // A key that looks like an index is a key all the same.
        (r#"{"open":{"7":[1]}}"#, "schema:type /open"),
        (r#"{"open":{"0":[null,1]}}"#, "schema:type /open/0/1"),
    ] {
        assert_eq!(outcome(&contract, response), fault, "{response}");
    }
}

#[test]
fn references_lead_where_the_pointer_says() {
    let schema = r##"{"type":"object","properties":{
        "a%":{"type":"null"},"b c":{"anyOf":[{"type":"string"},true]},
        "x":{"$ref":"#/properties/a%25"},"y":{"$ref":"#/properties/b%20c/anyOf/0"},
        "z":{"$ref":"#"}}}"##;
    let contract = contract(schema, "");
    assert_eq!(
        outcome(&contract, r#"{"x":null,"y":"s","z":{"x":null,"z":{}}}"#),
        "ok"
    );
    assert_eq!(outcome(&contract, r#"{"x":1}"#), "schema:type /x");
    assert_eq!(outcome(&contract, r#"{"y":1}"#), "schema:type /y");
    assert_eq!(
        outcome(&contract, r#"{"z":{"z":{"x":1}}}"#),
        "schema:type /z/z/x"
    );
}

/// `digits × 10^power`, compared by whole numbers alone.
fn compare((digits, power): (i128, u32), (limit, limit_power): (i128, u32)) -> Ordering {
    (digits * 10_i128.pow(power)).cmp(&(limit * 10_i128.pow(limit_power)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    /// minimum(limit) holds for number ⇔ number ≥ limit, as exact decimals
    #[test]
    fn a_bound_never_rounds(
        limit in -999_999_999_999_999_i128..=999_999_999_999_999,
        limit_power in 0_u32..8,
        near in -3_i128..=3,
        more in 0_u32..8,
    ) {
        // Both are written as multiples of 10^-16; the number is the limit, or just beside it.
        let scale = 10_i128.pow(more);
        let number = limit * scale + near;
        let contract = of_v(&format!(r#"{{"minimum":{limit}e{}}}"#, i64::from(limit_power) - 16));
        let power = i64::from(limit_power) - 16 - i64::from(more);
        let expected = compare((number, 0), (limit, more)).is_ge();
        prop_assert_eq!(v(&contract, &format!("{number}e{power}")) == "ok", expected);
    }
}
