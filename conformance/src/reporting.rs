//! Puts the report of a run together, and decides whether the run passed.

mod generated;

use std::collections::BTreeMap;
use std::path::Path;

use recovery_reports::report::{self, Accounting, Expected, Outcome, Report, Rule};
use recovery_reports::{Tally, Text, Verdict, Visibility};

use crate::case::{Ask, Case, Category, Expectation, Level, Origin, RunDue};
use crate::corpus::Suite;
use crate::expectations::Expectations;
use crate::explore::Exploration;
use crate::reproduce::{Reproducer, quoted};
use crate::runner::{Decision, Run};
use crate::self_check;

pub use generated::Generated;

/// What decides whether a run passed, and what its report shows.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    /// The verdicts that make the run fail.
    pub fail_on: &'a [Verdict],
    /// The faults that are known.
    pub expectations: Option<&'a Expectations>,
    /// The file that lists them; empty if none does.
    pub expectations_file: &'a str,
    /// Shows cases again.
    pub reproducer: Reproducer<'a>,
    /// The folder that counterexamples are stored in; absent if they are not.
    pub counterexamples: Option<&'a Path>,
}

/// The report of a run over a suite, and of what was generated beside it.
#[must_use]
pub fn report(
    run: &Run<'_>,
    suite: &Suite,
    settings: &Settings<'_>,
    generated: Option<Generated<'_>>,
) -> Report {
    let decided = run
        .results
        .iter()
        .filter_map(|(case, decision)| Some((*case, decision.as_ref()?)));
    let mut cases: Vec<_> = decided
        .map(|(case, decision)| entry(case, decision, settings))
        .collect();
    if let Some(generated) = generated {
        let counterexamples = &generated.exploration.counterexamples;
        cases.extend(
            counterexamples
                .iter()
                .map(|one| generated::entry(one, generated.seed, settings)),
        );
    }
    cases.sort_by(|one, other| one.id.cmp(&other.id));
    let totals: Tally = cases.iter().map(|case| case.verdict).collect();
    let exploration = generated.map(|generated| generated.exploration);
    let mut accounting = run.accounting;
    if let Some(exploration) = exploration {
        accounting += exploration.accounting;
    }
    let (outcome, faults) = outcome(run, exploration, accounting, suite, settings, &totals);
    Report {
        report: report::FORMAT,
        suite: suite.version.clone(),
        suite_sha256: suite.sha256.clone(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        implementation: run.hello.implementation.clone(),
        command: settings.reproducer.command.to_owned(),
        rerun: settings.reproducer.harness.to_owned(),
        fail_on: narrowed(settings.fail_on),
        profiles: run.profiles.iter().map(ToString::to_string).collect(),
        seed: generated.map_or(0, |generated| generated.seed),
        generated_per_property: generated.map_or(0, |generated| generated.per_property),
        properties: exploration.map_or_else(Vec::new, |all| all.properties.clone()),
        generated_s: exploration.map_or(0.0, |all| all.duration.as_secs_f64()),
        shrinking_s: exploration.map_or(0.0, |all| all.shrinking.as_secs_f64()),
        growth: exploration.map_or_else(Vec::new, |all| all.growth.clone()),
        duration_s: run.duration.as_secs_f64(),
        outcome,
        faults,
        accounting,
        requirements: by_requirement(&cases),
        self_check: self_check::of_run(run),
        totals,
        cases,
    }
}

/// Whether the run passed, and every reason why not that no case shows.
fn outcome(
    run: &Run<'_>,
    exploration: Option<&Exploration>,
    accounting: Accounting,
    suite: &Suite,
    settings: &Settings<'_>,
    totals: &Tally,
) -> (Outcome, Vec<String>) {
    let mut faults = misfits(run, suite, settings);
    let Accounting {
        sent,
        judged,
        hang,
        crash,
        garbage,
        abandoned,
        undecided,
        ..
    } = accounting;
    let without_verdict = abandoned + undecided;
    if run.is_interrupted || exploration.is_some_and(|all| all.is_interrupted) {
        faults.push(match without_verdict {
            0 => "interrupted before the end; every case has its verdict".to_owned(),
            _ => format!("interrupted; {without_verdict} cases got no verdict"),
        });
        return (Outcome::Interrupted, faults);
    }
    let is_failed = settings
        .fail_on
        .iter()
        .any(|verdict| totals.count(*verdict) > 0);
    let has_passed = |all: &Exploration| {
        let mut properties = all.properties.iter();
        // A growth that was measured and is no finding has passed.
        properties.any(|property| property.verdicts.pass > 0) || !all.growth.is_empty()
    };
    if totals.pass == 0 && !is_failed && !exploration.is_some_and(has_passed) {
        faults.push(nothing_passed(run, totals).to_owned());
    }
    let is_stopped_early =
        run.is_stopped_early || exploration.is_some_and(|all| all.is_stopped_early);
    if without_verdict > 0 && is_stopped_early {
        faults.push(format!(
            "stopped at the first failure; {without_verdict} cases got no verdict"
        ));
    } else if !accounting.balances() || without_verdict > 0 {
        faults.push(format!(
            "{without_verdict} cases got no verdict, a fault of the harness: {sent} sent, {judged} judged, {hang} hang, {crash} crash, {garbage} garbage"
        ));
    }
    if let Some(exploration) = exploration {
        faults.extend(generated::faults(exploration, settings.fail_on));
    }
    let outcome = if is_failed || !faults.is_empty() {
        Outcome::Failed
    } else {
        Outcome::Passed
    };
    (outcome, faults)
}

/// Why a run in which nothing fails does not pass either.
fn nothing_passed(run: &Run<'_>, totals: &Tally) -> &'static str {
    if run.results.is_empty() {
        "no selected case lies in a profile that the implementation names"
    } else if totals.skip == totals.sum() {
        "nothing was judged: every case was skipped"
    } else {
        "no case passed"
    }
}

/// The verdicts that make a run fail, if they leave out any that do so by default.
fn narrowed(fail_on: &[Verdict]) -> Vec<Verdict> {
    let is_left_out = |verdict: &Verdict| verdict.fails_by_default() && !fail_on.contains(verdict);
    if Verdict::ALL.iter().any(is_left_out) {
        fail_on.to_vec()
    } else {
        Vec::new()
    }
}

fn misfits(run: &Run<'_>, suite: &Suite, settings: &Settings<'_>) -> Vec<String> {
    let Some(list) = settings.expectations else {
        return Vec::new();
    };
    let ids: Vec<_> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    let verdicts: Vec<_> = run.verdicts().collect();
    let misfits = list.misfits(&ids, &verdicts, settings.fail_on);
    misfits.iter().map(ToString::to_string).collect()
}

fn by_requirement(cases: &[report::Case]) -> BTreeMap<String, Tally> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for case in cases {
        for requirement in &case.requirements {
            tallies
                .entry(requirement.clone())
                .or_default()
                .add(case.verdict);
        }
    }
    tallies
}

/// A case as the report lists it.
fn entry(case: &Case, decision: &Decision, settings: &Settings<'_>) -> report::Case {
    let judged = decision.verdict;
    let verdict = settings
        .expectations
        .map_or(judged, |list| list.settle(&case.id, judged));
    let is_right = matches!(judged, Verdict::Pass | Verdict::Skip);
    let visibility = settings.reproducer.visibility;
    report::Case {
        id: case.id.clone(),
        origin: match case.origin {
            Origin::Written => report::Origin::Written,
            Origin::Own => report::Origin::Own,
            Origin::Generated => report::Origin::Generated,
        },
        profile: case.profile.to_string(),
        requirements: case.requirements.clone(),
        class: case.class.clone(),
        verdict,
        judged: (judged != verdict).then_some(judged),
        expected: if is_right {
            expected_briefly(case)
        } else {
            expected_fully(case, visibility)
        },
        got: decision.got.clone(),
        note: if verdict == Verdict::Fixed {
            Some(fixed(settings.expectations_file))
        } else {
            decision.note.clone()
        },
        behind: decision.behind.clone(),
        difference: decision.difference.clone(),
        generated: None,
        reproduce: (!is_right).then(|| {
            if decision.behind.is_empty() {
                settings.reproducer.line(case, &decision.requests)
            } else {
                settings.reproducer.line_without(&decision.behind)
            }
        }),
    }
}

/// What is to be done about a case that is listed and passes.
fn fixed(file: &str) -> String {
    let file = quoted(file);
    format!(
        "passes now; take it off {file}, or renew the list with `--expectations {file} --write-expectations {file}`"
    )
}

fn expected_briefly(case: &Case) -> Expected {
    let outcome = match &case.expect {
        Expectation::Accepted(_) => "accepted",
        Expectation::Rejected(_) => "rejected",
        Expectation::Repair(_) => "repair",
        Expectation::Refused => "refused",
        Expectation::Steps | Expectation::Run(RunDue::Led(_)) => "steps",
        Expectation::Guard(due) => due.verdict.verdict().name(),
        Expectation::Run(RunDue::Error(_)) => "error",
    };
    Expected {
        outcome: outcome.to_owned(),
        level: (case.level() == Level::May).then(|| "may".to_owned()),
        ..Expected::default()
    }
}

/// What is right, in full.
#[must_use]
pub fn expected_fully(case: &Case, visibility: Visibility) -> Expected {
    let mut expected = expected_briefly(case);
    let names = |reasons: &[Category]| reasons.iter().map(ToString::to_string).collect();
    match &case.expect {
        Expectation::Accepted(due) => {
            expected.value = Some(visibility.text(&due.value_text));
            expected.text = due.text.as_ref().map(|text| visibility.text(text));
            expected.reasons = names(&due.reasons);
            expected.result = due.result.as_ref().map(|result| visibility.text(result));
            let rules = due.rules.as_deref();
            expected.rules = rules.map(|rules| shown_rules(rules, visibility));
        }
        Expectation::Rejected(due) => {
            expected.reasons = names(&due.reasons);
            expected.paths = due
                .paths
                .iter()
                .map(|path| visibility.pointer(path))
                .collect();
            expected.lenient_value = due
                .lenient_value_text
                .as_ref()
                .map(|text| visibility.text(text));
        }
        Expectation::Repair(due) => {
            expected.paths = vec![visibility.pointer(&due.path)];
            expected.text = due.text.as_ref().map(|text| visibility.text(text));
            expected.rules = Some(shown_rules(&due.rules, visibility));
        }
        Expectation::Refused => {}
        Expectation::Guard(due) => {
            let reasons = due.verdict.reasons().iter().chain(&due.or_corrupt);
            expected.reasons = reasons.map(ToString::to_string).collect();
        }
        Expectation::Run(RunDue::Error(errors)) => {
            expected.reasons = errors.iter().map(|error| error.name().to_owned()).collect();
        }
        Expectation::Run(RunDue::Led(_)) => {
            let steps = case.guard_expectation().into_iter();
            expected.steps = steps.map(|steps| visibility.text(&steps)).collect();
        }
        Expectation::Steps => {
            if let Ask::Session(script) = &case.ask {
                let steps = script
                    .steps
                    .iter()
                    .map(|step| Case::step_expectation(&step.expect));
                expected.steps = steps.map(|step| visibility.text(&step)).collect();
            }
        }
    }
    expected
}

fn shown_rules(rules: &[crate::case::Rule], visibility: Visibility) -> Vec<Rule> {
    let rule = |rule: &crate::case::Rule| Rule {
        rule: Text::Whole(rule.rule.name().to_owned()),
        path: visibility.pointer(&rule.path),
    };
    rules.iter().map(rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Hello;
    use recovery_reports::report::Implementation;
    use std::time::Duration;

    /// The faults of a run over three cases: one right, one that fails, and one without a verdict.
    fn faults(is_stopped_early: bool, is_interrupted: bool) -> (Outcome, Vec<String>) {
        let run = Run {
            hello: Hello {
                implementation: Implementation {
                    name: "s".into(),
                    version: "1".into(),
                    language: "r".into(),
                },
                profiles: Vec::new(),
                pipeline: 1,
            },
            profiles: Vec::new(),
            results: Vec::new(),
            accounting: Accounting {
                selected: 3,
                sent: 2,
                judged: 2,
                undecided: 1,
                ..Accounting::default()
            },
            is_interrupted,
            is_stopped_early,
            duration: Duration::ZERO,
        };
        let suite = Suite {
            version: "1.0".into(),
            sha256: String::new(),
            cases: Vec::new(),
            contracts: BTreeMap::new(),
        };
        let settings = Settings {
            fail_on: &[Verdict::Corruption],
            expectations: None,
            expectations_file: "",
            reproducer: Reproducer {
                contracts: &suite.contracts,
                command: "",
                harness: "",
                visibility: Visibility::Shown,
            },
            counterexamples: None,
        };
        let totals = [Verdict::Pass, Verdict::Corruption].into_iter().collect();
        outcome(&run, None, run.accounting, &suite, &settings, &totals)
    }

    #[test]
    fn a_lost_verdict_is_a_fault_of_the_harness_also_where_a_case_failed() {
        let (outcome, faults) = faults(false, false);
        assert_eq!((outcome, faults.len()), (Outcome::Failed, 1));
        assert!(
            faults[0].starts_with("1 cases got no verdict, a fault of the harness"),
            "{faults:?}"
        );
    }

    #[test]
    fn a_run_that_was_to_stop_says_so() {
        assert_eq!(
            faults(true, false).1,
            ["stopped at the first failure; 1 cases got no verdict"]
        );
        assert_eq!(
            faults(false, true),
            (
                Outcome::Interrupted,
                vec!["interrupted; 1 cases got no verdict".to_owned()]
            )
        );
    }
}
