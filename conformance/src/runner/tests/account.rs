//! What became of the cases, also of those that the harness lost.

use super::*;

#[test]
fn the_cases_of_a_worker_that_panics_are_undecided_and_nothing_else_ended_the_run() {
    let panics = Scripted::new(1, |_, id, line| {
        assert!(!is_about(line, 3), "a fault of the harness");
        says(id, line)
    });
    let settings = Settings {
        jobs: 2,
        ..Settings::default()
    };
    let outcome = run_cases(&panics, &cases(6), &settings);
    assert_eq!(outcome.letters, "p-p-p-");
    assert!(!outcome.is_stopped_early);
    assert_eq!((outcome.account.sent, outcome.account.undecided), (3, 3));
}

#[test]
fn a_lost_verdict_makes_the_account_uneven() {
    let decision = || Some(Decision::of_fault(&Fault::Twice));
    let even = account(&[true, false, false], &[decision(), decision(), None]);
    assert!(even.balances(), "{even:?}");
    let lost = account(
        &[true, true, false, false],
        &[decision(), None, decision(), None],
    );
    assert_eq!((lost.sent, lost.garbage, lost.abandoned), (2, 1, 1));
    let twice = Accounting { crash: 1, ..even };
    let more_abandoned_than_sent = Accounting {
        abandoned: 2,
        ..Accounting::default()
    };
    for uneven in [lost, twice, more_abandoned_than_sent] {
        assert!(!uneven.balances(), "{uneven:?}");
    }
}
