//! The schema that a repair call shows (REQ REP-3).

use super::{desk, stop};
use crate::contract::Contract;
use crate::outcome::Outcome;
use crate::recover::recover;

#[track_caller]
fn check(contract: &Contract, response: &str, schema: &str) {
    let Outcome::Repair(call) = recover(contract, response) else {
        panic!("{response}: no repair is asked for");
    };
    assert_eq!(call.schema(), schema);
    serde_json::from_str::<serde_json::Value>(schema).unwrap();
}

#[test]
fn references_are_resolved_and_annotations_left_out() {
    check(
        &desk(),
        &stop(r#","evidence":{"id":"E-1"}"#),
        r#"{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"weight":{"type":"number"},"sure":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"}},"of":{"type":"object","properties":{"id":{"type":"string"}}}}}}"#,
    );
    let contract = Contract::compile(
        r##"{"contract":1,"phase":"investigation","schema":{"x-viano-response-recovery":1,"type":"object",
            "properties":{"v":{"description":"gone","$ref":"#/$defs/list","title":"gone","minItems": 1}},
            "$defs":{"list":{"type": "array","default":[],"examples":[["gone"]],"x-note":{"gone":1},"items":
                {"type": "object", "properties":{"title":{"type":"string","const":"a  b"},"default":true,
                    "$ref":{"enum":[1.50, {"a" : null}]}},
                    "if":{"required":["title"]},"then":{"minProperties":1e0},"additionalProperties":false,
                    "anyOf":[true,false],"allOf":[{"$ref":"#/$defs/any"}]}},"any":{"description":"gone"}}},
            "positions":{"repairable":["/v"]}}"##,
    )
    .unwrap();
    check(
        &contract,
        r#"{"v":{"title":"a  b"}}"#,
        r#"{"minItems":1,"allOf":[{"type":"array","items":{"type":"object","properties":{"title":{"type":"string","const":"a  b"},"default":true,"$ref":{"enum":[1.50,{"a":null}]}},"if":{"required":["title"]},"then":{"minProperties":1e0},"additionalProperties":false,"anyOf":[true,false],"allOf":[{}]}}]}"#,
    );
}

#[test]
fn what_is_recursive_stays_a_reference() {
    let contract = Contract::compile(
        r##"{"contract":1,"phase":"investigation","schema":{"x-viano-response-recovery":1,"type":"object",
            "properties":{"v":{"type":"array","items":{"allOf":[{"$ref":"#/$defs/plain"},{"$ref":"#"}],"type":"object"}}},
            "$defs":{"plain":{"properties":{"name":{"type":"string"}}}}},
            "positions":{"repairable":["/v"]}}"##,
    )
    .unwrap();
    check(
        &contract,
        r#"{"v":{"name":"x"}}"#,
        r##"{"type":"array","items":{"type":"object","allOf":[{"properties":{"name":{"type":"string"}}},{"$ref":"#/$defs/0"}]},"$defs":{"0":{"type":"object","properties":{"v":{"type":"array","items":{"type":"object","allOf":[{"properties":{"name":{"type":"string"}}},{"$ref":"#/$defs/0"}]}}}}}}"##,
    );
}
