//! Programs that misbehave in every way that programs do: each run ends in bounded time and memory, with the right
//! verdict, or with exit status 2 and one clear line.

use std::process::Command;
use std::time::Duration;

use super::support::{Bench, Ran, accepted, hostile, rejected, strict};
use recovery_reports::Verdict;

/// What the harness may hold at most, in bytes, whatever a program does.
const MEMORY: u64 = 300 * 1024 * 1024;

fn assert_bounded(ran: &Ran, seconds: u64) {
    assert!(
        ran.duration < Duration::from_secs(seconds),
        "took {:?}",
        ran.duration
    );
    assert!(ran.peak < MEMORY, "held {} bytes", ran.peak);
    // A run that is over in no time may be over before anybody looks.
    let is_seen = ran.peak > 0 || ran.duration < Duration::from_millis(200);
    assert!(is_seen, "the memory of {:?} was not measured", ran.duration);
}

/// The run failed, in bounds, with these verdicts.
fn assert_verdicts(bench: &Bench, ran: &Ran, seconds: u64, letters: &str) {
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(bench.letters(), letters, "{}", ran.stdout);
    assert!(bench.report().accounting.balances());
    assert_bounded(ran, seconds);
}

/// The run could not be done, and one line says why.
fn assert_no_run(ran: &Ran, seconds: u64, says: &str) {
    assert_eq!(ran.status, 2, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
    assert_bounded(ran, seconds);
}

#[test]
fn garbage() {
    let bench = Bench::with_numbers(9);
    let ran = bench.run_program("garbage.py", &[]);
    assert_verdicts(&bench, &ran, 20, "ggggggggg");
    assert!(
        ran.stdout.contains("Sure! Here is the JSON"),
        "{}",
        ran.stdout
    );
}

#[test]
fn garbage_in_place_of_the_handshake() {
    let ran = Bench::with_numbers(1).run_program("garbage_at_once.py", &[]);
    assert_no_run(&ran, 20, "Loading model weights");
}

#[test]
fn dies_on_every_third_request() {
    let bench = Bench::with_numbers(9);
    let ran = bench.run_program("dies_on_third.py", &[]);
    assert_eq!(ran.status, 1);
    let totals = bench.report().totals;
    assert_eq!(totals.crash + totals.pass, 9, "{}", ran.stdout);
    assert!(totals.crash >= 2 && totals.pass >= 3, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("exit status: 3") && ran.stdout.contains("something broke"),
        "{}",
        ran.stdout
    );
    assert_bounded(&ran, 60);
}

#[test]
fn of_a_long_trace_the_end_is_shown_and_a_replay_shows_all() {
    let bench = Bench::with_numbers(1);
    let ran = bench.run_program("long_trace.py", &[]);
    assert_verdicts(&bench, &ran, 20, "c");
    let shown = "said: ValueError: the last line";
    assert!(ran.stdout.contains(shown), "{}", ran.stdout);
    assert!(bench.report_text().contains("ValueError: the last line"));
    let ran = bench.run_program("long_trace.py", &["--replay", "t/n0"]);
    for shown in ["Traceback, the first line", "ValueError: the last line"] {
        assert!(ran.stdout.contains(shown), "{}", ran.stdout);
    }
    for arguments in [&["--redact"][..], &["--redact", "--replay", "t/n0"]] {
        let ran = bench.run_program("long_trace.py", arguments);
        assert!(!ran.stdout.contains("line"), "{}", ran.stdout);
    }
    assert!(!bench.report_text().contains("ValueError"));
}

#[test]
fn never_answers() {
    let ran = Bench::with_numbers(1).run_program("silent.py", &["--timeout", "1s"]);
    assert_no_run(
        &ran,
        25,
        "did not answer `hello` within 10s; does it flush its standard output after each line?",
    );
}

#[test]
fn starts_slower_than_it_may_answer() {
    let bench = Bench::with_numbers(3);
    let ran = bench.run_program("slow_start.py", &["--timeout", "1s"]);
    assert_verdicts(&bench, &ran, 40, "pcp");
}

#[test]
fn answers_the_handshake_and_nothing_else() {
    let bench = Bench::with_numbers(50);
    let ran = bench.run_program("hello_then_nothing.py", &["--timeout", "2s"]);
    assert_verdicts(&bench, &ran, 30, &"h".repeat(50));
    let accounting = bench.report().accounting;
    assert!(
        accounting.sent < 10 && accounting.decided_unsent > 40,
        "{accounting:?}"
    );
}

#[test]
fn answers_out_of_order() {
    let bench = Bench::with_numbers(500);
    let ran = bench.run_program("out_of_order.py", &[]);
    assert_eq!(
        (ran.status, bench.letters()),
        (0, "p".repeat(500)),
        "{}",
        ran.stdout
    );
    assert_bounded(&ran, 30);
}

#[test]
fn a_hundred_megabytes_on_one_line() {
    let bench = Bench::with_numbers(6);
    let ran = bench.run_program("long_line.py", &[]);
    assert_verdicts(&bench, &ran, 60, "ppgppp");
}

#[test]
fn a_line_without_end_in_place_of_the_handshake() {
    let ran = Bench::with_numbers(1).run_program("endless_line.py", &[]);
    assert_no_run(&ran, 20, "longer than any answer");
}

#[test]
fn writes_to_standard_error_only() {
    let ran = Bench::with_numbers(1).run_program("only_standard_error.py", &["--timeout", "2s"]);
    assert_no_run(&ran, 25, "standard error ends in: warming up, please wait");
}

#[test]
fn noise_on_standard_error_is_no_fault() {
    let bench = Bench::with_numbers(40);
    let ran = bench.run_program("noisy.py", &[]);
    assert_eq!(
        (ran.status, bench.letters()),
        (0, "p".repeat(40)),
        "{}",
        ran.stdout
    );
    assert_bounded(&ran, 60);
}

#[test]
fn answers_late() {
    let bench = Bench::with_numbers(6);
    let ran = bench.run_program("late.py", &["--timeout", "3s"]);
    assert_verdicts(&bench, &ran, 25, "pphppp");
}

#[test]
fn answers_after_garbage_are_dropped() {
    let bench = Bench::with_numbers(3);
    let ran = bench.run_program("late_after_garbage.py", &[]);
    assert_eq!(ran.status, 1);
    assert_eq!(
        bench.letters().replace('g', ""),
        "p".repeat(bench.letters().matches('p').count())
    );
    assert!(bench.letters().contains('g'), "{}", ran.stdout);
    assert_bounded(&ran, 20);
}

#[test]
fn answers_twice() {
    let bench = Bench::with_numbers(20);
    let ran = bench.run_program("twice.py", &[]);
    assert_verdicts(&bench, &ran, 20, &"g".repeat(20));
}

#[test]
fn answers_under_wrong_ids() {
    let bench = Bench::with_numbers(20);
    let ran = bench.run_program("wrong_ids.py", &[]);
    assert_verdicts(&bench, &ran, 20, &"g".repeat(20));
}

#[test]
fn dies_at_the_handshake() {
    let ran = Bench::with_numbers(1).run_program("dies_at_hello.py", &[]);
    assert_no_run(
        &ran,
        20,
        "(exit status: 1); standard error ends in: ModuleNotFoundError",
    );
}

#[test]
fn prints_debug_lines_for_ever() {
    let bench = Bench::with_numbers(200);
    let ran = bench.run_program("debug_for_ever.py", &[]);
    assert_verdicts(&bench, &ran, 30, &"g".repeat(200));
}

#[test]
fn hangs_on_a_contract() {
    let mut cases: Vec<_> = (0..3).map(|number| accepted("parse", number)).collect();
    cases.extend((3..9).map(|number| accepted("normalize", number)));
    let bench = Bench::new(&cases);
    let ran = bench.run_program("load_hangs.py", &["--timeout", "2s"]);
    assert_verdicts(&bench, &ran, 25, "ppphhhhhh");
    assert!(
        ran.stdout
            .contains("loading the contract `c`: no reply within 2s"),
        "{}",
        ran.stdout
    );
}

#[test]
fn never_reads_its_input() {
    let long = |number| {
        format!(
            r#"{{"id":"t/n{number}","profile":"parse","response_parts":[{{"repeat":"1","times":60000}}],"expect":{{"outcome":"accepted","value_parts":[{{"repeat":"1","times":60000}}]}}}}"#
        )
    };
    let bench = Bench::new(&(0..50).map(long).collect::<Vec<_>>());
    let ran = bench.run_program("never_reads.py", &["--timeout", "2s"]);
    assert_verdicts(&bench, &ran, 30, &"h".repeat(50));
}

#[test]
fn answers_in_bytes_that_are_no_text() {
    let bench = Bench::with_numbers(5);
    let ran = bench.run_program("no_utf8.py", &[]);
    assert_verdicts(&bench, &ran, 20, "ggggg");
}

#[test]
fn what_a_program_starts_ends_with_it() {
    let bench = Bench::with_numbers(2);
    let ran = bench.run_program("leaves_children.py", &["--timeout", "3s"]);
    assert_eq!(
        (ran.status, bench.letters().as_str()),
        (1, "cc"),
        "{}",
        ran.stdout
    );
    assert_bounded(&ran, 40);
    for case in bench.report().cases {
        let child = case.got.standard_error.unwrap().to_string();
        // A process that ended and that nobody has reaped yet is a zombie.
        let state = Command::new("ps")
            .args(["-o", "state=", "-p", child.trim()])
            .output()
            .unwrap();
        let state = String::from_utf8(state.stdout).unwrap();
        assert!(
            state.trim().is_empty() || state.starts_with('Z'),
            "{child} still runs: {state}"
        );
    }
}

#[test]
fn text_of_a_response_on_standard_error_is_a_leak() {
    let bench = Bench::new(&[
        rejected("told", "{\"a\":\"CANARY-told1\""),
        rejected("untold", "{\"a\":1"),
        rejected("told-in-key", "{\"CANARY-told2\":1"),
    ]);
    let ran = bench.run_program("tells_standard_error.py", &[]);
    assert_verdicts(&bench, &ran, 20, "llp");
}

#[test]
fn a_flood_of_made_up_canaries_hides_no_leak_and_costs_no_time() {
    let mut cases: Vec<_> = (0..500)
        .map(|number| rejected(&format!("n{number}"), &"[".repeat(10_000)))
        .collect();
    cases.push(rejected("told", "{\"a\":\"CANARY-told1\""));
    let bench = Bench::new(&cases);
    let ran = bench.run_program("floods_then_tells.py", &[]);
    assert_verdicts(&bench, &ran, 40, &format!("{}l", "p".repeat(500)));
}

/// A case of a session that gets these answers after its first call, and then resumes if it is to.
fn session(name: &str, answers: &[&str], resumes: bool) -> String {
    let call = r#""expect":{"commands":[{"call":"regular"}]}"#;
    let mut steps = vec![format!(r#"{{"open":true,{call}}}"#)];
    steps.extend(
        answers
            .iter()
            .map(|text| format!(r#"{{"respond":"{text}",{call}}}"#)),
    );
    if resumes {
        steps.push(format!(r#"{{"resume":{{}},{call}}}"#));
    }
    format!(
        r#"{{"id":"t/{name}","profile":"session","contract":"c","policy":{{}},"requirements":["SES-1"],"steps":[{}]}}"#,
        steps.join(",")
    )
}

#[test]
fn a_session_that_dies_in_the_middle_takes_no_other_with_it() {
    let mut cases: Vec<_> = (0..6)
        .map(|number| session(&format!("n{number}"), &["a", "b"], false))
        .collect();
    cases.push(session("m", &["a", "fatal", "b"], false));
    cases.extend((7..9).map(|number| accepted("parse", number)));
    let bench = Bench::new(&cases);
    let ran = bench.run_program("sessions.py dies", &[]);
    assert_bounded(&ran, 60);
    // The sessions that are led to their end have an audit without records, which is corruption and found in each.
    let totals = bench.report().totals;
    let found = (totals.crash, totals.corruption, totals.pass);
    assert_eq!((ran.status, found), (1, (1, 6, 2)), "{}", ran.stdout);
    assert!(bench.report().accounting.balances());
    let report = bench.report();
    let died = report.cases.iter().find(|case| case.id == "t/m").unwrap();
    assert_eq!(died.verdict, Verdict::Crash);
    assert!(ran.stdout.contains("something broke"), "{}", ran.stdout);
}

#[test]
fn an_answer_to_another_session_is_garbage() {
    let bench = Bench::new(&[session("n0", &["a"], false), session("n1", &["b"], false)]);
    let ran = bench.run_program("sessions.py other", &[]);
    assert_verdicts(&bench, &ran, 30, "gg");
}

#[test]
fn a_resume_that_hangs_is_the_hang_of_its_case() {
    let bench = Bench::new(&[
        session("n0", &["a"], true),
        session("n1", &["a"], false),
        accepted("parse", 2),
    ]);
    let ran = bench.run_program("sessions.py hangs", &["--timeout", "2s"]);
    assert_verdicts(&bench, &ran, 40, "hcp");
    let report = bench.report();
    let hung = report.cases.iter().find(|case| case.id == "t/n0").unwrap();
    let reproduce = hung.reproduce.as_ref().unwrap();
    for op in [
        "session_open",
        "session_event",
        "session_checkpoint",
        "session_audit",
        "session_resume",
    ] {
        assert!(reproduce.contains(op), "{reproduce}");
    }
}

#[test]
fn the_line_that_reproduces_a_session_leads_it_again() {
    let bench = Bench::new(&[session("n0", &["a", "it's b"], true)]);
    let ran = bench.run_program("sessions.py plainly", &[]);
    assert_verdicts(&bench, &ran, 30, "c");
    let reproduce = bench.report().cases[0].reproduce.clone().unwrap();
    let shell = Command::new("sh")
        .args(["-c", &reproduce])
        .output()
        .unwrap();
    let said = String::from_utf8(shell.stdout).unwrap();
    let replies: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // Handshake, contract, opening, two answers, then twice checkpoint and audit with the resume in between.
    assert_eq!(replies.len(), 10, "{said}");
    assert_eq!(replies[4]["commands"][0]["call"], "call-3");
    assert!(replies[9]["records"].is_array(), "{said}");
}

#[test]
fn does_not_exist() {
    let ran = Bench::with_numbers(1).run(&["--impl", "no-such-program --fast"]);
    assert_no_run(&ran, 10, "cannot start `no-such-program`: No such file");
}

#[test]
fn a_command_that_is_none() {
    for command in ["", "  ", "python3 'open"] {
        let ran = Bench::with_numbers(1).run(&["--impl", command]);
        assert_no_run(&ran, 10, "is no command");
    }
}

#[test]
fn an_honest_program_passes() {
    let bench = Bench::new(&[
        accepted("parse", 1),
        rejected("cut", "{\"a\":1"),
        rejected("twice", "{\"a\":1,\"a\":2}"),
    ]);
    let ran = bench.run(&["--impl", &strict()]);
    assert_eq!(
        (ran.status, bench.letters().as_str()),
        (0, "ppp"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert!(
        ran.stdout.starts_with("passed: strict-python"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_lax_program_corrupts_and_the_report_says_what() {
    let bench = Bench::new(&[
        rejected("cut", "{\"id\": 7, \"total\": 12"),
        rejected("twice", "{\"a\":1,\"a\":2}"),
        accepted("parse", 1),
    ]);
    let ran = bench.run(&["--impl", &hostile("lax.py")]);
    assert_verdicts(&bench, &ran, 20, "cpc");
    let report = bench.report();
    let telling = |id: &str| {
        let case = report.cases.iter().find(|case| case.id == id).unwrap();
        assert_eq!(case.verdict, Verdict::Corruption);
        case.difference.as_ref().unwrap().telling().unwrap()
    };
    assert_eq!(telling("t/cut"), "invented 12 at /total");
    assert_eq!(telling("t/twice"), "lost 1 at /a");
    assert!(ran.stdout.contains("lost 1 at /a"), "{}", ran.stdout);
    assert!(
        ran.stdout
            .contains("printf '%s\\n' '{\"id\":0,\"op\":\"hello\",\"protocol\":1}'"),
        "{}",
        ran.stdout
    );
}
