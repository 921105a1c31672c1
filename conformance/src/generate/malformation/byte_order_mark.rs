//! Byte order marks (REQ PAR-6).

use super::tokens::tokens;
use crate::case::{Category, Profile};
use crate::generate::{Choices, Draft, Form};

const MARK: char = '\u{feff}';

/// Puts a byte order mark before everything: what was accepted may be rejected (`parse`). Accepted, the mark counts as not
/// there (SET-10). Whatever is put around it makes it a fault, so this comes last.
pub(in crate::generate) fn at_start(draft: &mut Draft, _: Profile, _: &mut Choices<'_>) {
    let is_second = draft.response.starts_with(MARK);
    draft.response.insert(0, MARK);
    draft.note("byte-order-mark", &["PAR-6"]);
    if is_second {
        draft.reject_readable_text();
    } else {
        draft.truth.or_rejected(Category::Parse);
        draft.form = Form::NoJson;
    }
}

/// Puts a byte order mark anywhere but at the start: rejected, `parse`, whatever was right before.
pub(in crate::generate) fn inside(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    let ends = match draft.form {
        Form::NoJson => Vec::new(),
        _ => tokens(&draft.response),
    };
    let at = if ends.is_empty() {
        draft.response.len()
    } else {
        choices.pick(&ends).end
    };
    draft.response.insert(at, MARK);
    draft.reject_readable_text();
    draft.note("byte-order-mark-inside", &["PAR-6"]);
}
