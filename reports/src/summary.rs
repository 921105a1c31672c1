//! The summary of a report: plain text that fits a screen, what harms most first.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::report::{Case, Outcome, Report};
use crate::text::Text;
use crate::verdict::Verdict;

/// How many groups of cases are shown. With two lines each and the head they fit a screen.
const SHOWN_GROUPS: usize = 8;

/// How much of a value, a line or a message a summary shows, in characters.
const SHOWN_CHARACTERS: usize = 60;

/// The summary: one line that says it all, the counts, and for each group of faults its smallest example with the
/// line that reproduces it. Ends in a line end. Holds no colour and no time but the duration in its second line.
#[must_use]
pub fn summary(report: &Report) -> String {
    let mut out = String::new();
    head(&mut out, report);
    let groups = groups(report);
    for group in groups.iter().take(SHOWN_GROUPS) {
        group.show(&mut out);
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
    out
}

/// Writing to a string cannot fail.
fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
    out.push('\n');
}

fn head(out: &mut String, report: &Report) {
    let outcome = match report.outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "FAILED",
        Outcome::Interrupted => "INTERRUPTED",
    };
    let who = &report.implementation;
    let profiles = report.profiles.join(", ");
    line(
        out,
        format_args!(
            "{outcome}: {} {} ({}) in {profiles}",
            who.name, who.version, who.language
        ),
    );
    let counts: Vec<String> = Verdict::ALL
        .into_iter()
        .map(|verdict| (verdict, report.totals.count(verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    line(
        out,
        format_args!(
            "suite {} ({}), {} in {:.2} s: {}",
            report.suite,
            report.suite_sha256.get(..8).unwrap_or_default(),
            plural(report.cases.len(), "case"),
            report.duration_s,
            if counts.is_empty() {
                "no verdict".to_owned()
            } else {
                counts.join(", ")
            }
        ),
    );
    for fault in &report.faults {
        line(out, format_args!("{fault}"));
    }
}

/// Cases of one verdict and one kind of malformation.
struct Group<'a> {
    verdict: Verdict,
    class: &'a str,
    cases: usize,
    example: &'a Case,
}

/// The groups of all cases that are shown, the worst verdict first, in it the largest group first.
fn groups(report: &Report) -> Vec<Group<'_>> {
    let mut by_kind: BTreeMap<(usize, &str), Group<'_>> = BTreeMap::new();
    for case in &report.cases {
        let rank = Verdict::ALL
            .iter()
            .position(|verdict| *verdict == case.verdict);
        let Some(rank) = rank.filter(|_| case.verdict.fails_by_default()) else {
            continue;
        };
        let class = class(case);
        let group = by_kind.entry((rank, class)).or_insert(Group {
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
    groups.sort_by_key(|((rank, class), group)| (*rank, std::cmp::Reverse(group.cases), *class));
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The case's class, or, where it states none, its file.
fn class(case: &Case) -> &str {
    if case.class.is_empty() {
        case.id
            .rsplit_once('/')
            .map_or(case.id.as_str(), |(file, _)| file)
    } else {
        &case.class
    }
}

/// How much there is to read in a case. Those that show a difference come first, then those that can be pasted into a
/// shell, then those that are short.
fn size(case: &Case) -> (bool, bool, usize, &str) {
    let reproduce = case.reproduce.as_deref().unwrap_or_default();
    let tells = case
        .difference
        .as_ref()
        .is_some_and(|difference| difference.telling().is_some());
    let can_be_pasted = reproduce.starts_with("printf");
    (!tells, !can_be_pasted, reproduce.len(), &case.id)
}

impl Group<'_> {
    fn show(&self, out: &mut String) {
        let Self {
            verdict,
            class,
            cases,
            example,
        } = self;
        let finding = finding(example);
        line(
            out,
            format_args!("{verdict} ×{cases} {class}: {finding}  [{}]", example.id),
        );
        if let Some(reproduce) = &example.reproduce {
            line(out, format_args!("  {reproduce}"));
        }
    }
}

/// What is wrong with a case, in one line.
fn finding(case: &Case) -> String {
    let mut parts: Vec<String> = case.note.iter().cloned().collect();
    if let Some(difference) = &case.difference {
        parts.extend(difference.telling().map(|telling| short(&telling)));
        parts.push(difference.to_string());
    }
    if let Some(reason) = &case.got.reason
        && case.got.outcome == "rejected"
    {
        parts.push(format!("reason {}", short(&reason.to_string())));
    }
    let said = case.got.line.as_ref().or(case.got.standard_error.as_ref());
    parts.extend(
        said.and_then(last_words)
            .map(|words| format!("said: {words}")),
    );
    parts.join("; ")
}

/// The last line with anything on it; the end of a trace says more than its beginning.
fn last_words(text: &Text) -> Option<String> {
    let text = text.to_string();
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(short(last))
}

/// The beginning of a text, on one line and without control characters: a terminal must not be steered by a reply.
fn short(text: &str) -> String {
    let mut characters = text.chars().map(|character| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    });
    let mut start: String = characters.by_ref().take(SHOWN_CHARACTERS).collect();
    if characters.next().is_some() {
        start.push('…');
    }
    start
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
