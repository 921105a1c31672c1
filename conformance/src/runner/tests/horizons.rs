//! How far a run goes, and that the number of processes changes nothing.

use super::*;

#[test]
fn three_hangs_in_a_row_end_the_profile_for_any_number_of_jobs() {
    for jobs in [1, 2, 3] {
        let hangs = Scripted::new(4, |_, id, line| {
            if [1, 4, 5, 6, 8].iter().any(|number| is_about(line, *number)) {
                Act::Freeze
            } else {
                says(id, line)
            }
        });
        let settings = Settings {
            jobs,
            ..Settings::default()
        };
        let outcome = run_cases(&hangs, &cases(12), &settings);
        assert_eq!(outcome.letters, "phpphhhhhhhh", "{jobs} jobs");
        assert!(
            outcome.notes[11].starts_with("not sent"),
            "{}",
            outcome.notes[11]
        );
        assert_eq!(outcome.last_behind, ["t/4", "t/5", "t/6"], "{jobs} jobs");
        assert_eq!(outcome.judged, 7, "{jobs} jobs");
        assert!(outcome.account.balances());
        assert_eq!(
            (outcome.account.sent, outcome.account.decided_unsent),
            (7, 5),
            "{jobs} jobs"
        );
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let results: Vec<_> = [1, 2, 5]
        .into_iter()
        .map(|jobs| {
            let mixed = Scripted::new(8, |_, id, line| {
                if is_about(line, 7) {
                    Act::Die
                } else if is_about(line, 13) {
                    Act::Freeze
                } else if is_about(line, 17) {
                    Act::Say(vec![format!(
                        r#"{{"id":{id},"outcome":"accepted","value":0}}"#
                    )])
                } else {
                    says(id, line)
                }
            });
            let settings = Settings {
                jobs,
                ..Settings::default()
            };
            run_cases(&mixed, &cases(40), &settings).letters
        })
        .collect();
    assert_eq!(results[0].replace('p', ""), "chc");
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn fail_fast_ends_at_the_first_failure_in_the_order_of_the_cases() {
    for jobs in [1, 3] {
        let wrong = Scripted::new(4, |_, id, line| {
            if is_about(line, 4) || is_about(line, 6) {
                Act::Say(vec![format!(
                    r#"{{"id":{id},"outcome":"rejected","reason":"parse"}}"#
                )])
            } else {
                says(id, line)
            }
        });
        let settings = Settings {
            jobs,
            ends_run: Some(&|_, verdict| verdict == Verdict::Refusal),
            ..Settings::default()
        };
        let outcome = run_cases(&wrong, &cases(40), &settings);
        assert_eq!(
            outcome.letters,
            format!("ppppr{}", "-".repeat(35)),
            "{jobs} jobs"
        );
        assert!(outcome.is_stopped_early);
        // However far the other processes had come.
        let Accounting {
            sent, undecided, ..
        } = outcome.account;
        assert_eq!((sent, undecided), (5, 35), "{jobs} jobs");
    }
}
