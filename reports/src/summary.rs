//! The summary of a report: plain text that fits a screen, what harms most first.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::report::{Case, Generated, Outcome, Report, Rule};
use crate::text::Text;
use crate::verdict::{Tally, Verdict};

/// How many groups of cases are shown. With two lines each and the head they fit a screen.
const SHOWN_GROUPS: usize = 8;

/// How many faults of the run itself are shown, such as expectations that do not fit.
const SHOWN_FAULTS: usize = 5;

/// How much of a value, a line or a message a summary shows, in characters.
const SHOWN_CHARACTERS: usize = 60;

/// The longest line that a summary offers for pasting, in bytes; a case with a longer one is replayed by its id.
const PASTED_BYTES: usize = 320;

/// The summary: one line that says it all, the counts, and for each group of faults its smallest example with the
/// line that reproduces it. Ends in a line end. Holds no colour and no time but the duration in its second line.
#[must_use]
pub fn summary(report: &Report) -> String {
    let mut out = String::new();
    head(&mut out, report);
    generated(&mut out, report);
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
    counterexamples(&mut out, report);
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

/// How often each verdict was given, in words.
fn counts(verdicts: &Tally) -> String {
    let counts: Vec<String> = Verdict::ALL
        .into_iter()
        .map(|verdict| (verdict, verdicts.count(verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    if counts.is_empty() {
        "no verdict".to_owned()
    } else {
        counts.join(", ")
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "nobody generates so many scenes that a double cannot count them"
)]
fn to_float(count: u64) -> f64 {
    count as f64
}

/// The counterexamples, each with all that it takes to see what is wrong.
fn counterexamples(out: &mut String, report: &Report) {
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
        line(out, format_args!("  expected  {}", expected(case)));
        line(out, format_args!("  got       {}", got(case)));
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

/// The requirements that a case tests, as they stand after its id.
fn requirements(case: &Case) -> String {
    if case.requirements.is_empty() {
        return String::new();
    }
    format!(" {}", case.requirements.join(", "))
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
    match noun.strip_suffix('y') {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn case(id: &str, verdict: &str, more: Value) -> Value {
        let mut case = json!({
            "id": id, "origin": "written", "profile": "parse", "requirements": [], "class": "cut",
            "verdict": verdict, "expected": {}, "got": {}
        });
        if let (Value::Object(case), Value::Object(more)) = (&mut case, more) {
            case.extend(more);
        }
        case
    }

    fn report(outcome: &str, faults: &[&str], cases: &[Value]) -> Report {
        let verdicts = cases
            .iter()
            .map(|case| Verdict::of_name(case["verdict"].as_str().unwrap()).unwrap());
        let totals: Tally = verdicts.collect();
        serde_json::from_value(json!({
            "report": 1, "suite": "1.0", "suite_sha256": "0123456789abcdef", "tool": "0",
            "implementation": {"name": "acme\u{1b}[31m", "version": "2", "language": "rust"},
            "command": "acme", "rerun": "harness --impl acme", "profiles": ["parse"], "seed": 0,
            "generated_per_property": 0, "duration_s": 1.5, "outcome": outcome, "faults": faults,
            "accounting": crate::report::Accounting::default(), "totals": totals, "requirements": {},
            "properties": [], "cases": cases
        }))
        .unwrap()
    }

    #[test]
    fn corruption_comes_first_with_its_smallest_telling_difference() {
        let difference = |value| {
            json!({
                "difference": {"against": "response", "kept": 1, "lost": [], "duplicated": [], "moved": [], "retyped": [],
                    "invented": [{"path": "/a", "value": value}]},
                "reproduce": format!("printf '%s\\n' {value} | acme")
            })
        };
        let report = report(
            "failed",
            &[],
            &[
                case(
                    "a/refused",
                    "refusal",
                    json!({"note": "rejected", "reproduce": "printf x | acme"}),
                ),
                case("b/long", "corruption", difference("\"longer\"")),
                case("b/short", "corruption", {
                    let mut more = difference("12");
                    more["requirements"] = json!(["PAR-1", "FEN-2"]);
                    more
                }),
                case("c/right", "pass", json!({})),
            ],
        );
        assert_eq!(
            summary(&report),
            "FAILED: acme [31m 2 (rust) in parse\n\
             suite 1.0 (01234567), 4 cases in 1.50 s: 2 corruption, 1 refusal, 1 pass\n\
             corruption ×2 cut: invented 12 at /a; kept 1, invented 1  [b/short] PAR-1, FEN-2\n\
             \x20 printf '%s\\n' 12 | acme\n\
             refusal ×1 cut: rejected  [a/refused]\n\
             \x20 printf x | acme\n"
        );
    }

    #[test]
    fn cases_behind_hangs_are_one_line_with_what_runs_them() {
        let hung = ["f/a", "f/b", "f/c"];
        let mut cases: Vec<_> = hung
            .iter()
            .map(|id| {
                case(
                    id,
                    "hang",
                    json!({"note": "no reply within 5s", "reproduce": "printf x | acme"}),
                )
            })
            .collect();
        cases.extend((0..20).map(|number| {
            let more = json!({
                "class": format!("class-{number}"), "note": "not sent after three hangs in a row", "behind": hung,
                "reproduce": "harness --impl acme --skip f/a --skip f/b --skip f/c"
            });
            case(&format!("g/n{number}"), "hang", more)
        }));
        let text = summary(&report("failed", &[], &cases));
        let shown: Vec<_> = text.lines().skip(2).collect();
        assert_eq!(
            shown,
            [
                "hang ×3 cut: no reply within 5s  [f/a]",
                "  printf x | acme",
                "hang ×20 not sent after three hangs in a row: f/a, f/b, f/c",
                "  harness --impl acme --skip f/a --skip f/b --skip f/c",
            ]
        );
    }

    #[test]
    fn a_summary_fits_a_screen_whatever_a_report_holds() {
        let long = "x".repeat(10_000);
        let cases: Vec<_> = (0..500)
            .map(|number| {
                let more = json!({
                    "class": format!("class-{number}"), "reproduce": format!("printf '{long}' | acme"),
                    "got": {"line": format!("{long}\n{long}")}
                });
                case(&format!("a/n{number}"), "garbage", more)
            })
            .collect();
        let faults: Vec<_> = std::iter::repeat_n("an expectation matches no case", 300).collect();
        let text = summary(&report("failed", &faults, &cases));
        assert!(text.lines().count() <= 30, "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 200),
            "{text}"
        );
        assert!(text.contains("harness --impl acme --replay a/n0"), "{text}");
        assert!(
            text.contains("and 295 more") && text.contains("and 492 kinds more with 492 cases"),
            "{text}"
        );
    }
}
