//! The checks of references, action, tool and budget.

use super::{contract, outcome};
use crate::contract::Contract;

const TOOLS: &str = r#""tools":{
    "query":{"effect":"read","operators":["eq","ne"],"tables":{"orders":["id","status"]},"max_filters":2,"max_limit":10},
    "read":{"effect":"write"},
    "end":{"effect":"final"}}"#;

fn call(members: &str) -> Contract {
    contract(r#"{"type":"object"}"#, &format!(",{TOOLS}{members}"))
}

fn query(arguments: &str) -> String {
    format!(r#"{{"next":{{"action":"query","arguments":{{{arguments}}}}}}}"#)
}

#[test]
fn without_tools_nothing_is_asked_of_an_action() {
    let contract = contract(r#"{"type":"object"}"#, r#","budget":{"actions_left":0}"#);
    assert_eq!(outcome(&contract, "{}"), "ok");
    assert_eq!(outcome(&contract, r#"{"next":{"action":7}}"#), "ok");
}

#[test]
fn an_action_is_one_of_the_tools() {
    let tools = call("");
    let none = contract(r#"{"type":"object"}"#, r#","tools":{}"#);
    for (response, fault) in [
        ("{}", "action:missing"),
        (r#"{"next":[]}"#, "action:missing /next"),
        (r#"{"next":{}}"#, "action:missing /next"),
        (r#"{"next":{"action":null}}"#, "action:unknown /next/action"),
        (
            r#"{"next":{"action":"Query"}}"#,
            "action:unknown /next/action",
        ),
        (r#"{"next":{"action":"read"}}"#, "ok"),
    ] {
        assert_eq!(outcome(&tools, response), fault, "{response}");
    }
    assert_eq!(
        outcome(&none, r#"{"next":{"action":"read"}}"#),
        "action:unknown /next/action"
    );
}

#[test]
fn a_tool_takes_what_it_states() {
    let contract = call("");
    let filter = r#"{"column":"id","operator":"eq","value":null}"#;
    let rows = [
        (r#""table":"orders""#.to_owned(), "ok"),
        (String::new(), "tool:missing_table /next/arguments"),
        (
            r#""table":"Orders""#.to_owned(),
            "tool:unknown_table /next/arguments/table",
        ),
        (
            r#""table":1"#.to_owned(),
            "tool:unknown_table /next/arguments/table",
        ),
        (
            r#""table":"orders","columns":["id","status"]"#.to_owned(),
            "ok",
        ),
        (
            r#""table":"orders","columns":"id""#.to_owned(),
            "tool:columns /next/arguments/columns",
        ),
        (
            r#""table":"orders","columns":["id","ID"]"#.to_owned(),
            "tool:unknown_column /next/arguments/columns/1",
        ),
        (
            format!(r#""table":"orders","filters":[{filter},{filter}]"#),
            "ok",
        ),
        (
            format!(r#""table":"orders","filters":[{filter},{filter},{filter}]"#),
            "tool:too_many_filters /next/arguments/filters",
        ),
        (
            r#""table":"orders","filters":null"#.to_owned(),
            "tool:filters /next/arguments/filters",
        ),
        (
            r#""table":"orders","filters":[["id","eq",1]]"#.to_owned(),
            "tool:filter_shape /next/arguments/filters/0",
        ),
        (
            r#""table":"orders","filters":[{"column":"id","operator":"eq"}]"#.to_owned(),
            "tool:filter_shape /next/arguments/filters/0",
        ),
        (
            r#""table":"orders","filters":[{"column":"id","operator":"eq","value":1,"x":1}]"#
                .to_owned(),
            "tool:filter_shape /next/arguments/filters/0",
        ),
        (
            r#""table":"orders","filters":[{"column":"x","operator":"eq","value":1}]"#.to_owned(),
            "tool:unknown_column /next/arguments/filters/0/column",
        ),
        (
            r#""table":"orders","filters":[{"column":"id","operator":"lt","value":1}]"#.to_owned(),
            "tool:unknown_operator /next/arguments/filters/0/operator",
        ),
        (
            r#""table":"orders","filters":[{"column":"id","operator":"eq","value":[1]}]"#
                .to_owned(),
            "tool:filter_shape /next/arguments/filters/0/value",
        ),
        (r#""table":"orders","limit":10"#.to_owned(), "ok"),
        (r#""table":"orders","limit":0"#.to_owned(), "ok"),
        (r#""table":"orders","limit":1e1"#.to_owned(), "ok"),
        (
            r#""table":"orders","limit":11"#.to_owned(),
            "tool:limit /next/arguments/limit",
        ),
        (
            r#""table":"orders","limit":-1"#.to_owned(),
            "tool:limit /next/arguments/limit",
        ),
        (
            r#""table":"orders","limit":1.5"#.to_owned(),
            "tool:limit /next/arguments/limit",
        ),
        (
            r#""table":"orders","limit":null"#.to_owned(),
            "tool:limit /next/arguments/limit",
        ),
    ];
    for (arguments, fault) in rows {
        assert_eq!(outcome(&contract, &query(&arguments)), fault, "{arguments}");
    }
    assert_eq!(
        outcome(&contract, r#"{"next":{"action":"query"}}"#),
        "tool:missing_table /next"
    );
}

#[test]
fn filters_are_checked_at_every_filter_position() {
    let list = r#"{"type":"array","items":{"type":"object"}}"#;
    let object = |inner: &str| format!(r#"{{"type":"object","properties":{{{inner}}}}}"#);
    let arguments = object(&format!(
        r#""table":true,"group":{}"#,
        object(&format!(r#""only":{list}"#))
    ));
    let schema = object(&format!(
        r#""next":{}"#,
        object(&format!(r#""action":true,"arguments":{arguments}"#))
    ));
    let positions = r#","positions":{"filters":["/next/arguments/group/only"]}"#;
    let contract = contract(&schema, &format!(",{TOOLS}{positions}"));
    let at = |column: &str| {
        query(&format!(
            r#""table":"orders","group":{{"only":[{{"column":"{column}","operator":"eq","value":1}}]}}"#
        ))
    };
    assert_eq!(outcome(&contract, &at("id")), "ok");
    assert_eq!(
        outcome(&contract, &at("other")),
        "tool:unknown_column /next/arguments/group/only/0/column"
    );
}

#[test]
fn a_spent_budget_leaves_final_actions() {
    let spent = call(r#","budget":{"actions_left":0}"#);
    let one = call(r#","budget":{"actions_left":1}"#);
    let read = r#"{"next":{"action":"read"}}"#;
    assert_eq!(outcome(&spent, read), "budget:exhausted /next/action");
    assert_eq!(outcome(&spent, r#"{"next":{"action":"end"}}"#), "ok");
    assert_eq!(outcome(&one, read), "ok");
}

#[test]
fn references_name_what_is_bound() {
    let schema = r#"{"type":"object","properties":{"h":true,"p":true,
        "e":{"type":"array","items":{"type":"object","properties":{"id":true}}}}}"#;
    let references =
        r#","references":{"hypothesis":["/h"],"previous_result":["/p"],"evidence":["/e/*/id"]}"#;
    let bindings = r#","bindings":{"hypothesis":{"id":"H"},"visible_evidence":["E"]}"#;
    let bound = contract(schema, &format!("{references}{bindings}"));
    let unbound = contract(schema, references);
    for (response, with, without) in [
        ("{}", "ok", "ok"),
        (r#"{"h":"H"}"#, "ok", "reference:hypothesis /h"),
        (r#"{"h":"\u0048"}"#, "ok", "reference:hypothesis /h"),
        (r#"{"h":null}"#, "reference:hypothesis /h", "ok"),
        (
            r#"{"h":"h"}"#,
            "reference:hypothesis /h",
            "reference:hypothesis /h",
        ),
        (
            r#"{"h":["H"]}"#,
            "reference:hypothesis /h",
            "reference:hypothesis /h",
        ),
        (r#"{"p":null}"#, "ok", "ok"),
        (
            r#"{"p":"P"}"#,
            "reference:previous_result /p",
            "reference:previous_result /p",
        ),
        (
            r#"{"e":[{},{"id":"E"}]}"#,
            "ok",
            "reference:evidence /e/1/id",
        ),
        (
            r#"{"e":[{"id":"E"},{"id":"F"}]}"#,
            "reference:evidence /e/1/id",
            "reference:evidence /e/0/id",
        ),
        (
            r#"{"e":[{"id":null}]}"#,
            "reference:evidence /e/0/id",
            "reference:evidence /e/0/id",
        ),
    ] {
        assert_eq!(outcome(&bound, response), with, "{response}");
        assert_eq!(outcome(&unbound, response), without, "{response}");
    }
}

#[test]
fn a_schema_fault_comes_before_the_others() {
    let contract = contract(
        r#"{"type":"object","required":["x"]}"#,
        &format!(",{TOOLS}"),
    );
    assert_eq!(outcome(&contract, "{}"), "schema:required");
}
