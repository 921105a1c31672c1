//! The summary of a report: plain text that fits a screen, what harms most first.

mod counterexamples;
#[cfg(test)]
mod tests;
mod words;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use self::words::{class, counts, finding, line, plural, requirements, short};
use crate::report::{Case, Outcome, Report};
use crate::verdict::{Tally, Verdict};

/// How many groups of cases are shown. With two lines each and the head they fit a screen.
const SHOWN_GROUPS: usize = 8;

/// How many faults of the run itself are shown, such as expectations that do not fit.
const SHOWN_FAULTS: usize = 5;

/// The longest line that a summary offers for pasting, in bytes; a case with a longer one is replayed by its id.
const PASTED_BYTES: usize = 320;

/// The summary: one line that says it all, the counts, and for each group of faults its smallest example with the
/// line that reproduces it. Ends in a line end. Holds no colour and no time but the duration in its second line.
#[must_use]
pub fn summary(report: &Report) -> String {
    let mut out = String::new();
    head(&mut out, report);
    generated(&mut out, report);
    self_check(&mut out, report);
    let groups = groups(report);
    for group in groups.iter().take(SHOWN_GROUPS) {
        group.show(&mut out, &report.rerun);
    }
    if let Some(left_out @ 1..) = groups.len().checked_sub(SHOWN_GROUPS) {
        let cases: usize = groups
            .iter()
            .skip(SHOWN_GROUPS)
            .map(|group| group.cases)
            .sum();
        let (kinds, cases) = (plural(left_out, "kind"), plural(cases, "case"));
        line(
            &mut out,
            format_args!("and {kinds} more with {cases}, all in the report"),
        );
    }
    counterexamples::show(&mut out, report);
    out
}

fn head(out: &mut String, report: &Report) {
    let outcome = match report.outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "FAILED",
        Outcome::Interrupted => "INTERRUPTED",
    };
    let written: Vec<_> = report
        .cases
        .iter()
        .filter(|case| case.generated.is_none())
        .collect();
    let verdicts: Tally = written.iter().map(|case| case.verdict).collect();
    let who = &report.implementation;
    let profiles = report.profiles.join(", ");
    line(
        out,
        format_args!(
            "{outcome}{}: {} {} ({}) in {profiles}",
            narrowed(&report.fail_on),
            short(&who.name),
            short(&who.version),
            short(&who.language)
        ),
    );
    let suite = format!(
        "suite {} ({})",
        report.suite,
        report.suite_sha256.get(..8).unwrap_or_default()
    );
    if written.is_empty() {
        line(out, format_args!("{suite}, no written case"));
    } else {
        let (cases, counts) = (plural(written.len(), "case"), counts(&verdicts));
        line(
            out,
            format_args!("{suite}, {cases} in {:.2} s: {counts}", report.duration_s),
        );
    }
    for fault in report.faults.iter().take(SHOWN_FAULTS) {
        line(out, format_args!("{fault}"));
    }
    if let Some(left_out @ 1..) = report.faults.len().checked_sub(SHOWN_FAULTS) {
        line(
            out,
            format_args!("and {left_out} more of this sort, all in the report"),
        );
    }
}

/// What became of the generated scenes, all in one line, and of each property in which not all is right, in one more.
fn generated(out: &mut String, report: &Report) {
    if report.properties.is_empty() {
        return;
    }
    let mut scenes = 0;
    let mut verdicts = Tally::default();
    for property in &report.properties {
        scenes += property.generated;
        verdicts += &property.verdicts;
    }
    // A rate is read by people, who want no fractions.
    let rate = match report.generated_s {
        time if time > 0.0 => format!(", {:.0} a second", to_float(scenes) / time),
        _ => String::new(),
    };
    let shrinking = if report.cases.iter().any(|case| case.generated.is_some()) {
        format!("; shrunk in {:.2} s", report.shrinking_s)
    } else {
        String::new()
    };
    line(
        out,
        format_args!(
            "generated (seed {}): {scenes} scenes of {} in {:.2} s{rate}: {}{shrinking}",
            report.seed,
            plural(report.properties.len(), "property"),
            report.generated_s,
            counts(&verdicts)
        ),
    );
    for property in &report.properties {
        if property.verdicts.pass < property.generated {
            line(
                out,
                format_args!(
                    "  {} {}: {}",
                    property.profile,
                    property.name,
                    counts(&property.verdicts)
                ),
            );
        }
    }
}

