//! What an LLM returned for one call.

use std::str;

use crate::json::{ParseError, ParseFault};
use crate::outcome::Rejection;

/// The text of one answer, and how the provider says that it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Response<'t> {
    /// The text as it came; its size is counted in UTF-8 bytes.
    pub text: &'t str,
    /// How it ended.
    pub finish: Finish,
}

/// How the provider says that an answer ended (REQ PAR-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Finish {
    /// By itself, or nothing is known.
    #[default]
    Stop,
    /// Cut at the limit of tokens.
    Length,
    /// Cut by a content filter.
    ContentFilter,
}

impl Finish {
    /// Whether something is missing from the text, however whole it looks.
    #[must_use]
    pub const fn is_cut(self) -> bool {
        matches!(self, Self::Length | Self::ContentFilter)
    }
}

impl<'t> From<&'t str> for Response<'t> {
    fn from(text: &'t str) -> Self {
        Self {
            text,
            finish: Finish::Stop,
        }
    }
}

/// The text of a response that was received as bytes.
///
/// # Errors
///
/// A rejection with the place of the first byte that is no UTF-8: nothing is replaced.
pub fn utf8(bytes: &[u8]) -> Result<&str, Rejection> {
    str::from_utf8(bytes).map_err(|error| {
        let (fault, offset) = (ParseFault::NotUtf8, error.valid_up_to());
        ParseError { fault, offset }.into()
    })
}
