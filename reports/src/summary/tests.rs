//! Summaries of made-up reports, line by line.

use serde_json::{Value, json};

use super::summary;
use crate::report::{Report, SelfCheck};
use crate::verdict::{Tally, Verdict};

fn case(id: &str, verdict: &str, more: Value) -> Value {
    let mut case = json!({
        "id": id, "origin": "written", "profile": "parse", "requirements": [], "class": "cut",
        "verdict": verdict, "expected": {}, "got": {}
    });
    if let (Value::Object(case), Value::Object(more)) = (&mut case, more) {
        case.extend(more);
    }
    case
}

fn report(outcome: &str, faults: &[&str], cases: &[Value]) -> Report {
    let verdicts = cases
        .iter()
        .map(|case| Verdict::of_name(case["verdict"].as_str().unwrap()).unwrap());
    let totals: Tally = verdicts.collect();
    serde_json::from_value(json!({
        "report": 1, "suite": "1.0", "suite_sha256": "0123456789abcdef", "tool": "0",
        "implementation": {"name": "acme\u{1b}[31m", "version": "2", "language": "rust"},
        "command": "acme", "rerun": "harness --impl acme", "profiles": ["parse"], "seed": 0,
        "generated_per_property": 0, "duration_s": 1.5, "outcome": outcome, "faults": faults,
        "accounting": crate::report::Accounting::default(), "totals": totals, "requirements": {},
        "properties": [], "cases": cases
    }))
    .unwrap()
}

#[test]
fn corruption_comes_first_with_its_smallest_telling_difference() {
    let difference = |value| {
        json!({
            "difference": {"against": "response", "kept": 1, "lost": [], "duplicated": [], "moved": [], "retyped": [],
                "invented": [{"path": "/a", "value": value}]},
            "reproduce": format!("printf '%s\\n' {value} | acme")
        })
    };
    let report = report(
        "failed",
        &[],
        &[
            case(
                "a/refused",
                "refusal",
                json!({"note": "rejected", "reproduce": "printf x | acme"}),
            ),
            case("b/long", "corruption", difference("\"longer\"")),
            case("b/short", "corruption", {
                let mut more = difference("12");
                more["requirements"] = json!(["PAR-1", "FEN-2"]);
                more
            }),
            case("c/right", "pass", json!({})),
        ],
    );
    assert_eq!(
        summary(&report),
        "FAILED: acme [31m 2 (rust) in parse\n\
         suite 1.0 (01234567), 4 cases in 1.50 s: 2 corruption, 1 refusal, 1 pass\n\
         corruption ×2 cut: invented 12 at /a; kept 1, invented 1  [b/short] PAR-1, FEN-2\n\
         \x20 printf '%s\\n' 12 | acme\n\
         refusal ×1 cut: rejected  [a/refused]\n\
         \x20 printf x | acme\n"
    );
}

#[test]
fn cases_behind_hangs_are_one_line_with_what_runs_them() {
    let hung = ["f/a", "f/b", "f/c"];
    let mut cases: Vec<_> = hung
        .iter()
        .map(|id| {
            case(
                id,
                "hang",
                json!({"note": "no reply within 5s", "reproduce": "printf x | acme"}),
            )
        })
        .collect();
    cases.extend((0..20).map(|number| {
        let more = json!({
            "class": format!("class-{number}"), "note": "not sent after three hangs in a row", "behind": hung,
            "reproduce": "harness --impl acme --skip f/a --skip f/b --skip f/c"
        });
        case(&format!("g/n{number}"), "hang", more)
    }));
    let text = summary(&report("failed", &[], &cases));
    let shown: Vec<_> = text.lines().skip(2).collect();
    assert_eq!(
        shown,
        [
            "hang ×3 cut: no reply within 5s  [f/a]",
            "  printf x | acme",
            "hang ×20 not sent after three hangs in a row: f/a, f/b, f/c",
            "  harness --impl acme --skip f/a --skip f/b --skip f/c",
        ]
    );
}

#[test]
fn a_summary_fits_a_screen_whatever_a_report_holds() {
    let long = "x".repeat(10_000);
    let cases: Vec<_> = (0..500)
        .map(|number| {
            let more = json!({
                "class": format!("class-{number}"), "reproduce": format!("printf '{long}' | acme"),
                "got": {"line": format!("{long}\n{long}")}
            });
            case(&format!("a/n{number}"), "garbage", more)
        })
        .collect();
    let faults: Vec<_> = std::iter::repeat_n("an expectation matches no case", 300).collect();
    let text = summary(&report("failed", &faults, &cases));
    assert!(text.lines().count() <= 30, "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 200),
        "{text}"
    );
    assert!(text.contains("harness --impl acme --replay a/n0"), "{text}");
    assert!(
        text.contains("and 295 more") && text.contains("and 492 kinds more with 492 cases"),
        "{text}"
    );
}

#[test]
fn a_counterexample_says_what_was_due_but_of_a_session_which_step() {
    let found = |id: &str, profile: &str, note: &str| {
        let more = json!({
            "profile": profile, "origin": "generated", "note": note,
            "expected": {"outcome": "rejected"}, "got": {"outcome": "repair", "path": "/e"},
            "generated": {"property": "p", "seed": 1, "number": 7, "found": 2, "tries": 0, "is_reproduced": true,
                "responses": ["{}"]}
        });
        case(id, "corruption", more)
    };
    let cases = [
        found("g/a", "repair", "asked for a repair"),
        found("g/b", "session", "step 2: an action"),
    ];
    let text = summary(&report("failed", &[], &cases));
    let shown: Vec<_> = text.lines().skip(2).collect();
    assert_eq!(
        shown,
        [
            "corruption ×2 cut: asked for a repair  [g/a]",
            "  response  \"{}\"",
            "  expected  rejected",
            "  got       repair at \"/e\"",
            "  seed 1, scene 7",
            "corruption ×2 cut: step 2: an action  [g/b]",
            "  response  \"{}\"",
            "  seed 1, scene 7",
        ]
    );
}

#[test]
fn the_self_check_of_a_guard_stands_in_lines_of_its_own() {
    let mut report = report("passed", &[], &[case("a/b", "pass", json!({}))]);
    assert!(!summary(&report).contains("self-check"));
    let check = |name: &str, is_passed, cases, proved| SelfCheck {
        name: name.to_owned(),
        is_passed,
        cases,
        proved,
    };
    report.self_check = vec![
        check("gate before parse", true, 3, 3),
        check("versioning", false, 2, 1),
        check("metrics", false, 0, 0),
    ];
    let text = summary(&report);
    let shown: Vec<_> = text.lines().skip(2).collect();
    assert_eq!(
        shown,
        [
            "self-check of the tool output guard:",
            "  pass  gate before parse: 3 of 3 cases",
            "  FAIL  versioning: 1 of 2 cases",
            "  FAIL  metrics: no case",
        ]
    );
}
