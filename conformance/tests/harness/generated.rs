//! What is generated, over real processes: faults are found, made small, stored, asked again and adopted, and no program
//! stops or stalls a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::report::timeless;
use super::schemas::schema;
use super::support::{Bench, hostile, strict};
use recovery_reports::report::Case;
use recovery_reports::{Report, Text, Verdict};

/// A line of `strict.py`, and a fault that no written case knows: a CR before an encoded object hides it.
const LINE: &str = r#"content.lstrip(WHITE_SPACE).startswith("{")"#;
const FAULT: &str = r#"content.lstrip(" \t\n").startswith("{")"#;

/// The command that starts a copy of the strict adapter with the fault in it.
fn planted(bench: &Bench) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python/strict.py");
    let source = fs::read_to_string(file).unwrap();
    assert_eq!(source.matches(LINE).count(), 1);
    bench.write("planted.py", &source.replace(LINE, FAULT));
    format!("python3 {}", bench.path("planted.py").display())
}

fn corpus() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "corpus"]
        .iter()
        .collect()
}

fn found(report: &Report) -> Vec<&Case> {
    let cases = report.cases.iter();
    cases.filter(|case| case.generated.is_some()).collect()
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn a_fault_that_no_written_case_knows_is_found_made_small_replayed_and_adopted() {
    let bench = Bench::with_numbers(1);
    let planted = planted(&bench);
    copy(&corpus(), &bench.path("whole"));
    let whole = |implementation: &str, flags: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_recovery-conformance"))
            .args(["run", "--corpus", "whole", "--timeout", "30s", "--impl"])
            .arg(implementation)
            .args(flags)
            .current_dir(bench.path(""))
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(whole(&planted, &["--generated", "0"]), Some(0));
    let property = [
        "--generated",
        "64",
        "--only",
        "generated/parse/conservation",
    ];
    assert_eq!(whole(&planted, &property), Some(1));
    let report = bench.report();
    let case = found(&report)[0];
    let generated = case.generated.as_ref().unwrap();
    let Text::Whole(response) = &generated.responses[0] else {
        panic!("it is short: {case:?}");
    };
    assert!(
        response.contains("\\r") && response.len() < 20,
        "{response}"
    );
    let file = generated.file.as_ref().unwrap();
    let stored = serde_json::from_str(&fs::read_to_string(bench.path(file)).unwrap()).unwrap();
    assert!(
        schema("counterexample.schema.json").is_valid(&stored),
        "{stored}"
    );
    assert_eq!(whole(&planted, &["--replay", file]), Some(1));
    assert_eq!(whole(&strict(), &["--replay", file]), Some(0));

    let adopted = Command::new(env!("CARGO_BIN_EXE_recovery-conformance"))
        .args(["corpus", "--corpus", "whole", "--adopt", file, "--spec"])
        .arg(corpus().join("../SPEC.md"))
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    let said = String::from_utf8(adopted.stdout).unwrap();
    assert!(
        adopted.status.success() && said.contains("added regressions/"),
        "{said}"
    );
    let regressions = ["--generated", "0", "--only", "regressions/*"];
    assert_eq!(whole(&planted, &regressions), Some(1));
    assert_eq!(whole(&strict(), &regressions), Some(0));
    assert!(
        !bench.path(file).exists(),
        "a run takes away what an earlier one stored"
    );
}

#[test]
fn the_same_seed_gives_the_same_report_however_many_processes_share_the_work() {
    let bench = Bench::with_numbers(1);
    let planted = planted(&bench);
    let run = |seed: &str, jobs: &str| {
        let flags = [
            "--generated",
            "48",
            "--only",
            "generated/parse/conservation",
            "--only",
            "generated/parse/independence",
            "--seed",
            seed,
            "--jobs",
            jobs,
            "--impl",
        ];
        bench.run(&[&flags[..], &[&planted]].concat());
        let report = serde_json::from_str(&bench.report_text()).unwrap();
        assert!(schema("report.schema.json").is_valid(&report));
        timeless(report)
    };
    let first = run("7", "1");
    assert_eq!(first, run("7", "3"));
    assert_eq!(first["outcome"], "failed");
    assert_eq!(first["properties"][0]["judged"], 48);
    assert_ne!(first, run("8", "1"));
}

#[test]
fn what_hangs_or_ends_is_bounded_and_every_scene_is_accounted_for() {
    for (program, verdict) in [
        ("hello_then_nothing.py", Verdict::Hang),
        ("dies_on_third.py", Verdict::Crash),
    ] {
        let bench = Bench::with_numbers(1);
        let flags = [
            "--generated",
            "64",
            "--timeout",
            "500ms",
            "--max-shrink",
            "2",
            "--only",
            "generated/parse/no-*",
        ];
        let ran = bench.run_program(program, &flags);
        assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
        assert!(ran.duration < Duration::from_mins(1), "{:?}", ran.duration);
        let report = bench.report();
        assert!(report.accounting.balances(), "{:?}", report.accounting);
        for property in &report.properties {
            assert_eq!(property.verdicts.sum(), 64, "{property:?}");
            assert!(property.verdicts.count(verdict) > 40, "{property:?}");
        }
    }
}

#[test]
fn a_leak_on_standard_error_is_found_and_nothing_of_it_is_shown_if_it_must_not_be() {
    let bench = Bench::with_numbers(1);
    let flags = [
        "--generated",
        "32",
        "--only",
        "generated/parse/no-leak",
        "--max-shrink",
        "2",
    ];
    bench.run_program("tells_standard_error.py", &flags);
    let report = bench.report();
    let is_leak = |case: &&Case| case.verdict == Verdict::Leak;
    assert!(
        found(&report).into_iter().any(|case| is_leak(&case)),
        "{report:?}"
    );
    let ran = bench.run_program(
        "tells_standard_error.py",
        &[&flags[..], &["--redact"]].concat(),
    );
    let text = bench.report_text();
    assert!(
        !text.contains("CANARY") && !ran.stdout.contains("CANARY"),
        "{}",
        ran.stdout
    );
    let left = fs::read_dir(bench.path("target/reports/counterexamples"));
    assert_eq!(left.map_or(0, Iterator::count), 0);
}

#[test]
fn time_that_grows_faster_than_the_response_is_a_finding() {
    let bench = Bench::with_numbers(1);
    let only = ["--generated", "1", "--only", "generated/parse/growth"];
    let ran = bench.run_program("quadratic.py", &only);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    let report = bench.report();
    let fault = "the time for `fence-then-blanks` in parse grows faster than the size";
    assert!(
        report.faults.iter().any(|one| one.starts_with(fault)),
        "{:?}",
        report.faults
    );
    let command = strict();
    let ran = bench.run(&[&only[..], &["--impl", &command]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stdout);
}

#[test]
fn a_known_failure_of_what_is_generated_is_known_and_never_stale() {
    let bench = Bench::with_numbers(1);
    let command = planted(&bench);
    let only = "generated/parse/conservation";
    let flags = ["--generated", "64", "--only", only, "--impl", &command];
    bench.run(&[&flags[..], &["--write-expectations", "list.json"]].concat());
    let ran = bench.run(&[&flags[..], &["--expectations", "list.json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert_eq!(found(&bench.report())[0].verdict, Verdict::Known);
    let strict = strict();
    let ran = bench.run(&[
        "--generated",
        "1",
        "--only",
        only,
        "--impl",
        &strict,
        "--expectations",
        "list.json",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
}

#[test]
fn properties_are_listed_and_selected_like_cases() {
    let bench = Bench::with_numbers(1);
    let ran = bench.run(&[
        "--list",
        "--generated",
        "1",
        "--only",
        "generated/*/no-leak",
    ]);
    let ids: Vec<_> = ran
        .stdout
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(
        ids,
        [
            "generated/parse/no-leak",
            "generated/normalize/no-leak",
            "generated/repair/no-leak",
            "generated/guard/no-leak"
        ]
    );
    let ran = bench.run(&[
        "--impl",
        &hostile("lax.py"),
        "--generated",
        "16",
        "--fail-fast",
    ]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.stdout.contains("stopped at the first failure"),
        "{}",
        ran.stdout
    );
}