/// The self-check of a tool output guard, a line each.
fn self_check(out: &mut String, report: &Report) {
    if report.self_check.is_empty() {
        return;
    }
    line(out, format_args!("self-check of the tool output guard:"));
    for check in &report.self_check {
        let outcome = if check.is_passed { "pass" } else { "FAIL" };
        let proof = match (check.proved, check.cases) {
            (_, 0) => "no case".to_owned(),
            (proved, cases) => format!("{proved} of {cases} cases"),
        };
        line(
            out,
            format_args!("  {outcome}  {}: {proof}", short(&check.name)),
        );
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "nobody generates so many scenes that a double cannot count them"
)]
fn to_float(count: u64) -> f64 {
    count as f64
}

/// Which verdicts count, if not all of them do: a run must not seem to have passed what it did not look at.
fn narrowed(fail_on: &[Verdict]) -> String {
    let names: Vec<_> = fail_on.iter().map(|verdict| verdict.name()).collect();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!(" (only {name} counts)"),
        names => format!(" (only {} count)", names.join(", ")),
    }
}

/// Cases of one verdict and one kind of malformation, or cases that were not sent because the same ones hung.
struct Group<'a> {
    verdict: Verdict,
    class: &'a str,
    cases: usize,
    example: &'a Case,
}

/// The groups of all cases that are shown, the worst verdict first, in it the largest group first.
fn groups(report: &Report) -> Vec<Group<'_>> {
    let mut by_kind: BTreeMap<(usize, &[String], &str), Group<'_>> = BTreeMap::new();
    for case in report.cases.iter().filter(|case| case.generated.is_none()) {
        let rank = Verdict::ALL
            .iter()
            .position(|verdict| *verdict == case.verdict);
        let Some(rank) = rank.filter(|_| case.verdict.fails_by_default()) else {
            continue;
        };
        let class = if case.behind.is_empty() {
            class(case)
        } else {
            ""
        };
        let group = by_kind.entry((rank, &case.behind, class)).or_insert(Group {
            verdict: case.verdict,
            class,
            cases: 0,
            example: case,
        });
        group.cases += 1;
        if size(case) < size(group.example) {
            group.example = case;
        }
    }
    let mut groups: Vec<_> = by_kind.into_iter().collect();
    // What was sent comes first: it says why the rest was not.
    groups.sort_by_key(|((rank, behind, class), group)| {
        let is_unsent = !behind.is_empty();
        (*rank, is_unsent, Reverse(group.cases), *class)
    });
    groups.into_iter().map(|(_, group)| group).collect()
}

/// How much there is to read in a case. Those that show a difference come first, then those that can be pasted into a
/// shell, then those that are short.
fn size(case: &Case) -> (bool, bool, usize, &str) {
    let tells = case
        .difference
        .as_ref()
        .is_some_and(|difference| difference.telling().is_some());
    let pasted = pasted(case);
    let length = pasted.map_or(usize::MAX, str::len);
    (!tells, pasted.is_none(), length, &case.id)
}

/// The line to paste into a shell, if it is short enough for that.
fn pasted(case: &Case) -> Option<&str> {
    let reproduce = case.reproduce.as_deref()?;
    (reproduce.starts_with("printf") && reproduce.len() <= PASTED_BYTES).then_some(reproduce)
}

impl Group<'_> {
    fn show(&self, out: &mut String, rerun: &str) {
        let Self {
            verdict,
            class,
            cases,
            example,
        } = self;
        if !example.behind.is_empty() {
            let note = example.note.as_deref().unwrap_or_default();
            let hung = example.behind.join(", ");
            let again = example.reproduce.as_deref().unwrap_or(rerun);
            line(out, format_args!("{verdict} ×{cases} {note}: {hung}"));
            line(out, format_args!("  {again}"));
            return;
        }
        let finding = finding(example);
        line(
            out,
            format_args!(
                "{verdict} ×{cases} {class}: {finding}  [{}]{}",
                example.id,
                requirements(example)
            ),
        );
        match pasted(example) {
            Some(reproduce) => line(out, format_args!("  {reproduce}")),
            None => line(out, format_args!("  {rerun} --replay {}", example.id)),
        }
    }
}
