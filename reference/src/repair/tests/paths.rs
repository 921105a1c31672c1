//! Where a repair is asked for, and where none is (REQ REP-1).

use super::{answered, asked, desk, query, replacement, stop};
use crate::contract::Contract;
use crate::outcome::Outcome;
use crate::recover::recover;
use crate::response::{Finish, Response};

#[test]
fn the_path_is_the_longest_repairable_place_above_all_errors() {
    for (response, path) in [
        (query(r#","columns":"id""#), "/next/arguments/columns"),
        (
            query(r#","filters":[["id","eq",1]]"#),
            "/next/arguments/filters",
        ),
        (
            query(r#","columns":"id","filters":[["id","eq",1]]"#),
            "/next/arguments",
        ),
        (
            query(r#","parts":[{},{"filters":["id","eq",1,"id","ne",2]}]"#),
            "/next/arguments/parts/1/filters",
        ),
        (
            query(
                r#","parts":[{"filters":[{"column":"id","operator":"eq","value":1},["id","eq",1]]}]"#,
            ),
            "/next/arguments/parts/0/filters/1",
        ),
        (
            query(r#","parts":[{"filters":[["id","eq",1],["id","eq",1]]}]"#),
            "/next/arguments/parts/0/filters",
        ),
        (
            query(r#","parts":[{"filters":[["id","eq",1]]},{"filters":[["id","eq",1]]}]"#),
            "/next/arguments",
        ),
        (
            stop(r#","evidence":[{"id":"E-1","tags":"a"}]"#),
            "/evidence/0/tags",
        ),
        (
            stop(r#","evidence":[{"id":"E-1","tags":"a"},{"id":"E-1","tags":"a"}]"#),
            "/evidence",
        ),
        (stop(r#","evidence":[{"id":"E-1","of":[{}]}]"#), "/evidence"),
        (r#"[{"next":{"action":"stop"}}]"#.to_owned(), "schema"),
        (r#"{"next":[{"action":"stop"}]}"#.to_owned(), "schema"),
        (stop(r#","counts":1,"plan":[{}]"#), "schema"),
        // Decoded or rewritten before, at their own places.
        (
            query(r#","filters":["id","eq",1],"columns":"id""#),
            "/next/arguments/columns",
        ),
    ] {
        assert_eq!(asked(&desk(), &response), path, "{response}");
    }
}

#[test]
fn one_other_error_anywhere_forbids_the_repair() {
    for members in [
        r#","counts":1,"note":7"#,
        r#","counts":1,"evidence":[{"weight":1}]"#,
        r#","evidence":[{"id":"E-1","tags":"a","weight":"x"}]"#,
        r#","evidence":[[{"id":"E-1"}],{"id":7}]"#,
        r#","evidence":[[{"id":"E-1"}],"prose"]"#,
        r#","evidence":[{"id":"E-1","tags":"a"},{"id":"E-2","tags":[7]}]"#,
    ] {
        assert_eq!(asked(&desk(), &stop(members)), "schema", "{members}");
    }
    let unknown = query(r#","columns":"id","new":1"#);
    assert_eq!(asked(&desk(), &unknown), "schema");
}

#[test]
fn what_is_wrong_outside_the_path_forbids_the_repair() {
    for response in [
        stop(r#","counts":1,"evidence":[{"id":"E-9"}]"#),
        r#"{"next":{"action":"start"},"counts":1}"#.to_owned(),
        r#"{"next":{},"counts":1}"#.to_owned(),
        r#"{"counts":1}"#.to_owned(),
        r#"{"next":{"action":"query","arguments":{"columns":"id"}}}"#.to_owned(),
        r#"{"next":{"action":"query","arguments":{"table":"x","columns":"id"}}}"#.to_owned(),
        r#"{"next":{"action":"query"},"counts":1}"#.to_owned(),
        query(r#","columns":"id","filters":[{"column":"nr","operator":"eq","value":1}]"#),
        query(r#","columns":["nr"],"filters":[["id","eq",1]]"#),
        query(r#","parts":[{},{"filters":[{},["id","eq",1]]}]"#),
    ] {
        assert_eq!(asked(&desk(), &response), "schema", "{response}");
    }
    for (response, path) in [
        // What is inside the path is for the answer to show.
        (
            stop(r#","evidence":[{"id":"E-9","tags":"a"},{"id":"E-1","tags":"b"}]"#),
            "/evidence",
        ),
        (query(r#","columns":"nr""#), "/next/arguments/columns"),
        (
            query(r#","columns":"nr","filters":[["id","eq",1]]"#),
            "/next/arguments",
        ),
        (
            r#"{"next":{"action":"query","arguments":[{"table":"x"}]}}"#.to_owned(),
            "/next/arguments",
        ),
        (
            r#"{"next":{"action":"stop","arguments":[{}]}}"#.to_owned(),
            "/next/arguments",
        ),
    ] {
        assert_eq!(asked(&desk(), &response), path, "{response}");
    }
    let four = [r#"{"column":"id","operator":"eq","value":1}"#; 4].join(",");
    let list = |last: &str| query(&format!(r#","parts":[{{"filters":[{four}{last}]}}]"#));
    assert_eq!(
        asked(&desk(), &list(r#",["id","eq",1]"#)),
        "schema",
        "one too many in a list around the path"
    );
}

#[test]
fn budget_and_activity_count() {
    let contract = |phase: &str, left: u8| {
        let text = format!(
            r#"{{"contract":1,"phase":"{phase}","schema":{{"x-viano-response-recovery":1,"type":"object",
                "properties":{{"v":{{"type":"array","items":{{"type":"string"}}}},
                    "next":{{"type":"object","properties":{{"action":{{"type":"string"}}}}}}}}}},
                "positions":{{"repairable":["/v"]}},"tools":{{"act":{{"effect":"write"}}}},
                "budget":{{"actions_left":{left}}}}}"#
        );
        Contract::compile(&text).unwrap()
    };
    let response = r#"{"v":"a","next":{"action":"act"}}"#;
    assert_eq!(asked(&contract("investigation", 1), response), "/v");
    assert_eq!(asked(&contract("investigation", 0), response), "schema");
    assert_eq!(asked(&contract("summary", 1), response), "schema");
    let cut = Response::from(response).finished(Finish::Length);
    assert!(matches!(
        recover(&contract("investigation", 1), cut),
        Outcome::Rejected(_)
    ));
    let long = format!(
        r#"{{"v":"{}","next":{{"action":"act"}}}}"#,
        "a".repeat(65_536)
    );
    assert_eq!(asked(&contract("investigation", 1), &long), "limit");
}

#[test]
fn errors_are_found_where_the_schema_leads_in_place() {
    let contract = |v: &str| {
        let text = format!(
            r#"{{"contract":1,"phase":"investigation","schema":{{"x-viano-response-recovery":1,"type":"object",
                "properties":{{"k":true,"v":{v}}},"$defs":{{"list":{{"type":["array","null"],"items":{{"type":"string"}}}}}}}},
                "positions":{{"repairable":["/v"]}}}}"#
        );
        Contract::compile(&text).unwrap()
    };
    let list = r#"{"type":"array","items":{"type":"string"}}"#;
    for (v, response, expected) in [
        (list, r#"{"v":"a"}"#, "/v"),
        (r##"{"$ref":"#/$defs/list"}"##, r#"{"v":"a"}"#, "/v"),
        (
            r##"{"allOf":[{"$ref":"#/$defs/list"},true]}"##,
            r#"{"v":"a"}"#,
            "/v",
        ),
        (
            &format!(r#"{{"if":{{"type":"string"}},"then":{list}}}"#),
            r#"{"v":"a"}"#,
            "/v",
        ),
        (
            &format!(r#"{{"if":{{"type":"number"}},"else":{list}}}"#),
            r#"{"v":"a"}"#,
            "/v",
        ),
        (
            &format!(r#"{{"if":{{"type":"number"}},"then":{list}}}"#),
            r#"{"v":"a"}"#,
            "ok",
        ),
        (
            &format!(r#"{{"if":{list},"else":false}}"#),
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            &format!(r#"{{"anyOf":[{list}]}}"#),
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            &format!(r#"{{"oneOf":[{list}]}}"#),
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            &format!(r#"{{"additionalProperties":{list}}}"#),
            r#"{"v":{"x":"a"}}"#,
            "schema",
        ),
        (
            &format!(r#"{{"properties":{{"x":{list}}}}}"#),
            r#"{"v":{"x":"a"}}"#,
            "/v",
        ),
        (r#"{"type":["array","object"]}"#, r#"{"v":"a"}"#, "schema"),
        (
            r#"{"type":"array","items":{"type":"string"},"minLength":2}"#,
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            r#"{"type":"array","items":{"type":"string"},"enum":[["a"]]}"#,
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            r#"{"type":"array","items":{"type":"string"},"pattern":"^b"}"#,
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            &format!(r#"{{"allOf":[{list},{{"type":"object"}}]}}"#),
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            r#"{"allOf":[{"type":"object"},{"type":"array","items":{"type":"object"}}]}"#,
            r#"{"v":"a"}"#,
            "schema",
        ),
        (
            // An error place below another one.
            &format!(
                r#"{{"allOf":[{{"type":"object"}},{{"items":{{"properties":{{"x":{list}}}}}}}]}}"#
            ),
            r#"{"v":[{"x":"a"}]}"#,
            "schema",
        ),
    ] {
        assert_eq!(asked(&contract(v), response), expected, "{v}");
    }
}

#[test]
fn a_recursive_schema_is_repaired_at_any_depth() {
    let contract = Contract::compile(
        r##"{"contract":1,"phase":"investigation","schema":{"x-viano-response-recovery":1,"type":"object",
            "properties":{"tree":{"$ref":"#/$defs/node"}},
            "$defs":{"node":{"type":"object","properties":{"n":{"type":"number"},
                "children":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}},
            "positions":{"repairable":["/tree","/tree/children/*/children"]}}"##,
    )
    .unwrap();
    let deep = r#"{"tree":{"n":1,"children":[{"n":2,"children":[{"n":3,"children":{"n":4}}]}]}}"#;
    assert_eq!(asked(&contract, deep), "/tree/children/0/children");
    let answer = replacement(r#"[{"n":3,"children":[{"n":4}]}]"#);
    let rebuilt = deep.replace(r#"{"n":4}"#, r#"[{"n":4}]"#);
    assert_eq!(answered(&contract, deep, &answer), rebuilt);
    let swapped = replacement(r#"[{"n":4,"children":[{"n":3}]}]"#);
    let told = answered(&contract, deep, &swapped);
    assert_eq!(told, "repair:moved /tree/children/0/children");
    let top = r#"{"tree":[{"n":1}]}"#;
    assert_eq!(
        answered(&contract, top, &replacement(r#"{"n":1}"#)),
        r#"{"tree":{"n":1}}"#
    );
}
