//! The failures of generated scenes, each with all that it takes to see what is wrong.

use std::cmp::Reverse;

use super::SHOWN_GROUPS;
use super::words::{class, finding, line, plural, requirements, short};
use crate::report::{Case, Generated, Report, Rule};
use crate::text::Text;
use crate::verdict::Verdict;

/// The counterexamples of a report, the worst first, in it what was found most often.
pub(super) fn show(out: &mut String, report: &Report) {
    let rank = |verdict: Verdict| Verdict::ALL.iter().position(|one| *one == verdict);
    let mut shown: Vec<(&Case, &Generated)> = report
        .cases
        .iter()
        .filter(|case| case.verdict.fails_by_default())
        .filter_map(|case| Some((case, case.generated.as_ref()?)))
        .collect();
    shown.sort_by_key(|(case, generated)| (rank(case.verdict), Reverse(generated.found), &case.id));
    for (case, generated) in shown.iter().take(SHOWN_GROUPS) {
        line(
            out,
            format_args!(
                "{} ×{} {}: {}  [{}]{}",
                case.verdict,
                generated.found,
                class(case),
                finding(case),
                case.id,
                requirements(case)
            ),
        );
        let finishes = generated.finishes.iter().flatten().map(String::as_str);
        let finishes = finishes.chain(std::iter::repeat(""));
        for (response, finish) in generated.responses.iter().zip(finishes) {
            let finish = match finish {
                "" => String::new(),
                finish => format!("  finish {finish}"),
            };
            line(out, format_args!("  response  {}{finish}", exact(response)));
        }
        // Of a session each step has its own; the finding names the step, a replay shows all of them.
        if case.profile != "session" {
            line(out, format_args!("  expected  {}", expected(case)));
            line(out, format_args!("  got       {}", got(case)));
        }
        let scene = format!("seed {}, scene {}", generated.seed, generated.number);
        match &generated.file {
            Some(file) => line(
                out,
                format_args!("  {} --replay {file}  ({scene})", report.rerun),
            ),
            None => line(out, format_args!("  {scene}")),
        }
    }
    if let Some(left_out @ 1..) = shown.len().checked_sub(SHOWN_GROUPS) {
        let kinds = plural(left_out, "kind");
        line(
            out,
            format_args!("and {kinds} more of generated failures, all in the report"),
        );
    }
}

/// A text in quotes, so that blanks at its ends and line ends are seen.
fn exact(text: &Text) -> String {
    match text {
        Text::Whole(text) => short(&format!("{text:?}")),
        text => short(&text.to_string()),
    }
}

/// What is right, in few words.
fn expected(case: &Case) -> String {
    let due = &case.expected;
    let mut words = vec![due.outcome.clone()];
    words.extend(due.value.as_ref().map(|value| short(&value.to_string())));
    if due.level.is_some() {
        words.push("or rejected".to_owned());
    }
    words.extend((!due.reasons.is_empty()).then(|| due.reasons.join(" or ")));
    words.extend(due.rules.as_deref().map(rules));
    words.join(" ")
}

/// What came back, in few words.
fn got(case: &Case) -> String {
    let got = &case.got;
    if got.outcome.is_empty() {
        return "no reply that can be read".to_owned();
    }
    let mut words = vec![got.outcome.clone()];
    let texts = [&got.value, &got.reason, &got.error];
    words.extend(
        texts
            .into_iter()
            .flatten()
            .map(|text| short(&text.to_string())),
    );
    words.extend(got.path.iter().map(|path| format!("at {path:?}")));
    words.extend(got.rules.as_deref().map(rules));
    words.join(" ")
}

fn rules(rules: &[Rule]) -> String {
    let rules: Vec<_> = rules
        .iter()
        .map(|Rule { rule, path }| format!("{rule} at {path:?}"))
        .collect();
    if rules.is_empty() {
        "with no rule".to_owned()
    } else {
        format!("with {}", short(&rules.join(", ")))
    }
}
