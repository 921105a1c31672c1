//! Edits of a text: what no rule touched stays the same to the byte (REQ NRM-4).

use std::ops::Range;

/// Puts `text` in place of the bytes at `span`.
pub(super) struct Edit {
    pub(super) span: Range<usize>,
    pub(super) text: String,
}

/// The text with all edits made; they come in the order of the text and do not overlap.
pub(super) fn apply(text: &str, edits: &[Edit]) -> String {
    let grown: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut edited = String::with_capacity(text.len() + grown);
    let mut from = 0;
    for edit in edits {
        edited.push_str(text.get(from..edit.span.start).unwrap_or_default());
        edited.push_str(&edit.text);
        from = edit.span.end;
    }
    edited.push_str(text.get(from..).unwrap_or_default());
    edited
}
