//! Where a string or a number token ends: the hot loops of the parser, eight bytes at a time.

use super::error::{ParseError, ParseFault};
use super::text;

/// A string token that was found to be well-formed.
pub(super) struct StringToken {
    /// Bytes from the start of the text to the byte after the closing quotation mark.
    pub(super) end: usize,
    /// Whether the content has to be unescaped before it can be compared.
    pub(super) escaped: bool,
}

/// Finds the end of the string whose opening quotation mark stands at `start`.
///
/// # Errors
///
/// A raw control character, a bad escape, half of a surrogate pair, or the end of the text.
pub(super) fn string(bytes: &[u8], start: usize) -> Result<StringToken, ParseError> {
    let mut at = start + 1;
    let mut escaped = false;
    loop {
        at = skip_plain(bytes, at);
        match bytes.get(at) {
            Some(b'"') => {
                return Ok(StringToken {
                    end: at + 1,
                    escaped,
                });
            }
            Some(b'\\') => {
                escaped = true;
                at = text::escape(bytes, at)?.end;
            }
            Some(_) => return Err(fault(ParseFault::ControlCharacter, at)),
            None => return Err(fault(ParseFault::UnexpectedEnd, at)),
        }
    }
}

/// Skips bytes that stand for themselves; stops at a quotation mark, a backslash, a control
/// character or the end.
fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    // Most strings end within two words; only a longer one is worth wide steps.
    for _ in 0..2 {
        let Some(word) = word(bytes, at) else {
            return skip_slowly(bytes, at);
        };
        match first_stop(word) {
            Some(offset) => return at + offset,
            None => at += 8,
        }
    }
    // No branch inside a step, so that the compiler makes one vector operation of it.
    while let Some(wide) = bytes.get(at..).and_then(<[u8]>::first_chunk::<32>) {
        let any = wide.iter().fold(0, |any, byte| {
            any | u8::from(*byte < 0x20) | u8::from(*byte == b'"') | u8::from(*byte == b'\\')
        });
        if any != 0 {
            break;
        }
        at += 32;
    }
    while let Some(word) = word(bytes, at) {
        match first_stop(word) {
            Some(offset) => return at + offset,
            None => at += 8,
        }
    }
    skip_slowly(bytes, at)
}

fn skip_slowly(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| !stops(*byte)) {
        at += 1;
    }
    at
}

const fn stops(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=0x1F)
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes
        .get(at..)?
        .first_chunk()
        .map(|chunk| u64::from_le_bytes(*chunk))
}

const LANES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Which of the word's eight bytes is the first to stop at, if any.
const fn first_stop(word: u64) -> Option<usize> {
    // A lane's high bit is set if its byte is zero (or below 0x20); borrows only disturb lanes
    // above the first hit, and only the first hit is read.
    let quote = word ^ (LANES * b'"' as u64);
    let backslash = word ^ (LANES * b'\\' as u64);
    let found = (quote.wrapping_sub(LANES) & !quote)
        | (backslash.wrapping_sub(LANES) & !backslash)
        | (word.wrapping_sub(LANES * 0x20) & !word);
    match found & HIGH {
        0 => None,
        hits => Some((hits.trailing_zeros() / 8) as usize),
    }
}

/// Finds the end of the number that begins at `start` (REQ PAR-3: any size, any precision).
///
/// # Errors
///
/// A spelling that RFC 8259 does not know, or the end of the text in the middle of one.
pub(super) fn number(bytes: &[u8], start: usize) -> Result<usize, ParseError> {
    let mut at = start;
    if bytes.get(at) == Some(&b'-') {
        at += 1;
    }
    at = match bytes.get(at) {
        Some(b'0') => at + 1,
        Some(b'1'..=b'9') => digits(bytes, at + 1),
        other => return Err(number_fault(other, at)),
    };
    if let Some(b'0'..=b'9') = bytes.get(at) {
        return Err(fault(ParseFault::Number, at));
    }
    if bytes.get(at) == Some(&b'.') {
        at = some_digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = some_digits(bytes, at)?;
    }
    Ok(at)
}

fn some_digits(bytes: &[u8], at: usize) -> Result<usize, ParseError> {
    match bytes.get(at) {
        Some(b'0'..=b'9') => Ok(digits(bytes, at + 1)),
        other => Err(number_fault(other, at)),
    }
}

fn digits(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    at
}

fn number_fault(found: Option<&u8>, at: usize) -> ParseError {
    match found {
        Some(_) => fault(ParseFault::Number, at),
        None => fault(ParseFault::UnexpectedEnd, at),
    }
}

/// An error at a place; short, because every scanner ends in one.
pub(super) const fn fault(fault: ParseFault, offset: usize) -> ParseError {
    ParseError { fault, offset }
}
