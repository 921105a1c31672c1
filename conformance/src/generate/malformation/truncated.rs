//! Texts that end before their end (REQ LIM-4).

use crate::case::Profile;
use crate::generate::{Choices, Draft};

/// Cuts the response anywhere before its end: rejected, `parse`, whatever was right before. What is left may be nothing.
pub(in crate::generate) fn truncated(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    let response = &draft.response;
    let last = longest_cut(response);
    let mut at = choices.upto(last);
    while !response.is_char_boundary(at) {
        at -= 1;
    }
    let is_fenced = response.trim_start().starts_with(['`', '~']);
    let is_encoded = response.trim_start().starts_with('"');
    draft.response.truncate(at);
    draft.reject_text();
    let requirements: &[_] = match (is_fenced, is_encoded) {
        (true, _) => &["PAR-1", "LIM-4", "FEN-2"],
        (_, true) => &["PAR-1", "LIM-4", "DEC-1"],
        _ => &["PAR-1", "LIM-4"],
    };
    draft.note("truncated", requirements);
}

/// How many bytes may be left of a text so that it is no whole one.
fn longest_cut(text: &str) -> usize {
    let around = [' ', '\t', '\n', '\r', '\u{feff}'];
    let text = text.trim_end_matches(around);
    let inside = text.trim_start_matches(around);
    let Some(first) = inside.chars().next() else {
        return 0;
    };
    match first {
        // A closing fence may be longer than it must be.
        mark @ ('`' | '~') => {
            let opening = inside.len() - inside.trim_start_matches(mark).len();
            let body_and_before = text.trim_end_matches(mark).len();
            body_and_before + opening - 1
        }
        '{' | '[' | '"' | 't' | 'f' | 'n' => text.len() - 1,
        // The start of a number is one, too.
        _ => 0,
    }
}
