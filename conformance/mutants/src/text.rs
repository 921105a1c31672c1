//! Helpers for texts of JSON that may be broken: their pieces, and the value at a path.

use std::ops::Range;

use response_recovery::json::{Document, Kind, Value};

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    /// A string in double quotes that is followed by a colon.
    Key(&'t str),
    /// Any other string in double quotes.
    Text(&'t str),
    /// A run of letters, digits and signs: a number or a name.
    Word(&'t str),
    /// White space, brackets, commas and the rest, one character each.
    Mark(&'t str),
}

/// The pieces of a text, in order and without a gap. A string that is not closed ends with the text.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let length = if first == '"' {
            string_length(rest)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        pieces.push(if first != '"' && is_word(first) {
            Piece::Word(piece)
        } else if first != '"' {
            Piece::Mark(piece)
        } else if after.trim_ascii_start().starts_with(':') {
            Piece::Key(piece)
        } else {
            Piece::Text(piece)
        });
        rest = after;
    }
    pieces
}

/// How many bytes the string has that the text begins with, quotes included.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The text with some pieces replaced; none if no piece is.
pub(crate) fn rewritten(
    text: &str,
    mut change: impl FnMut(Piece<'_>) -> Option<String>,
) -> Option<String> {
    let mut is_changed = false;
    let mut new = String::with_capacity(text.len());
    for piece in pieces(text) {
        let (Piece::Key(old) | Piece::Text(old) | Piece::Word(old) | Piece::Mark(old)) = piece;
        match change(piece) {
            Some(piece) => {
                is_changed = true;
                new.push_str(&piece);
            }
            None => new.push_str(old),
        }
    }
    is_changed.then_some(new)
}

/// What a string token holds.
pub(crate) fn content(token: &str) -> Option<String> {
    serde_json::from_str(token).ok()
}

/// Whether a text is strict JSON of this kind.
pub(crate) fn is(kind: Kind, text: &str) -> bool {
    Document::parse(text).is_ok_and(|document| document.root().kind() == kind)
}

/// The text with each string value replaced by what `decode` makes of its content; none if it makes nothing of any.
pub(crate) fn decoded(text: &str, decode: impl Fn(String) -> Option<String>) -> Option<String> {
    rewritten(text, |piece| match piece {
        Piece::Text(token) => content(token).and_then(&decode),
        _ => None,
    })
}

/// Where the value at a path stands in a strict text.
pub(crate) fn place(text: &str, path: &str) -> Option<Range<usize>> {
    let document = Document::parse(text).ok()?;
    let mut value: Value<'_> = document.root();
    for segment in path.split('/').skip(1) {
        value = match value.kind() {
            Kind::Array => value.elements().nth(segment.parse().ok()?)?,
            _ => value.get(segment)?,
        };
    }
    Some(value.span())
}

/// The text with the value at a path replaced.
pub(crate) fn replaced(text: &str, path: &str, new: &str) -> Option<String> {
    let place = place(text, path)?;
    let mut edited = text.to_owned();
    edited.replace_range(place, new);
    Some(edited)
}
