//! What a repair can cost: time on 64 KB that are made to hurt.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::{answered, asked, desk, query, replacement, stop};
use crate::contract::Contract;
use crate::limits::MAX_BYTES;

/// Generous, for a build without optimization: the slowest takes a small part of it. What takes
/// quadratic time takes many times as much.
const BUDGET: Duration = Duration::from_secs(4);

/// What this thread has computed, so that a machine under load can make no test fail.
fn computed() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}

#[track_caller]
fn in_time<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = computed();
    let done = work();
    let took = computed().saturating_sub(start);
    assert!(took < BUDGET, "{name} took {took:?}");
    println!("{name}: {took:?}");
    done
}

/// As many of `item` as fit into a response beside 300 other bytes.
fn many(item: &str, repeated: usize) -> String {
    let count = (MAX_BYTES - 300) / repeated.max(item.len() + 1);
    vec![item; count].join(",")
}

#[test]
fn tens_of_thousands_of_errors_are_judged_in_time() {
    for (name, response, expected) in [
        (
            "lists of one",
            stop(&format!(
                r#","evidence":[{}]"#,
                many(r#"[{"id":"E-1"}]"#, 0)
            )),
            "/evidence",
        ),
        (
            "prose",
            stop(&format!(r#","evidence":[{}]"#, many("0", 0))),
            "schema",
        ),
        (
            "empty lists",
            stop(&format!(r#","mixed":[{}]"#, many("[]", 0))),
            "schema",
        ),
        (
            "other errors",
            stop(&format!(r#","counts":[{}]"#, many(r#""""#, 0))),
            "schema",
        ),
    ] {
        assert_eq!(in_time(name, || asked(&desk(), &response)), expected);
    }
    // The tool has no limit for columns; those outside of the path are held against the table.
    let columns = query(&format!(
        r#","filters":[["id","eq",1]],"columns":[{}]"#,
        many(r#""id""#, 0)
    ));
    let told = in_time("columns outside", || asked(&desk(), &columns));
    assert_eq!(told, "/next/arguments/filters");
}

#[test]
fn tens_of_thousands_of_objects_are_compared_in_time() {
    let response = stop(&format!(r#","plan":[{{"x":[{}]}}]"#, many("{}", 0)));
    let value = format!(r#"{{"x":[{}]}}"#, many("{}", 0));
    let rebuilt = in_time("empty objects", || {
        answered(&desk(), &response, &replacement(&value))
    });
    assert!(rebuilt.starts_with('{'), "{rebuilt}");
    let response = stop(&format!(
        r#","evidence":[{}]"#,
        many(r#"[{"id":"E-1"}]"#, 0)
    ));
    let value = response[response.find("[[").unwrap()..response.len() - 1]
        .replace("[{", "{")
        .replace("}]", "}");
    let value = format!("[{}]", value.trim_matches(['[', ']']));
    let rebuilt = in_time("lists of one", || {
        answered(&desk(), &response, &replacement(&value))
    });
    assert!(rebuilt.starts_with('{'), "{rebuilt}");
    let keys: Vec<_> = (0..5000).map(|key| format!(r#""k{key}":{key}"#)).collect();
    let reversed: Vec<_> = keys.iter().rev().cloned().collect();
    let response = stop(&format!(r#","plan":[{{{}}}]"#, keys.join(",")));
    let value = format!("{{{}}}", reversed.join(","));
    let rebuilt = in_time("keys", || {
        answered(&desk(), &response, &replacement(&value))
    });
    assert!(rebuilt.starts_with('{'), "{rebuilt}");
}

#[test]
fn tens_of_thousands_of_filters_are_compared_in_time() {
    let contract = Contract::compile(
        r#"{"contract":1,"phase":"investigation","schema":{"x-viano-response-recovery":1,"type":"object",
            "properties":{"next":{"type":"object","properties":{"action":{"type":"string"},"arguments":{"type":"object",
                "properties":{"table":{"type":"string"},"filters":{"type":"array","items":{"type":"object"}}}}}}}},
            "positions":{"filters":["/next/arguments/filters"],"repairable":["/next/arguments/filters"]},
            "tools":{"q":{"effect":"read","operators":["o"],"tables":{"t":["c"]}}}}"#,
    )
    .unwrap();
    let filter = r#"{"column":"c","operator":"o","value":1}"#;
    let size = filter.len() + 1;
    let response = |filters: &str| {
        format!(r#"{{"next":{{"action":"q","arguments":{{"table":"t","filters":[{filters}]}}}}}}"#)
    };
    for (name, item) in [
        ("flat", r#""c","o",1"#),
        ("triples", r#"["c","o",1]"#),
        ("too deep", r#"[["c","o",1]]"#),
    ] {
        let response = response(&many(item, size));
        let value = format!("[{}]", many(filter, size));
        let rebuilt = in_time(name, || {
            answered(&contract, &response, &replacement(&value))
        });
        assert!(rebuilt.starts_with('{'), "{name}: {rebuilt}");
    }
    // Right filters and triples by turns, the filters at the end: every item is looked at once.
    let mixed = response(&many(&format!(r#"["c","o",1],{filter}"#), 2 * size));
    let value = format!("[{}]", many(&format!("{filter},{filter}"), 2 * size));
    let rebuilt = in_time("by turns", || {
        answered(&contract, &mixed, &replacement(&value))
    });
    assert!(rebuilt.starts_with('{'), "{rebuilt}");
    let flat = response(&many(r#""c","o",1"#, 0));
    let path = in_time("the longest flat list", || asked(&contract, &flat));
    assert_eq!(path, "/next/arguments/filters");
}

#[test]
fn one_long_item_is_not_compared_with_thousands() {
    let contract = Contract::compile(
        r#"{"contract":1,"phase":"investigation","schema":{"x-viano-response-recovery":1,"type":"object",
            "properties":{"next":{"type":"object","properties":{"action":{"type":"string"},"arguments":{"type":"object",
                "properties":{"table":{"type":"string"},"lists":{"type":"array","items":{"type":"array","items":{"type":"object"}}},
                    "any":{"type":"array"},"columns":{"type":"array","items":{"type":"string"}}}}}}}},
            "positions":{"filters":["/next/arguments/lists/*"],"repairable":["/next/arguments"]},
            "tools":{"q":{"effect":"read","operators":["o"],"tables":{"t":["c"]}}}}"#,
    )
    .unwrap();
    let long = "1".repeat(MAX_BYTES / 2);
    let escaped = format!(r#""{}""#, r"\u0061".repeat(5_000));
    let triples = vec![r#"["c","o",1]"#; 450].join(",");
    let filters = vec![r#"{"column":"c","operator":"o","value":1}"#; 450].join(",");
    let wrong = vec!["[{}]"; 4_000].join(",");
    let right = vec!["{}"; 4_000].join(",");
    for (name, key, before, after, other) in [
        (
            "triples",
            "lists",
            format!("[{triples},{{}}]"),
            format!("[{filters},{{}}]"),
            "[]",
        ),
        ("a number", "any", long.clone(), long, "1"),
        ("a string", "any", escaped.clone(), escaped, r#""""#),
        (
            "errors",
            "lists",
            format!("[{wrong},{{\"k\":1}}]"),
            format!("[{right},{{\"k\":1}}]"),
            "[]",
        ),
    ] {
        let room = (MAX_BYTES - 300 - before.len().max(after.len())) / (other.len() + 1);
        let others = vec![other; room].join(",");
        let arguments = |list: String, columns: &str| {
            format!(r#"{{"table":"t","{key}":[{list}],"columns":{columns}}}"#)
        };
        let before = arguments(format!("{before},{others}"), r#""c""#);
        let after = arguments(format!("{others},{after}"), r#"["c"]"#);
        for before in [format!("[{before}]"), before] {
            let response = format!(r#"{{"next":{{"action":"q","arguments":{before}}}}}"#);
            let answer = replacement(&after);
            let refused = in_time(name, || answered(&contract, &response, &answer));
            let is_compared = refused.starts_with("repair:") && !refused.contains("not_eligible");
            assert!(is_compared, "{name}: {refused}");
        }
    }
}

#[test]
fn the_mark_is_found_in_time() {
    let marks: Vec<_> = (1..9000).map(|number| format!("#{number}#")).collect();
    let marks = marks.concat();
    let response = stop(&format!(r#","evidence":[{{"id":"E-1","tags":"{marks}"}}]"#));
    assert_eq!(
        in_time("marks", || asked(&desk(), &response)),
        "/evidence/0/tags"
    );
}
