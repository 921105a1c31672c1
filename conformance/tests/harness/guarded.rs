//! Profile guard over a real process: what is judged, the self-check in report and summary, and a replay.

use serde_json::Value;

use super::support::Bench;
use recovery_reports::Report;

const GUARD: &str = r#"{"tool":"t","effect":"read"}"#;

fn output(id: &str, body: &str, expect: &str) -> String {
    format!(
        r#"{{"id":"{id}","profile":"guard","requirements":["GRD-1"],"level":"must","class":"body","contract":"guard-t","output":{{"transport":"ok","status":200,"content_type":"application/json","body":"{body}"}},"expect":{expect},"note":"n"}}"#
    )
}

/// A bench with cases for three lines of the self-check, one of which the program gets wrong.
fn bench() -> Bench {
    let bench = Bench::new(&[]);
    let corrupt = |reason: &str| {
        format!(r#"{{"verdict":"corrupt","stop_reasons":["response_corruption:{reason}"]}}"#)
    };
    let valid = r#"{"verdict":"valid"}"#;
    bench.write("corpus/contracts/guard-t.json", GUARD);
    for (file, lines) in [
        (
            "guard-body",
            [
                output("guard-body/whole", "[1]", valid),
                output("guard-body/cut", "[1", &corrupt("invalid_json")),
            ],
        ),
        (
            "guard-drift",
            [
                output("guard-drift/same", "{}", valid),
                output(
                    "guard-drift/renamed",
                    r#"{\"a\":1}"#,
                    &corrupt("schema:root"),
                ),
            ],
        ),
    ] {
        bench.write(&format!("corpus/cases/{file}.jsonl"), &lines.join("\n"));
    }
    bench.write(
        "corpus/cases/run-t.jsonl",
        r#"{"id":"run-t/one","profile":"guard","requirements":["GRD-5"],"level":"must","class":"run","run":{"contracts":{"t":"guard-t"},"steps":[{"think":true}]},"expect":{"steps":[{"skipped":true}],"stop":null},"note":"n"}"#,
    );
    bench
}

#[test]
fn the_self_check_is_computed_from_the_cases_that_prove_it() {
    let bench = bench();
    let ran = bench.run_program("guard.py", &[]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let lines: Vec<_> = ran.stdout.lines().collect();
    let head = lines
        .iter()
        .position(|line| line.starts_with("self-check"))
        .unwrap();
    assert_eq!(
        lines[head..head + 8],
        [
            "self-check of the tool output guard:",
            "  FAIL  gate before parse: no case",
            "  pass  strict parse: 2 of 2 cases",
            "  FAIL  schema and invariants before use: 1 of 2 cases",
            "  FAIL  stop reason and blocked writes: 0 of 1 cases",
            "  FAIL  versioning: no case",
            "  FAIL  quarantine: 1 of 2 cases",
            "  FAIL  metrics: 0 of 1 cases",
        ]
    );
    let report = bench.report();
    assert_eq!(
        (
            report.totals.pass,
            report.totals.corruption,
            report.totals.skip
        ),
        (3, 1, 1)
    );
    let proved: Vec<_> = report
        .self_check
        .iter()
        .map(|line| (line.is_passed, line.proved))
        .collect();
    assert_eq!(
        proved,
        [
            (false, 0),
            (true, 2),
            (false, 1),
            (false, 0),
            (false, 0),
            (false, 1),
            (false, 0)
        ]
    );
    let schema = super::schemas::schema("report.schema.json");
    let value: Value = serde_json::from_str(&bench.report_text()).unwrap();
    assert!(schema.is_valid(&value));
    // Where no case of the guard was asked, there is nothing to check.
    bench.write(
        "corpus/cases/guard.jsonl",
        &output("guard/odd", "[1]", r#"{"verdict":"valid"}"#),
    );
    bench.run_program("guard.py", &["--only", "guard/*"]);
    let odd = bench.report();
    assert_eq!((odd.totals.pass, odd.self_check), (1, vec![]));
    // Without the profile neither.
    let none: Report = {
        bench.write(
            "corpus/cases/t.jsonl",
            &super::support::accepted("parse", 1),
        );
        bench.run_program("lax.py", &["--profiles", "parse"]);
        bench.report()
    };
    assert_eq!(none.self_check, []);
}

#[test]
fn a_case_of_the_guard_is_listed_replayed_and_asked_again_by_hand() {
    let bench = bench();
    let listed = bench.run(&["--list", "--profiles", "guard"]);
    assert!(
        listed.stdout.contains("guard-drift/renamed") && listed.stdout.contains("run-t/one"),
        "{}",
        listed.stdout
    );
    let ran = bench.run_program("guard.py", &["--replay", "guard-drift/renamed"]);
    for shown in [
        r#"{"id":1,"op":"load","name":"guard-t","contract":{"tool":"t","effect":"read"}}"#,
        r#""op":"guard","contract":"guard-t","output":{"transport":"ok","status":200,"content_type":"application/json","body_base64":"eyJhIjoxfQ=="}}"#,
        r#""verdict": "valid""#,
        "corruption",
        "response_corruption:schema:root",
    ] {
        assert!(ran.stdout.contains(shown), "{shown}: {}", ran.stdout);
    }
    bench.run_program("guard.py", &[]);
    let report = bench.report();
    let wrong = report
        .cases
        .iter()
        .find(|case| case.id == "guard-drift/renamed")
        .unwrap();
    let line = wrong.reproduce.as_deref().unwrap();
    let shell = std::process::Command::new("sh")
        .args(["-c", line])
        .output()
        .unwrap();
    let said = String::from_utf8(shell.stdout).unwrap();
    assert!(
        said.lines()
            .last()
            .unwrap()
            .contains(r#""verdict": "valid""#),
        "{said}"
    );
}

#[test]
fn every_case_of_the_corpus_proves_a_line_of_the_self_check() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let suite = recovery_conformance::corpus::Suite::load(&corpus).unwrap();
    let guard = suite
        .cases
        .iter()
        .filter(|case| case.profile.name() == "guard");
    let left_out: Vec<_> = guard
        .filter(|case| !recovery_conformance::self_check::is_placed(case))
        .map(|case| case.id.as_str())
        .collect();
    assert_eq!(
        left_out,
        [] as [&str; 0],
        "name their file in conformance/src/self_check.rs"
    );
}

#[test]
fn a_replay_of_a_session_shows_each_reply_under_its_request() {
    let bench = Bench::new(&[
        r#"{"id":"t/led","profile":"session","requirements":["SES-1"],"level":"must","class":"led","contract":"c","policy":{},"steps":[{"open":true,"expect":{}}],"note":"n"}"#.to_owned(),
    ]);
    let ran = bench.run_program("guard.py", &["--replay", "t/led"]);
    let kinds: Vec<_> = ran
        .stdout
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .take(5)
        .collect();
    assert_eq!(
        kinds,
        ["request", "request", "request", "reply", "tests"],
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains(r#"reply       {"id": 2, "error": "unsupported_op"}"#),
        "{}",
        ran.stdout
    );
}
