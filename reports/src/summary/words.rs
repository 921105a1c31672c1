//! What the parts of a summary have in common: a line, a text in brief, what is wrong with a case in words.

use std::fmt::Write;

use crate::report::Case;
use crate::text::Text;
use crate::verdict::{Tally, Verdict};

/// How much of a value, a line or a message a summary shows, in characters.
const SHOWN_CHARACTERS: usize = 60;

/// Writing to a string cannot fail.
pub(super) fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
    out.push('\n');
}

/// How often each verdict was given, in words.
pub(super) fn counts(verdicts: &Tally) -> String {
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

/// The case's class, or, where it states none, its file.
pub(super) fn class(case: &Case) -> &str {
    if case.class.is_empty() {
        case.id
            .rsplit_once('/')
            .map_or(case.id.as_str(), |(file, _)| file)
    } else {
        &case.class
    }
}

/// The requirements that a case tests, as they stand after its id.
pub(super) fn requirements(case: &Case) -> String {
    if case.requirements.is_empty() {
        return String::new();
    }
    format!(" {}", case.requirements.join(", "))
}

/// What is wrong with a case, in one line.
pub(super) fn finding(case: &Case) -> String {
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
pub(super) fn last_words(text: &Text) -> Option<String> {
    let text = text.to_string();
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(short(last))
}

/// The beginning of a text, on one line and without control characters: a terminal must not be steered by a reply.
pub(super) fn short(text: &str) -> String {
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

pub(super) fn plural(count: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}
