//! The self-check of a tool output guard: seven lines that are computed, not ticked.
//!
//! Each line is proved by cases, named by patterns over their ids. A line without a case proves nothing, so it fails.

use recovery_reports::Verdict;
use recovery_reports::report::SelfCheck;
use wildmatch::WildMatch;

use crate::case::{Ask, Case, Expectation, Profile, RunDue, VerdictDue};
use crate::runner::{Decision, Run};

/// A line, the cases that prove it, and when one of them does.
struct Line {
    name: &'static str,
    patterns: &'static [&'static str],
    is_about: fn(&Case) -> bool,
    is_proved: fn(&Decision) -> bool,
}

/// The lines, in the order in which an output meets them.
const LINES: [Line; 7] = [
    Line {
        name: "gate before parse",
        patterns: &[
            "guard-transport*/*",
            "guard-status*/*",
            "guard-media*/*",
            "guard-size*/*",
            "guard-order*/*",
        ],
        is_about: any,
        is_proved: is_passed,
    },
    Line {
        name: "strict parse",
        patterns: &[
            "guard-body*/*",
            "guard-parse*/*",
            "guard-partial*/*",
            "guard-cut*/*",
        ],
        is_about: any,
        is_proved: is_passed,
    },
    Line {
        name: "schema and invariants before use",
        patterns: &[
            "guard-schema*/*",
            "guard-drift*/*",
            "guard-semantic*/*",
            "guard-invariant*/*",
            "guard-example*/*",
        ],
        is_about: any,
        is_proved: is_passed,
    },
    Line {
        name: "stop reason and blocked writes",
        patterns: &["run-*/*"],
        is_about: any,
        // Rates are looked at last, so where they are what is wrong, everything before them is right.
        is_proved: |decision| is_passed(decision) || decision.fault == Some("metrics"),
    },
    Line {
        name: "versioning",
        patterns: &["guard-version*/*"],
        is_about: any,
        is_proved: is_passed,
    },
    Line {
        name: "quarantine",
        patterns: &["guard-*/*"],
        is_about: is_corrupt,
        // A receipt that is shown is judged, so one of a case that passes is right.
        is_proved: |decision| is_passed(decision) && decision.got.receipts > 0,
    },
    Line {
        name: "metrics",
        patterns: &["run-*/*"],
        is_about: is_led,
        is_proved: is_passed,
    },
];

fn any(_: &Case) -> bool {
    true
}

fn is_corrupt(case: &Case) -> bool {
    matches!(&case.expect, Expectation::Guard(due) if matches!(due.verdict, VerdictDue::Corrupt(_)))
}

fn is_led(case: &Case) -> bool {
    matches!(&case.expect, Expectation::Run(RunDue::Led(_)))
}

fn is_passed(decision: &Decision) -> bool {
    decision.verdict == Verdict::Pass
}

impl Line {
    fn has(&self, case: &Case) -> bool {
        let matches = |pattern: &&str| WildMatch::new(pattern).matches(&case.id);
        case.profile == Profile::Guard && self.patterns.iter().any(matches) && (self.is_about)(case)
    }

    fn check<'a>(
        &self,
        results: impl Iterator<Item = (&'a Case, Option<&'a Decision>)>,
    ) -> SelfCheck {
        let (mut cases, mut proved) = (0, 0);
        for (_, decision) in results.filter(|(case, _)| self.has(case)) {
            cases += 1;
            proved += u64::from(decision.is_some_and(self.is_proved));
        }
        SelfCheck {
            name: self.name.to_owned(),
            is_passed: cases > 0 && proved == cases,
            cases,
            proved,
        }
    }
}

/// The lines of a run; none if it was not held against profile `guard`, or against no case that any of them is proved by.
#[must_use]
pub fn of_run(run: &Run<'_>) -> Vec<SelfCheck> {
    if !run.profiles.contains(&Profile::Guard) || !run.hello.profiles.contains(&Profile::Guard) {
        return Vec::new();
    }
    let results = || {
        let results = run.results.iter();
        results.map(|(case, decision)| (*case, decision.as_ref()))
    };
    if !results().any(|(case, _)| LINES.iter().any(|line| line.has(case))) {
        return Vec::new();
    }
    LINES.iter().map(|line| line.check(results())).collect()
}

/// Whether a case proves a line beside that of quarantine, which all corrupt outputs prove; a contract that is refused
/// proves none, and a counterexample that was adopted need not.
#[must_use]
pub fn is_placed(case: &Case) -> bool {
    let mut lines = LINES.iter().filter(|line| line.name != "quarantine");
    matches!(case.ask, Ask::Load { .. })
        || case.id.starts_with("regressions/")
        || lines.any(|line| line.has(case))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(id: &str, expect: &str) -> Case {
        let what = if id.starts_with("run-") {
            r#""run":{"contracts":{},"steps":[]}"#
        } else {
            r#""contract":"c","output":{"transport":"ok","status":200,"body":"x"}"#
        };
        Case::from_line(&format!(
            r#"{{"id":"{id}","profile":"guard",{what},"expect":{expect}}}"#
        ))
        .unwrap()
    }

    fn decision(verdict: Verdict, fault: Option<&'static str>, receipts: u64) -> Decision {
        let mut decision = Decision::unsent(verdict, "");
        decision.fault = fault;
        decision.got.receipts = receipts;
        decision
    }

    #[test]
    fn a_line_passes_if_there_are_cases_and_each_of_them_proves_it() {
        const CORRUPT: &str =
            r#"{"verdict":"corrupt","stop_reasons":["response_corruption:invalid_json"]}"#;
        const LED: &str = r#"{"steps":[],"stop":null}"#;
        let media = case("guard-media-type/a", r#"{"verdict":"valid"}"#);
        let body = case("guard-body/a", CORRUPT);
        let led = case("run-a/a", LED);
        let refused = case("run-a/b", r#"{"error":["request"]}"#);
        let check = |results: &[(&Case, Option<Decision>)]| {
            let lines = LINES.iter().map(|line| {
                let results = results.iter();
                line.check(results.map(|(case, decision)| (*case, decision.as_ref())))
            });
            lines
                .map(|line| (line.is_passed, line.proved, line.cases))
                .collect::<Vec<_>>()
        };
        let pass = |receipts| Some(decision(Verdict::Pass, None, receipts));
        let fail = |fault| Some(decision(Verdict::Imprecise, Some(fault), 1));
        let none = (false, 0, 0);
        let one = (true, 1, 1);
        let open = (false, 0, 1);
        assert_eq!(check(&[]), [none; 7]);
        assert_eq!(
            check(&[
                (&media, pass(0)),
                (&body, pass(1)),
                (&led, pass(0)),
                (&refused, pass(0))
            ]),
            [one, one, none, (true, 2, 2), none, one, one]
        );
        // A corrupt body without a receipt is right, but proves no quarantine.
        assert_eq!(
            check(&[(&body, pass(0))]),
            [none, one, none, none, none, open, none]
        );
        assert_eq!(
            check(&[(&body, fail("quarantine"))]),
            [none, open, none, none, none, open, none]
        );
        assert_eq!(
            check(&[(&led, fail("metrics"))]),
            [none, none, none, one, none, none, open]
        );
        assert_eq!(
            check(&[(&led, fail("run-stop"))]),
            [none, none, none, open, none, none, open]
        );
        assert_eq!(
            check(&[(&media, None)]),
            [open, none, none, none, none, none, none]
        );
        assert!(is_placed(&media) && !is_placed(&case("guard-other/a", CORRUPT)));
    }
}
