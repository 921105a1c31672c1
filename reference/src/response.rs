//! What an LLM returned for one call.

use serde::{Deserialize, Serialize};

use crate::json::{ParseError, ParseFault};
use crate::outcome::Rejection;

/// The text of one answer, and how the provider says that it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Response<'t> {
    pub(crate) text: &'t str,
    pub(crate) finish: Finish,
}

impl<'t> Response<'t> {
    /// A response whose text came as bytes; its size is counted in them.
    ///
    /// # Errors
    ///
    /// A rejection with the place of the first byte that is no UTF-8: nothing is replaced.
    pub fn from_bytes(bytes: &'t [u8]) -> Result<Self, Rejection> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let (fault, offset) = (ParseFault::NotUtf8, error.valid_up_to());
            Rejection::from(ParseError { fault, offset })
        })?;
        Ok(text.into())
    }

    /// The same response, which ended so. Without it a cut answer looks whole (REQ PAR-8).
    #[must_use]
    pub const fn finished(self, finish: Finish) -> Self {
        Self { finish, ..self }
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

impl<'t> From<&'t String> for Response<'t> {
    fn from(text: &'t String) -> Self {
        text.as_str().into()
    }
}

/// How the provider says that an answer ended (REQ PAR-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Stop, Self::Length, Self::ContentFilter];

    /// As providers and the harness protocol write it, such as `content_filter`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ContentFilter => "content_filter",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|finish| finish.name() == name)
    }

    /// Whether something is missing from the text, however whole it looks.
    #[must_use]
    pub const fn is_cut(self) -> bool {
        matches!(self, Self::Length | Self::ContentFilter)
    }
}
