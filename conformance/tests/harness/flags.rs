//! The flags of `run`: what each does, and what a mistake in it does.

use std::thread;
use std::time::{Duration, Instant};

use super::support::{Bench, accepted, hostile, rejected, strict};
use recovery_reports::report::Outcome;
use recovery_reports::{Report, Verdict};
use rustix::process::{Pid, Signal, kill_process};

fn mixed() -> Bench {
    Bench::new(&[
        accepted("parse", 1),
        rejected("cut", "{\"id\": 7, \"total\": 12"),
        rejected("twice", "{\"a\":1,\"a\":2}"),
        accepted("normalize", 2),
    ])
}

/// One line on standard error, nothing on standard output, exit status 2.
fn assert_refused(arguments: &[&str], says: &str) {
    let ran = mixed().run(arguments);
    assert_eq!(ran.status, 2, "{arguments:?}: {}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(says), "{arguments:?}: {}", ran.stderr);
    assert_eq!(ran.stdout, "");
}

#[test]
fn a_mistake_in_a_flag_is_one_clear_line() {
    let lax = hostile("lax.py");
    let with = |more: &[&'static str], says| {
        let mut all = vec!["--impl", lax.as_str()];
        all.extend(more);
        assert_refused(&all, says);
    };
    assert_refused(&[], "--impl");
    with(&["--fast"], "--fast");
    with(
        &["--only", "fences/*"],
        "the pattern `fences/*` matches no case",
    );
    with(
        &["--skip", "fences/*"],
        "the pattern `fences/*` matches no case",
    );
    with(&["--only", ""], "must not be empty");
    with(&["--only", "t/cut", "--skip", "t/*"], "no case is left");
    with(
        &["--only", "t/n2", "--profiles", "parse"],
        "no case is left",
    );
    with(&["--profiles", "dance"], "the profiles of this version are");
    with(&["--fail-on", "corrupt"], "the verdicts are");
    with(&["--fail-on", "pass"], "the verdicts are");
    with(&["--timeout", "5"], "the units are");
    with(&["--timeout", "0s"], "no time");
    with(&["--jobs", "0"], "write a whole number from 1");
    with(&["--format", "xml"], "xml");
    with(
        &["--expectations", "nowhere.json"],
        "nowhere.json: No such file",
    );
    with(
        &["--replay", "t/nothing"],
        "neither the id of a case nor a file",
    );
    with(&["--replay", "t/cut", "--only", "t/*"], "--only");
    with(&["--cases", "nowhere"], "nowhere");
    with(&["--contract", "nowhere.json"], "nowhere.json");
    with(
        &["--report", "corpus/manifest.json"],
        "corpus/manifest.json",
    );
}

#[test]
fn patterns_select_and_leave_out() {
    let bench = mixed();
    let ran = bench.run_program(
        "lax.py",
        &["--only", "t/*", "--skip", "t/tw*", "--skip", "t/n2"],
    );
    let ids: Vec<_> = bench
        .report()
        .cases
        .into_iter()
        .map(|case| case.id)
        .collect();
    assert_eq!(
        (ran.status, ids),
        (1, vec!["t/cut".to_owned(), "t/n1".to_owned()])
    );
}

#[test]
fn without_profiles_only_those_that_are_named_count() {
    let bench = mixed();
    bench.run_program("lax.py", &[]);
    assert_eq!(
        (bench.letters(), bench.report().profiles),
        ("cpc".to_owned(), vec!["parse".to_owned()])
    );
    let ran = bench.run_program("lax.py", &["--profiles", "parse,normalize"]);
    assert_eq!((ran.status, bench.letters().as_str()), (1, "cpsc"));
}

#[test]
fn a_run_that_skips_everything_is_red() {
    let bench = Bench::with_numbers(3);
    let ran = bench.run_program("unsupported.py", &[]);
    assert_eq!((ran.status, bench.letters().as_str()), (1, "sss"));
    assert!(
        ran.stdout.contains("every case was skipped"),
        "{}",
        ran.stdout
    );
    let ran = bench.run_program("unsupported.py", &["--fail-on", "corruption"]);
    assert_eq!(ran.status, 1);
    let bench = Bench::new(&[accepted("normalize", 1)]);
    let ran = bench.run_program("lax.py", &["--profiles", "normalize"]);
    assert_eq!((ran.status, bench.letters().as_str()), (1, "s"));
}

#[test]
fn fail_on_narrows_what_fails() {
    let bench = mixed();
    for (verdicts, begins) in [
        ("leak,crash", "passed (only leak, crash count): hostile"),
        ("hang", "passed (only hang counts): hostile"),
    ] {
        let ran = bench.run_program("lax.py", &["--fail-on", verdicts]);
        assert_eq!(ran.status, 0);
        assert!(ran.stdout.starts_with(begins), "{}", ran.stdout);
    }
    assert_eq!(
        bench
            .run_program("lax.py", &["--fail-on", "leak,corruption"])
            .status,
        1
    );
    assert_eq!(bench.report().outcome, Outcome::Failed);
}

#[test]
fn fail_fast_stops_at_the_first_failure() {
    let bench = Bench::new(&[
        accepted("parse", 1),
        rejected("a", "{\"id\": 7, \"total\": 12"),
        rejected("b", "{\"a\":1,\"a\":2}"),
        accepted("parse", 2),
    ]);
    let ran = bench.run_program("lax.py", &["--fail-fast"]);
    assert_eq!((ran.status, bench.letters().as_str()), (1, "cp"));
    assert!(
        ran.stdout
            .contains("stopped at the first failure; 2 cases got no verdict"),
        "{}",
        ran.stdout
    );
    bench.run_program("lax.py", &["--fail-fast", "--fail-on", "crash"]);
    assert_eq!(bench.report().cases.len(), 4);
}

#[test]
fn the_list_shows_what_would_run_and_needs_no_implementation() {
    let bench = mixed();
    let ran = bench.run(&["--list", "--only", "t/n*"]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!((ran.status, lines.len()), (0, 2), "{}", ran.stderr);
    assert!(
        lines[0].starts_with("t/n1  parse ") && lines[1].starts_with("t/n2  normalize "),
        "{lines:?}"
    );
    let ran = bench.run(&["--list", "--format", "json", "--profiles", "parse"]);
    let list: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 3);
    assert!(!bench.path("target").exists(), "a list writes no report");
}

#[test]
fn a_replay_shows_everything_of_one_case() {
    let bench = mixed();
    let ran = bench.run_program("lax.py", &["--replay", "t/twice"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    for shown in [
        r#"request     {"id":1,"op":"parse","response":"{\"a\":1,\"a\":2}"}"#,
        r#"reply       {"id": 1, "outcome": "accepted", "value": {"a": 2}}"#,
        "tests       PAR-1",
        r#"expected    {"outcome":"rejected","reasons":["parse"]}"#,
        "difference  kept 1, lost 1",
        "verdict     corruption: accepted where rejection was due",
    ] {
        assert!(ran.stdout.contains(shown), "{shown}\n{}", ran.stdout);
    }
    let ran = bench.run_program("lax.py", &["--replay", "t/n1"]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("verdict     pass"), "{}", ran.stdout);
    assert!(!bench.path("target").exists(), "a replay writes no report");

    bench.write("mine.json", "{\n  \"id\": \"my/case\", \"profile\": \"parse\", \"response\": \"1\",\n  \"expect\": {\"outcome\": \"accepted\", \"value_text\": \"1.0\"}\n}\n");
    let ran = bench.run_program("lax.py", &["--replay", "mine.json", "--format", "json"]);
    let shown: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (ran.status, &shown["case"]["id"], &shown["case"]["verdict"]),
        (0, &"own/my/case".into(), &"pass".into())
    );
}

#[test]
fn a_replay_of_a_file_with_more_than_one_case_says_what_to_do() {
    let bench = mixed();
    let ran = bench.run_program("lax.py", &["--replay", "corpus/cases/t.jsonl"]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1));
    let says = "use `--cases DIR --replay own/";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn a_single_case_that_no_answer_can_be_held_against_is_refused() {
    let bench = mixed();
    bench.write(
        "mine.json",
        r#"{"id":"my/case","profile":"parse","response":"1","expect":{"outcome":"accepted","value_text":"{\"a\":1,\"a\":1}"}}"#,
    );
    let ran = bench.run_program("lax.py", &["--replay", "mine.json"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr
            .contains("mine.json: `value_text` holds a key twice"),
        "{}",
        ran.stderr
    );
}

#[test]
fn own_cases_and_contracts_come_into_the_run() {
    let bench = mixed();
    bench.write(
        "mine/answers.jsonl",
        &(accepted("parse", 5).replace("t/n5", "answers/five") + "\n"),
    );
    bench.write(
        "mine/contracts/own.json",
        r#"{"contract":1,"phase":"investigation","schema":{"type":"object"}}"#,
    );
    let ran = bench.run(&["--impl", &strict(), "--cases", "mine", "--only", "own/*"]);
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    let report = bench.report_text();
    assert!(
        report.contains(r#"{"id":"own/answers/five","origin":"own""#),
        "{report}"
    );
    let single = accepted("parse", 6).replace("t/n6", "single/six");
    bench.write("mine/single.json", &single.replace(r#"","#, "\",\n"));
    let ran = bench.run(&["--impl", &strict(), "--cases", "mine"]);
    assert_eq!(
        (ran.status, bench.report().cases.len()),
        (0, 5),
        "{}",
        ran.stderr
    );
}

#[test]
fn json_on_standard_output_is_the_report() {
    let bench = mixed();
    let ran = bench.run_program("lax.py", &["--format", "json"]);
    assert_eq!(ran.stdout, bench.report_text());
    assert_eq!(ran.stderr, "", "a pipe gets no progress bar");
}

#[test]
fn redaction_hides_every_text_of_a_response() {
    let secret = "{\"secretkey\":\"secretvalue\",\"secretkey\":\"secretother\"}";
    let bench = Bench::new(&[rejected("twice", secret), accepted("parse", 1)]);
    for arguments in [
        &["--redact"][..],
        &["--redact", "--format", "json"],
        &["--redact", "--replay", "t/twice"],
    ] {
        let ran = bench.run_program("lax.py", arguments);
        assert_eq!(ran.status, 1);
        assert!(
            !ran.stdout.contains("secret") && !ran.stderr.contains("secret"),
            "{}",
            ran.stdout
        );
    }
    let report = bench.report_text();
    assert!(
        !report.contains("secret") && report.contains("--replay t/twice"),
        "{report}"
    );
    let difference = bench
        .report()
        .cases
        .into_iter()
        .find_map(|case| case.difference)
        .unwrap();
    assert_eq!((difference.kept, difference.lost.len()), (1, 1));
}

#[test]
fn redaction_hides_keys_that_look_like_indexes() {
    let key = "4111111111111111";
    let bench = Bench::new(&[rejected("card", &format!("{{\"{key}\":1,\"{key}\":2}}"))]);
    let ran = bench.run_program("lax.py", &["--redact"]);
    assert_eq!((ran.status, bench.letters().as_str()), (1, "c"));
    for shown in [&ran.stdout, &bench.report_text()] {
        assert!(!shown.contains(key), "{shown}");
    }
}

#[test]
fn the_line_to_run_a_hidden_case_again_shows_the_same_and_hides_as_much() {
    let bench = mixed();
    bench.write(
        "my cases/answers.json",
        r#"{"id":"answers/five","profile":"parse","response":"{\"secret\":5,\"secret\":6}",
            "expect":{"outcome":"rejected","reasons":["parse"]}}"#,
    );
    bench.run_program("lax.py", &["--redact", "--cases", "my cases"]);
    let report = bench.report();
    let line = |id: &str| {
        let case = report.cases.iter().find(|case| case.id == id).unwrap();
        case.reproduce.clone().unwrap()
    };
    for id in ["own/answers/five", "t/twice"] {
        let shell = std::process::Command::new("sh")
            .args(["-c", &line(id)])
            .current_dir(bench.path(""))
            .output()
            .unwrap();
        let shown = String::from_utf8(shell.stdout).unwrap();
        assert_eq!(shell.status.code(), Some(1), "{}: {shown}", line(id));
        assert!(shown.contains("verdict     corruption"), "{shown}");
        assert!(!shown.contains("secret"), "{shown}");
    }
}

#[test]
fn the_command_to_run_again_is_the_one_that_was_typed() {
    let bench = mixed();
    bench.run_program("lax.py", &[]);
    let direct = bench.report().rerun;
    assert!(
        direct.starts_with(env!("CARGO_BIN_EXE_recovery-conformance"))
            && direct.contains(" run --impl "),
        "{direct}"
    );
    assert!(direct.ends_with(" --corpus corpus"), "{direct}");
    bench.run_program("lax.py", &["--called-as", "cargo xtask conformance"]);
    let passed_on = bench.report().rerun;
    assert!(
        passed_on.starts_with("cargo xtask conformance --impl "),
        "{passed_on}"
    );
}

#[test]
fn ctrl_c_ends_the_children_and_still_writes_the_report() {
    let bench = Bench::with_numbers(50);
    let command = format!(
        "sh -c 'echo $$ >pid; exec {}'",
        hostile("hello_then_nothing.py")
    );
    let harness = bench.start(&[
        "--impl",
        &command,
        "--timeout",
        "10m",
        "--write-expectations",
        "list.json",
    ]);
    let begin = Instant::now();
    while !bench.path("pid").exists() && begin.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_secs(1));
    kill_process(Pid::from_child(&harness), Signal::INT).unwrap();
    let output = harness.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(40));
    assert_eq!(output.status.code(), Some(2));
    let report: Report = bench.report();
    assert_eq!(
        (report.outcome, report.cases.len()),
        (Outcome::Interrupted, 0)
    );
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("INTERRUPTED"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("list.json was not written"));
    assert!(!bench.path("list.json").exists());
    let child = std::fs::read_to_string(bench.path("pid")).unwrap();
    assert!(
        !std::path::Path::new(&format!("/proc/{}", child.trim())).exists(),
        "{child} still runs"
    );
}

#[test]
fn every_verdict_is_known_to_fail_on() {
    let names: Vec<_> = Verdict::ALL
        .into_iter()
        .filter(|verdict| *verdict != Verdict::Pass)
        .map(Verdict::name)
        .collect();
    let ran = Bench::with_numbers(1).run(&["--impl", &strict(), "--fail-on", &names.join(",")]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
}

#[test]
fn a_list_is_renewed_for_the_cases_that_were_judged_and_never_lost() {
    let bench = mixed();
    let list = || std::fs::read_to_string(bench.path("list.json")).unwrap();
    let ran = bench.run_program("lax.py", &["--write-expectations", "list.json"]);
    assert!(
        ran.stdout.contains("expectations: list.json\n"),
        "{}",
        ran.stdout
    );
    let whole = list();
    assert!(
        whole.contains("t/cut") && whole.contains("t/twice"),
        "{whole}"
    );
    let narrow = ["--write-expectations", "list.json", "--only", "t/n1"];
    bench.run_program("lax.py", &narrow);
    assert_eq!(list(), whole);
    let known = ["--expectations", "list.json"];
    bench.run_program("lax.py", &[&known[..], &narrow].concat());
    assert_eq!(list(), whole);
    let ran = bench.run(&["--impl", &strict(), "--expectations", "list.json"]);
    let says = "passes now; take it off list.json, or renew the list with \
        `--expectations list.json --write-expectations list.json`";
    assert!(ran.stdout.contains(says), "{}", ran.stdout);
    let strict = strict();
    let cut = ["--impl", &strict, "--only", "t/cut"];
    bench.run(&[&cut[..], &narrow[..2]].concat());
    assert!(
        !list().contains("t/cut") && list().contains("t/twice"),
        "{}",
        list()
    );

    bench.write("notes.txt", "no list");
    let ran = bench.run_program("lax.py", &["--write-expectations", "notes.txt"]);
    assert_eq!(ran.status, 2);
    assert_eq!(
        std::fs::read_to_string(bench.path("notes.txt")).unwrap(),
        "no list"
    );
}

#[test]
fn a_run_that_stopped_early_writes_no_list() {
    let bench = mixed();
    let arguments = ["--fail-fast", "--write-expectations", "list.json"];
    let ran = bench.run_program("lax.py", &arguments);
    assert!(
        ran.stderr.contains("list.json was not written"),
        "{}",
        ran.stderr
    );
    assert!(!ran.stdout.contains("expectations: "), "{}", ran.stdout);
    assert!(!bench.path("list.json").exists());
}

#[test]
fn cases_behind_hangs_are_shown_as_such_and_not_listed_as_known() {
    let bench = Bench::with_numbers(8);
    let arguments = ["--timeout", "1s", "--write-expectations", "list.json"];
    let ran = bench.run_program("hello_then_nothing.py", &arguments);
    for shown in [
        "hang ×3 t: no reply within 1s",
        "hang ×5 not sent after three hangs in a row: t/n0, t/n1, t/n2\n",
        " --skip t/n0 --skip t/n1 --skip t/n2\n",
    ] {
        assert!(ran.stdout.contains(shown), "{shown}\n{}", ran.stdout);
    }
    let list = std::fs::read_to_string(bench.path("list.json")).unwrap();
    assert!(list.contains("t/n2") && !list.contains("t/n3"), "{list}");
}
