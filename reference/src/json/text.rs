//! Escapes inside string tokens: what they stand for (REQ PAR-4).

use std::borrow::Cow;

use super::error::{ParseError, ParseFault};
use super::scan::fault;

/// One escape sequence, read.
pub(super) struct Escape {
    /// The code point it stands for.
    pub(super) character: char,
    /// Bytes from the start of the text to the byte after the sequence.
    pub(super) end: usize,
}

/// Reads the escape whose backslash stands at `at`; a surrogate pair is one escape.
///
/// # Errors
///
/// An unknown escape, half of a surrogate pair, or the end of the text.
pub(super) fn escape(bytes: &[u8], at: usize) -> Result<Escape, ParseError> {
    let simple = |character| {
        Ok(Escape {
            character,
            end: at + 2,
        })
    };
    match bytes.get(at + 1) {
        Some(b'"') => simple('"'),
        Some(b'\\') => simple('\\'),
        Some(b'/') => simple('/'),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{C}'),
        Some(b'n') => simple('\n'),
        Some(b'r') => simple('\r'),
        Some(b't') => simple('\t'),
        Some(b'u') => unicode(bytes, at),
        Some(_) => Err(fault(ParseFault::Escape, at)),
        None => Err(fault(ParseFault::UnexpectedEnd, at + 1)),
    }
}

fn unicode(bytes: &[u8], at: usize) -> Result<Escape, ParseError> {
    let first = hex4(bytes, at + 2)?;
    if let Some(character) = char::from_u32(first) {
        return Ok(Escape {
            character,
            end: at + 6,
        });
    }
    let lone = fault(ParseFault::LoneSurrogate, at);
    if !(0xD800..0xDC00).contains(&first) || bytes.get(at + 6..at + 8) != Some(br"\u") {
        return Err(lone);
    }
    let second = hex4(bytes, at + 8)?;
    if !(0xDC00..0xE000).contains(&second) {
        return Err(lone);
    }
    let scalar = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    match char::from_u32(scalar) {
        Some(character) => Ok(Escape {
            character,
            end: at + 12,
        }),
        None => Err(lone),
    }
}

fn hex4(bytes: &[u8], at: usize) -> Result<u32, ParseError> {
    (at..at + 4).try_fold(0, |value, place| {
        let byte = bytes
            .get(place)
            .ok_or(fault(ParseFault::UnexpectedEnd, place))?;
        let digit = char::from(*byte)
            .to_digit(16)
            .ok_or(fault(ParseFault::Escape, at - 2))?;
        Ok(value << 4 | digit)
    })
}

/// The text that a string token's content (without its quotation marks) stands for.
///
/// The content has been scanned before; where it has not, what cannot be read is left as it is.
pub(super) fn unescape(content: &str) -> Cow<'_, str> {
    let Some(first) = content.find('\\') else {
        return Cow::Borrowed(content);
    };
    let mut plain = String::with_capacity(content.len());
    let mut rest = content;
    let mut next = Some(first);
    while let Some(at) = next {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let Ok(Escape { character, end }) = escape(from.as_bytes(), 0) else {
            plain.push_str(from);
            return Cow::Owned(plain);
        };
        plain.push(character);
        rest = from.get(end..).unwrap_or_default();
        next = rest.find('\\');
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}
