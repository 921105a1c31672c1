//! Why a text is not strict JSON, and where, without a byte of the text itself.

use std::fmt;

use thiserror::Error;

/// What is wrong with the text. Closed: each variant is one detail of a reason (REQ VAL-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseFault {
    /// Nothing but white space (REQ PAR-6).
    Empty,
    /// The text ends before the value does.
    UnexpectedEnd,
    /// A character that RFC 8259 does not allow at this place (REQ PAR-1).
    UnexpectedCharacter,
    /// A second value or other text after the first value (REQ PAR-1).
    TrailingText,
    /// A number that is not spelled as RFC 8259 has it (REQ PAR-1).
    Number,
    /// A raw control character inside a string (REQ PAR-1).
    ControlCharacter,
    /// A backslash followed by something that is no escape (REQ PAR-1).
    Escape,
    /// Half of a surrogate pair (REQ PAR-1).
    LoneSurrogate,
    /// A key that occurs twice in one object, compared after unescaping (REQ PAR-2).
    DuplicateKey,
    /// More open arrays and objects than [`crate::limits::MAX_DEPTH`] (REQ PAR-5).
    TooDeep,
    /// A text that is longer than four gigabytes, which no span can address.
    TooLong,
    /// Bytes that are no UTF-8, where bytes were given.
    NotUtf8,
}

impl ParseFault {
    /// The detail as it stands in a reason, such as `duplicate_key`.
    #[must_use]
    pub const fn detail(self) -> &'static str {
        self.words().0
    }

    /// The detail, and a sentence for people.
    pub(crate) const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Empty => ("empty", "there is nothing but white space"),
            Self::UnexpectedEnd => ("unexpected_end", "the text ends before the value does"),
            Self::UnexpectedCharacter => (
                "unexpected_character",
                "JSON does not allow this character here",
            ),
            Self::TrailingText => ("trailing_text", "something stands after the value"),
            Self::Number => ("number", "JSON does not write numbers like this"),
            Self::ControlCharacter => ("control_character", "a raw control character in a string"),
            Self::Escape => ("escape", "a backslash before something that is no escape"),
            Self::LoneSurrogate => ("lone_surrogate", "half of a surrogate pair"),
            Self::DuplicateKey => ("duplicate_key", "an object has a key twice"),
            Self::TooDeep => ("too_deep", "arrays and objects are nested too deep"),
            Self::TooLong => ("too_long", "the text is longer than four gigabytes"),
            Self::NotUtf8 => ("not_utf8", "the bytes are no UTF-8"),
        }
    }
}

/// A text that is no strict JSON: the fault and its place, in bytes from the start of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub struct ParseError {
    /// What is wrong.
    pub fault: ParseFault,
    /// Where, in bytes from the start of the parsed text.
    pub offset: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.fault.detail(), self.offset)
    }
}
