//! What a contract is, where a fault in it is told, and when it switches the rules on.

use crate::contract::{Contract, ContractFault};
use crate::limits::MAX_DEPTH;

fn with(schema: &str, members: &str) -> String {
    format!(r#"{{"contract":1,"phase":"investigation","schema":{schema}{members}}}"#)
}

/// The place of the fault and what it is.
fn fault(text: &str) -> (String, ContractFault) {
    let error = Contract::compile(text).unwrap_err();
    (error.at.to_string(), error.fault)
}

#[test]
fn an_error_says_what_where_and_what_to_do() {
    let text = with(
        r#"{"type":"object","properties":{"a/b":{"uniqueItems":true}}}"#,
        "",
    );
    assert_eq!(
        Contract::compile(&text).unwrap_err().to_string(),
        "keyword `uniqueItems` is not supported (at \"/schema/properties/a~1b\"); \
         say it with the keywords that SPEC.md lists under CON-2"
    );
}

#[test]
fn only_the_phase_and_an_exact_marker_switch_the_rules_on() {
    let active = |phase: &str, marker: &str| {
        let schema = format!(r#"{{"type":"object","x-viano-response-recovery":{marker}}}"#);
        let text = format!(r#"{{"contract":1.0,"phase":"{phase}","schema":{schema}}}"#);
        Contract::compile(&text).unwrap().active()
    };
    for marker in ["1", "1.0", "10e-1"] {
        assert!(active("investigation", marker), "{marker}");
        assert!(!active("Investigation", marker), "{marker}");
    }
    for marker in [
        "0",
        "2",
        "\"1\"",
        "true",
        "null",
        "[1]",
        "1.0000000000000000001",
    ] {
        assert!(!active("investigation", marker), "{marker}");
    }
}

#[test]
fn a_place_leads_to_exactly_one_subschema() {
    let schema = r##"{"type":"object","properties":{
        "one":{"$ref":"#/$defs/d"},
        "two":{"$ref":"#/$defs/d","properties":{"a":true}},
        "list":{"items":{"properties":{"0":true}}}},
        "$defs":{"d":{"$ref":"#/$defs/e"},"e":{"properties":{"a":{"type":"object"}}}}}"##;
    let place = |pointer: &str| {
        let text = with(
            schema,
            &format!(r#","references":{{"hypothesis":["{pointer}"]}}"#),
        );
        Contract::compile(&text).err().map(|error| error.fault)
    };
    assert_eq!(place("/one/a"), None);
    assert_eq!(place("/list/*/0"), None);
    assert_eq!(place("/two/a"), Some(ContractFault::Ambiguous));
    assert_eq!(place("/list/0/0"), Some(ContractFault::Nowhere));
    assert_eq!(place(""), Some(ContractFault::WholeResponse));
}

#[test]
fn a_place_is_no_deeper_than_a_response() {
    let schema = r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##;
    let place = |steps: usize| {
        let pointer = "/a".repeat(steps);
        let text = with(
            schema,
            &format!(r#","positions":{{"objects":["{pointer}"]}}"#),
        );
        Contract::compile(&text).err().map(|error| error.fault)
    };
    assert_eq!(place(MAX_DEPTH), None);
    for steps in [MAX_DEPTH + 1, 100_000] {
        assert_eq!(place(steps), Some(ContractFault::TooLongPosition));
    }
}

#[test]
fn numbers_of_a_schema_are_those_that_every_reader_sees() {
    let number = |number: &str| {
        let text = with(
            &format!(r#"{{"type":"object","minProperties":0,"enum":[{{"a":[{number}]}}]}}"#),
            "",
        );
        Contract::compile(&text).is_ok()
    };
    for inside in [
        "9007199254740992",
        "-9007199254740992",
        "0.123456789012345",
        "1e300",
        "9.99e-300",
        "0e9999",
    ] {
        assert!(number(inside), "{inside}");
    }
    for outside in [
        "9007199254740993",
        "0.1234567890123456",
        "1e301",
        "1e-301",
        "1e99999999999999999999",
    ] {
        assert!(!number(outside), "{outside}");
    }
}

#[test]
fn sizes_are_whole_and_not_negative() {
    let size = |size: &str| {
        Contract::compile(&with(
            &format!(r#"{{"type":"object","maxProperties":{size}}}"#),
            "",
        ))
        .is_ok()
    };
    assert!(["0", "-0", "3.0", "1e2", "1e20"].into_iter().all(size));
    assert!(!["-1", "1.5", "\"1\"", "1e-2"].into_iter().any(size));
}

#[test]
fn the_same_place_twice_is_told_at_the_second() {
    let text = with(
        r#"{"type":"object","properties":{"a":{"type":"object"}}}"#,
        r#","positions":{"objects":["/a","/a"]}"#,
    );
    assert_eq!(
        fault(&text),
        (
            "/positions/objects/1".to_owned(),
            ContractFault::Twice("/a".to_owned())
        )
    );
}
