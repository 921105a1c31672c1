//! A program in this process is watched like any other: it may panic, hang and be started again.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::path::Path;
use std::thread;
use std::time::Duration;

use recovery_conformance::corpus::Suite;
use recovery_conformance::runner::{self, Options};
use recovery_mutants::in_process::{InProcess, Program, reference};
use recovery_reports::Verdict;

/// The reference, but what a response of this text does to it.
fn reference_but(response: &'static str, what: fn()) -> Program {
    let mut reference = reference();
    Box::new(move |line| {
        if line.contains(response) {
            what();
        }
        reference(line)
    })
}

/// The verdicts of the cases of top levels, in which one response has a peculiar effect.
fn verdicts(what: fn()) -> Vec<(String, Verdict)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let suite = Suite::load(&corpus).unwrap();
    let cases = suite.cases.iter();
    let cases: Vec<_> = cases
        .filter(|case| case.id.starts_with("top-level/"))
        .collect();
    let launcher = InProcess::new("test", || reference_but(r#""response":"true""#, what));
    let options = Options {
        timeout: Duration::from_millis(500),
        ..Options::default()
    };
    let run = runner::run(&launcher, &cases, &suite.contracts, &options).unwrap();
    let failed = run
        .verdicts()
        .filter(|(_, verdict)| *verdict != Verdict::Pass);
    failed
        .map(|(id, verdict)| (id.to_owned(), verdict))
        .collect()
}

#[test]
fn a_program_that_answers_in_order_passes() {
    assert_eq!(verdicts(|| {}), []);
}

#[test]
fn a_panic_is_a_crash_of_one_case() {
    let crash = ("top-level/true".to_owned(), Verdict::Crash);
    assert_eq!(verdicts(|| panic!("as the test wants it")), [crash]);
}

#[test]
fn a_program_that_never_answers_hangs_at_one_case() {
    let hang = ("top-level/true".to_owned(), Verdict::Hang);
    assert_eq!(verdicts(|| thread::sleep(Duration::from_mins(1))), [hang]);
}
