//! Expectations files: a list made from a run fits it, and one that no longer fits fails the run.

use super::support::{Bench, accepted, hostile, rejected, strict};

fn bench() -> Bench {
    Bench::new(&[
        accepted("parse", 1),
        rejected("cut", "{\"id\": 7, \"total\": 12"),
        rejected("twice", "{\"a\":1,\"a\":2}"),
    ])
}

fn list(entries: &str) -> String {
    format!(r#"{{"expectations":1,"suite":"1.0","suite_sha256":"0","entries":[{entries}]}}"#)
}

const CUT: &str = r#"{"pattern":"t/cut","verdict":"corruption","reason":"closes what is open"}"#;
const TWICE: &str = r#"{"pattern":"t/twice","verdict":"corruption","reason":"takes the last"}"#;

#[test]
fn a_list_made_from_a_run_makes_the_next_one_pass() {
    let bench = bench();
    let ran = bench.run_program("lax.py", &["--write-expectations", "known/lax.json"]);
    assert_eq!(ran.status, 1);
    let ran = bench.run_program("lax.py", &["--expectations", "known/lax.json"]);
    assert_eq!(
        (ran.status, bench.letters().as_str()),
        (0, "kpk"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(ran.stderr, "", "the list was made for this suite");
    let known = bench
        .report()
        .cases
        .into_iter()
        .find(|case| case.id == "t/cut")
        .unwrap();
    assert_eq!(known.judged.unwrap().name(), "corruption");
}

#[test]
fn a_fault_that_is_mended_is_fixed_and_fails_the_run() {
    let bench = bench();
    bench.write("list.json", &list(&format!("{CUT},{TWICE}")));
    let ran = bench.run(&["--impl", &strict(), "--expectations", "list.json"]);
    assert_eq!(
        (ran.status, bench.letters().as_str()),
        (1, "fpf"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("2 fixed") && ran.stdout.contains("t/cut"),
        "{}",
        ran.stdout
    );
}

#[test]
fn an_entry_that_matches_nothing_fails_the_run() {
    let bench = bench();
    let typo = CUT.replace("t/cut", "t/cutt");
    bench.write("list.json", &list(&format!("{CUT},{TWICE},{typo}")));
    let ran = bench.run_program("lax.py", &["--expectations", "list.json"]);
    assert_eq!((ran.status, bench.letters().as_str()), (1, "kpk"));
    assert!(
        ran.stdout.contains("`t/cutt` matches no case"),
        "{}",
        ran.stdout
    );
}

#[test]
fn an_entry_with_another_verdict_fails_the_run() {
    let bench = bench();
    bench.write(
        "list.json",
        &list(&format!("{},{TWICE}", CUT.replace("corruption", "refusal"))),
    );
    let ran = bench.run_program("lax.py", &["--expectations", "list.json"]);
    assert_eq!((ran.status, bench.letters().as_str()), (1, "cpk"));
    assert!(
        ran.stdout
            .contains("`t/cut` lists refusal, but t/cut is corruption"),
        "{}",
        ran.stdout
    );
}

#[test]
fn an_entry_whose_cases_are_left_out_says_nothing() {
    let bench = bench();
    bench.write("list.json", &list(&format!("{CUT},{TWICE}")));
    let ran = bench.run_program(
        "lax.py",
        &["--expectations", "list.json", "--skip", "t/cut"],
    );
    assert_eq!(
        (ran.status, bench.letters().as_str()),
        (0, "pk"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_known_fault_does_not_end_a_run_that_stops_at_the_first_failure() {
    let bench = bench();
    bench.write("list.json", &list(CUT));
    let ran = bench.run_program("lax.py", &["--expectations", "list.json", "--fail-fast"]);
    assert_eq!(
        (ran.status, bench.letters().as_str()),
        (1, "kpc"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_list_of_another_form_is_no_list() {
    let bench = bench();
    bench.write("list.json", &list(CUT).replace("\"reason\"", "\"why\""));
    let command = hostile("lax.py");
    let ran = bench.run(&["--impl", &command, "--expectations", "list.json"]);
    assert_eq!(
        (ran.status, ran.stderr.lines().count()),
        (2, 1),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("list.json") && ran.stderr.contains("unknown field `why`"),
        "{}",
        ran.stderr
    );
}
