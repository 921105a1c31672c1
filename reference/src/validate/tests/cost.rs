//! What an accepted schema can cost: time on 64 KB that are made to hurt, and stack.

use std::thread;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::{contract, of_v, outcome};
use crate::limits::{MAX_DEPTH, MAX_NESTED, MAX_PLACES};

/// Generous: the slowest takes a small part of it without optimization.
const BUDGET: Duration = Duration::from_secs(20);

/// What this thread has computed, so that a machine under load can make no test fail.
fn computed() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}

fn in_time(name: &str, work: impl FnOnce()) {
    let start = computed();
    work();
    let took = computed().saturating_sub(start);
    assert!(took < BUDGET, "{name} took {took:?}");
}

#[test]
fn sixty_four_kilobytes_are_judged_in_time() {
    // Nearly as many subschemas as one value may have, at each of many elements.
    let many = vec![r##"{"$ref":"#/$defs/d"}"##; 900].join(",");
    let schema = format!(
        r#"{{"type":"object","properties":{{"v":{{"items":{{"allOf":[{many}]}}}}}},
            "$defs":{{"d":{{"anyOf":[{{"type":"null"}},{{"type":"number"}}]}}}}}}"#
    );
    let wide = contract(&schema, "");
    let elements = vec!["1"; 30_000].join(",");
    in_time("many subschemas", || {
        assert_eq!(outcome(&wide, &format!(r#"{{"v":[{elements}]}}"#)), "ok");
        let fault = outcome(&wide, &format!(r#"{{"v":[{elements},""]}}"#));
        assert_eq!(fault, "schema:choice /v/30000");
    });

    // A branch that fails at every element: the library would list each of the errors.
    let branches = of_v(r#"{"anyOf":[{"items":{"type":"string"}},{"items":{"type":"null"}}]}"#);
    in_time("failing branches", || {
        let fault = outcome(&branches, &format!(r#"{{"v":[{elements}]}}"#));
        assert_eq!(fault, "schema:choice /v");
    });

    // What makes a backtracking engine take exponential time.
    for pattern in ["^(a|a)*$", "^(a*)*$", "^(a|aa)+$", "(a*)*b", "(.*a){12}c"] {
        let contract = of_v(&format!(r#"{{"pattern":"{pattern}"}}"#));
        let text = format!(r#"{{"v":"{}!"}}"#, "a".repeat(64_000));
        in_time(pattern, || {
            assert_eq!(outcome(&contract, &text), "schema:pattern /v");
        });
    }
}

/// The time grows with the places and with the text, so a part of the text shows whether the whole
/// can be judged in time; without optimization, all of it takes a minute.
#[test]
fn a_pattern_of_the_most_places_is_searched_in_time() {
    const PART: usize = 64;
    let root = (MAX_PLACES - 3).isqrt();
    for atom in ["a", ".", "[^b]"] {
        for pattern in [
            format!("({atom}{{0,{root}}}){{0,{root}}}b$"),
            format!("(({atom}?|){{0,{root}}}){{0,{root}}}b$"),
            format!("a({atom}{{{root}}}){{{root}}}c$"),
        ] {
            let contract = of_v(&format!(r#"{{"pattern":"{pattern}"}}"#));
            for character in ["a", "😀"] {
                let text = character.repeat(64_000 / PART / character.len());
                in_time(&pattern, || {
                    let response = format!(r#"{{"v":"{text}bc!"}}"#);
                    assert_eq!(outcome(&contract, &response), "schema:pattern /v");
                });
            }
        }
    }
}

/// A schema that goes back to itself for each nested value, with choices in place on the way.
fn nested(steps: usize, wrap: impl Fn(&str) -> String) -> String {
    let inner = r##"{"properties":{"v":{"$ref":"#"}}}"##.to_owned();
    let inner = (0..steps).fold(inner, |inner, _| wrap(&inner));
    format!(r#"{{"type":"object","allOf":[{inner}]}}"#)
}

#[test]
fn the_deepest_value_and_schema_fit_the_stack_of_a_thread() {
    // As many steps as may stand at each of 128 nested values.
    let steps = MAX_NESTED / (MAX_DEPTH + 1) - 3;
    let wraps: [fn(&str) -> String; 5] = [
        |inner| format!(r#"{{"allOf":[{inner}]}}"#),
        |inner| format!(r#"{{"anyOf":[false,{inner}]}}"#),
        |inner| format!(r#"{{"oneOf":[false,{inner}]}}"#),
        |inner| format!(r#"{{"if":true,"then":{inner}}}"#),
        |inner| format!(r#"{{"if":{inner},"else":false}}"#),
    ];
    for wrap in wraps {
        let judge = move || {
            let contract = contract(&nested(steps, wrap), "");
            let response = |inside: &str, depth| {
                format!("{}{inside}{}", r#"{"v":"#.repeat(depth), "}".repeat(depth))
            };
            assert_eq!(outcome(&contract, &response("{}", MAX_DEPTH - 1)), "ok");
            assert!(outcome(&contract, &response("7", MAX_DEPTH)).starts_with("schema:"));
        };
        // What `std` gives a thread that asks for nothing.
        thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(judge)
            .unwrap()
            .join()
            .unwrap();
    }
}
