//! The report: its form, and that two runs differ in nothing but their times.

use super::support::{Bench, accepted, hostile, rejected};
use recovery_reports::Report;
use serde_json::Value;

fn bench() -> Bench {
    let mut cases: Vec<_> = (0..30).map(|number| accepted("parse", number)).collect();
    cases.push(rejected("cut", "{\"id\": 7, \"total\": 12"));
    cases.push(rejected("twice", "{\"a\":1,\"a\":2}"));
    cases.push(rejected("long", &format!("[\"{}\"", "x".repeat(70_000))));
    Bench::new(&cases)
}

/// A report without its times.
pub(crate) fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            members.retain(|key, _| !key.ends_with("_s"));
            for member in members.values_mut() {
                *member = timeless(member.take());
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}

#[test]
fn two_runs_differ_in_their_times_only_however_many_processes_share_the_work() {
    let bench = bench();
    for (program, flags) in [
        ("lax.py", &[][..]),
        ("lax.py", &["--fail-fast"]),
        ("hello_then_nothing.py", &["--timeout", "1s"]),
    ] {
        let reports: Vec<Value> = ["1", "1", "3"]
            .into_iter()
            .map(|jobs| {
                let arguments = [flags, &["--jobs", jobs]].concat();
                bench.run_program(program, &arguments);
                timeless(serde_json::from_str(&bench.report_text()).unwrap())
            })
            .collect();
        assert_eq!(reports[0], reports[1], "{program} {flags:?}");
        assert_eq!(reports[0], reports[2], "{program} {flags:?}");
    }
}

#[test]
fn a_report_is_of_the_form_that_its_schema_states() {
    let bench = bench();
    let schema = super::schemas::schema("report.schema.json");
    for arguments in [&[][..], &["--redact"], &["--profiles", "parse,normalize"]] {
        bench.run_program("lax.py", arguments);
        let report: Value = serde_json::from_str(&bench.report_text()).unwrap();
        let errors: Vec<_> = schema
            .iter_errors(&report)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(errors, [] as [String; 0]);
    }
    bench.run_program("lax.py", &["--write-expectations", "list.json"]);
    let list: Value =
        serde_json::from_str(&std::fs::read_to_string(bench.path("list.json")).unwrap()).unwrap();
    let schema = super::schemas::schema("expectations.schema.json");
    let errors: Vec<_> = schema
        .iter_errors(&list)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, [] as [String; 0]);
}

#[test]
fn cases_are_sorted_right_ones_short_and_long_texts_cut() {
    let bench = bench();
    bench.run(&["--impl", &hostile("lax.py")]);
    let text = bench.report_text();
    assert!(text.len() < 40_000, "{} bytes", text.len());
    let report = Report::read(&text).unwrap();
    assert!(report.cases.is_sorted_by_key(|case| &case.id));
    let case = |id: &str| report.cases.iter().find(|case| case.id == id).unwrap();
    assert!(case("t/n1").difference.is_none() && case("t/n1").got.value.is_none());
    let long = serde_json::to_value(case("t/long")).unwrap();
    assert_eq!(long["got"]["value"]["bytes"], 70_004);
    assert_eq!(long["got"]["value"]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(report.requirements["PAR-1"].sum(), 33);
}

#[test]
fn the_line_that_reproduces_a_case_shows_the_same_reply() {
    let bench = bench();
    bench.run(&["--impl", &hostile("lax.py")]);
    let report = bench.report();
    let case = report
        .cases
        .iter()
        .find(|case| case.id == "t/twice")
        .unwrap();
    let shell = std::process::Command::new("sh")
        .args(["-c", case.reproduce.as_ref().unwrap()])
        .output()
        .unwrap();
    let reply = String::from_utf8(shell.stdout).unwrap();
    assert!(
        reply
            .lines()
            .nth(1)
            .unwrap()
            .contains(r#""value": {"a": 2}"#),
        "{reply}"
    );
}
