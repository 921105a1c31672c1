//! Attacks on the answer, each refused by the check that is made for it (REQ REP-4 to REP-9).

use super::{answered, desk, query, replacement, stop};
use crate::contract::Contract;
use crate::limits::MAX_BYTES;
use crate::recover::repair;
use crate::response::{Finish, Response};

/// Holds a replacement against what is expected of it: a reason, or `ok`.
#[track_caller]
fn expect(response: &str, value: &str, reason: &str) {
    expect_answer(&desk(), response, &replacement(value), reason);
}

#[track_caller]
fn expect_answer(contract: &Contract, response: &str, answer: &str, reason: &str) {
    let outcome = answered(contract, response, answer);
    let told = match outcome.split_once(' ') {
        Some((told, _)) if told.contains(':') && !told.starts_with('{') => told,
        _ => "ok",
    };
    assert_eq!(told, reason, "{answer}: {outcome}");
}

#[test]
fn an_answer_is_an_object_with_the_one_key() {
    let response = stop(r#","counts":1"#);
    let expect = |answer: &str, reason| expect_answer(&desk(), &response, answer, reason);
    for answer in [
        r#"{"replacement":[1]}"#,
        r#" { "\u0072eplacement" : [1] } "#,
        "```json\n{\"replacement\":[1]}\n```",
    ] {
        expect(answer, "ok");
    }
    for answer in [
        "",
        "[1]",
        "{}",
        r#"[{"replacement":[1]}]"#,
        r#"{"replacement":[1],"note":"done"}"#,
        r#"{"Replacement":[1]}"#,
        r#"{"replacement":[1],"replacement":[1]}"#,
        r#"{"replacement":[1],"\u0072eplacement":[2]}"#,
        r#"{"replacement":[1]} done"#,
        r#"Here it is: {"replacement":[1]}"#,
        r#"{"replacement":[1],}"#,
        r#"{"replacement":[1]"#,
        "\"{\\\"replacement\\\":[1]}\"",
        "```json\n{\"replacement\":[1]}\n``` done",
        "\u{feff}{\"replacement\":[1]}",
    ] {
        expect(answer, "repair:answer");
    }
    let cut = Response::from(r#"{"replacement":[1]}"#).finished(Finish::Length);
    let refused = repair(&desk(), &*response, cut).unwrap_err();
    assert_eq!(refused.to_string(), "repair:answer at \"/counts\"");
}

#[test]
fn answer_and_rebuilt_text_have_the_limit_of_a_response() {
    let response = stop(r#","evidence":[{"id":"E-1","tags":"a"}]"#);
    let padded = |length: usize| {
        let answer = r#"{"replacement":["a"]}"#;
        format!("{}{answer}", " ".repeat(length - answer.len()))
    };
    expect_answer(&desk(), &response, &padded(MAX_BYTES), "ok");
    expect_answer(&desk(), &response, &padded(MAX_BYTES + 1), "limit:answer");
    let spaced = |spaces: usize| format!(r#"{{"replacement":[{}"a"]}}"#, " ".repeat(spaces));
    let spare = MAX_BYTES - response.len() - 2;
    expect_answer(&desk(), &response, &spaced(spare), "ok");
    expect_answer(&desk(), &response, &spaced(spare + 1), "limit:rebuilt_text");
}

#[test]
fn nothing_is_repaired_twice_or_where_no_repair_is_due() {
    let sound = stop(r#","counts":[1]"#);
    for response in [
        &*sound,
        "no json",
        r#"{"next":7}"#,
        &stop(r#","counts":{}"#),
    ] {
        let told = answered(&desk(), response, r#"{"replacement":[1]}"#);
        assert_eq!(told, "repair:not_eligible ", "{response}");
    }
    // What an answer leaves undone is no case for another call.
    let response = stop(r#","plan":[{"steps":7}]"#);
    expect(&response, r#"{"steps":7}"#, "schema:type");
}

#[test]
fn scalars_keep_value_type_and_number() {
    let response = stop(r#","evidence":{"id":"E-1","weight":0.5,"sure":true,"tags":["1","1",""]}"#);
    expect(
        &response,
        r#"[{"id":"E-1","weight":5e-1,"sure":true,"tags":["1","1",""]}]"#,
        "ok",
    );
    for value in [
        r#"[{"id":"E-1","weight":0.5,"sure":true,"tags":["1",""]}]"#,
        r#"[{"id":"E-1","weight":0.5,"sure":true,"tags":["1","",""]}]"#,
        r#"[{"id":"E-1","weight":0.5,"sure":true,"tags":["1",1,""]}]"#,
        r#"[{"id":"E-1","weight":0.50000000000000001,"sure":true,"tags":["1","1",""]}]"#,
        r#"[{"id":"E-1","weight":"0.5","sure":true,"tags":["1","1",""]}]"#,
        r#"[{"id":"E-1","weight":0.5,"sure":1,"tags":["1","1",""]}]"#,
        r#"[{"id":"E-2","weight":0.5,"sure":true,"tags":["1","1",""]}]"#,
        r#"[{"id":"E-1","weight":0.5,"sure":true,"tags":["1","1",null]}]"#,
        r#"[{"id":"E-1","weight":0.5,"sure":true,"tags":["1","1","","new"]}]"#,
        "[]",
        "null",
    ] {
        expect(&response, value, "repair:scalars");
    }
}

#[test]
fn scalars_of_an_object_stay_together() {
    let response = stop(r#","evidence":[[{"id":"E-1","weight":0.1}],[{"id":"E-2","weight":0.9}]]"#);
    expect(
        &response,
        r#"[{"id":"E-1","weight":0.1},{"id":"E-2","weight":0.9}]"#,
        "ok",
    );
    for value in [
        r#"[{"id":"E-1","weight":0.9},{"id":"E-2","weight":0.1}]"#,
        r#"[{"id":"E-1","confidence":0.1},{"id":"E-2","weight":0.9}]"#,
        r#"[{"id":"E-1","weight":0.1},{"id":"E-2"},{"weight":0.9}]"#,
        r#"[{"id":"E-1","weight":0.1},{"id":"E-2","weight":0.9},{}]"#,
        r#"[{"id":"E-1","weight":0.1},{"id":"E-2","weight":[0.9]}]"#,
    ] {
        expect(&response, value, "repair:members");
    }
    let response = stop(r#","evidence":{"id":"E-1","of":{"id":"E-2"}}"#);
    expect(
        &response,
        r#"[{"id":"E-2","of":{"id":"E-1"}}]"#,
        "repair:moved",
    );
}

#[test]
fn what_was_right_stays() {
    let response =
        stop(r#","evidence":[{"id":"E-1","tags":["a","b"]},[{"id":"E-2"}],{"id":"E-3"}]"#);
    let one = r#"{"tags":["a","b"],"id":"E-1"}"#;
    expect(
        &response,
        &format!(r#"[{one},{{"id":"E-2"}},{{"id":"E-3"}}]"#),
        "ok",
    );
    for value in [
        r#"[{"id":"E-1","tags":["b","a"]},{"id":"E-2"},{"id":"E-3"}]"#,
        r#"[{"id":"E-1","tags":["a"]},{"id":"E-2","tags":["b"]},{"id":"E-3"}]"#,
        &format!(r#"[{{"id":"E-3"}},{{"id":"E-2"}},{one}]"#),
        &format!(r#"[{one},{{"id":"E-3"}},{{"id":"E-2"}}]"#),
        &format!(r#"[{one},{{"id":"E-2","tags":[]}},{{"id":"E-3"}}]"#),
    ] {
        let outcome = answered(&desk(), &response, &replacement(value));
        let refused = ["repair:frame", "repair:moved"];
        assert!(
            refused.iter().any(|fault| outcome.starts_with(fault)),
            "{value}: {outcome}"
        );
    }
    let response = query(
        r#","columns":"id","filters":[{"column":"state","operator":"eq","value":"x"}],"limit":5"#,
    );
    let whole = response.replace(r#""columns":"id""#, r#""columns":["id"]"#);
    // Only the columns are replaced, so nothing else can be told.
    expect(&response, r#"["id"]"#, "ok");
    assert_eq!(
        answered(&desk(), &response, r#"{"replacement":["id"]}"#),
        whole
    );
    let response = query(r#","columns":"id","parts":[{"filters":[["state","eq","x"]]}]"#);
    for (value, reason) in [
        (
            r#"{"table":"orders","columns":["id"],"parts":[{"filters":[{"column":"state","operator":"eq","value":"x"}]}]}"#,
            "ok",
        ),
        (
            r#"{"table":"orders","columns":["id"],"limits":[],"parts":[{"filters":[{"column":"state","operator":"eq","value":"x"}]}]}"#,
            "repair:frame",
        ),
        (
            r#"{"table":"id","columns":["orders"],"parts":[{"filters":[{"column":"state","operator":"eq","value":"x"}]}]}"#,
            "repair:members",
        ),
        (
            r#"{"table":"orders","columns":["id"],"filters":[{"column":"state","operator":"eq","value":"x"}],"parts":[{}]}"#,
            "repair:frame",
        ),
    ] {
        expect(&response, value, reason);
    }
}

#[test]
fn filters_say_what_they_said() {
    let filter = |column: &str, operator: &str, value: &str| {
        format!(r#"{{"column":"{column}","operator":"{operator}","value":"{value}"}}"#)
    };
    let response = query(r#","filters":["status","eq","state","state","ne","open"]"#);
    let (one, two) = (
        filter("status", "eq", "state"),
        filter("state", "ne", "open"),
    );
    expect(&response, &format!("[{one},{two}]"), "ok");
    expect(&response, &format!("[{two},{one}]"), "ok");
    for (one, two) in [
        (filter("state", "eq", "status"), two.clone()),
        (
            filter("status", "eq", "open"),
            filter("state", "ne", "state"),
        ),
        (
            filter("status", "ne", "state"),
            filter("state", "eq", "open"),
        ),
    ] {
        expect(&response, &format!("[{one},{two}]"), "repair:members");
    }
    expect(&response, &format!("[{one}]"), "repair:scalars");
    // Two lists exchange their filters.
    let response = query(r#","parts":[{"filters":[["id","eq",1]]},{"filters":[["id","ne",2]]}]"#);
    let parts = |one: &str, two: &str| {
        let part = |filter: &str| format!(r#"{{"filters":[{filter}]}}"#);
        format!(
            r#"{{"table":"orders","parts":[{},{}]}}"#,
            part(one),
            part(two)
        )
    };
    let one = r#"{"column":"id","operator":"eq","value":1}"#;
    let two = r#"{"column":"id","operator":"ne","value":2}"#;
    expect(&response, &parts(one, two), "ok");
    expect(&response, &parts(two, one), "repair:moved");
    // With the same scalar members, a filter may still stand where none is due.
    let response = query(
        r#","parts":[{"filters":[{"column":"id","operator":"eq","value":1},["id","ne",2],["id","ne",2]],"other":[]}]"#,
    );
    let two = r#"{"column":"id","operator":"ne","value":2}"#;
    let filters = format!(r#"{{"column":"id","operator":"eq","value":1}},{two},{two}"#);
    expect(&response, &format!("[{filters}]"), "ok");
    expect(&response, &format!("[[{filters}]]"), "repair:frame");
    let arguments = r#"[{"table":"orders","filters":{"column":"id","operator":"eq","value":1}}]"#;
    let response = format!(r#"{{"next":{{"action":"query","arguments":{arguments}}}}}"#);
    let repaired = |filters: &str| format!(r#"{{"table":"orders","filters":{filters}}}"#);
    expect(
        &response,
        &repaired(r#"[{"column":"id","operator":"eq","value":1}]"#),
        "ok",
    );
    expect(
        &response,
        &repaired(r#"{"column":"id","operator":"eq","value":1}"#),
        "repair:filters",
    );
}

#[test]
fn triples_below_an_error_place_are_filters_too() {
    let repaired = |arguments: &str, value: &str, reason| {
        let response = format!(r#"{{"next":{{"action":"query","arguments":[{arguments}]}}}}"#);
        expect(&response, value, reason);
    };
    let filters =
        r#"{"table":"orders","filters":[{"column":"status","operator":"eq","value":"state"}]}"#;
    for arguments in [
        r#"{"table":"orders","filters":["status","eq","state"]}"#,
        r#"{"table":"orders","filters":["column","status","operator","eq","value","state"]}"#,
        r#"{"table":"orders","filters":[["status","eq","state"]]}"#,
        r#"{"table":"orders","filters":[[["status","eq","state"]]]}"#,
        r#"{"table":"orders","filters":[[{"column":"status","operator":"eq","value":"state"}]]}"#,
    ] {
        repaired(arguments, filters, "ok");
    }
    repaired(
        r#"{"table":"orders","filters":["status","eq","state"]}"#,
        r#"{"table":"orders","filters":[{"column":"state","operator":"eq","value":"status"}]}"#,
        "repair:members",
    );
    repaired(
        r#"{"table":"orders","filters":["column","eq","operator","eq","value",1]}"#,
        r#"{"table":"orders","filters":["column","eq","operator","eq","value",1]}"#,
        "repair:filters",
    );
    // The table that an answer names decides; another one does not turn a filter into data.
    repaired(
        r#"{"table":"orders","filters":["status","eq","state"]}"#,
        r#"{"table":"orders","filters":["status","eq","state"]}"#,
        "repair:members",
    );
    // A second fault below the first is left to a regular call.
    repaired(
        r#"{"table":"orders","columns":"id"}"#,
        r#"{"table":"orders","columns":["id"]}"#,
        "repair:members",
    );
    repaired(
        r#"{"table":"orders","columns":["id"]}"#,
        r#"{"table":"orders","columns":["id"]}"#,
        "ok",
    );
    repaired(
        r#"{"table":"orders","columns":["id","state"]}"#,
        r#"{"table":"orders","columns":["state","id"]}"#,
        "repair:moved",
    );
}

#[test]
fn below_an_error_place_every_key_and_order_stays() {
    let response =
        stop(r#","plan":[{"steps":[{"a":[1,2]},{"b":{"c":[]}}],"x":["p","q"],"y":["r"]}]"#);
    expect(
        &response,
        r#"{"x":["p","q"],"y":["r"],"steps":[{"a":[1,2]},{"b":{"c":[]}}]}"#,
        "ok",
    );
    for value in [
        r#"{"steps":[{"a":[1,2]},{"b":{"c":[]}}],"x":["q","p"],"y":["r"]}"#,
        r#"{"steps":[{"a":[1,2]},{"b":{"c":[]}}],"x":["p"],"y":["q","r"]}"#,
        r#"{"steps":[{"a":[1,2]},{"b":{"c":[]}}],"y":["p","q"],"x":["r"]}"#,
        r#"{"steps":[{"b":{"c":[]}},{"a":[1,2]}],"x":["p","q"],"y":["r"]}"#,
        r#"{"steps":[{"b":[1,2]},{"a":{"c":[]}}],"x":["p","q"],"y":["r"]}"#,
        r#"{"steps":[{"a":[1,2]},{"b":{"c":[[]]}}],"x":["p","q"],"y":["r"]}"#,
        r#"{"steps":[{"a":[[1],[2]]},{"b":{"c":[]}}],"x":["p","q"],"y":["r"]}"#,
    ] {
        expect(&response, value, "repair:moved");
    }
}

#[test]
fn a_repair_legitimizes_nothing() {
    let response = stop(r#","evidence":{"id":"E-9"}"#);
    expect(&response, r#"[{"id":"E-9"}]"#, "reference:evidence");
    let response = stop(r#","evidence":{"weight":1}"#);
    expect(&response, r#"[{"weight":1}]"#, "schema:required");
    let response = query(r#","columns":"nr""#);
    expect(&response, r#"["nr"]"#, "tool:unknown_column");
    let five = [r#"["id","eq",1]"#; 5].join(",");
    let response = query(&format!(r#","filters":[{five}]"#));
    let five = [r#"{"column":"id","operator":"eq","value":1}"#; 5].join(",");
    expect(&response, &format!("[{five}]"), "tool:too_many_filters");
    // The list around the object is one level too many.
    let deep = format!("{}{}", "[".repeat(122), "]".repeat(122));
    let response = query(&format!(r#","parts":[{{"filters":{{"x":{deep}}}}}]"#));
    expect(&response, &format!(r#"[{{"x":{deep}}}]"#), "limit:too_deep");
}
