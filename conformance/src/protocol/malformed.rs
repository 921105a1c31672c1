//! Why a line is no message of the protocol.

use thiserror::Error;

use crate::case::describe;

/// Why a line is no message of the protocol. Quotes nothing of the line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The bytes are not UTF-8.
    #[error("not UTF-8")]
    Encoding,
    /// The line is not one JSON object, or a field is missing, doubled or of the wrong type.
    #[error("no protocol message: {0}")]
    Form(String),
    /// The line holds a number that JSON does not have. The column is counted in bytes, from 1.
    #[error(
        "no protocol message: no JSON at column {0}; NaN, Infinity and -Infinity are no JSON: a program must reject what its writer cannot hold"
    )]
    NoNumber(usize),
    /// A field that the outcome needs is missing.
    #[error("no protocol message: `{field}` is missing, which `{with}` needs")]
    Missing {
        /// The field.
        field: &'static str,
        /// What needs it.
        with: &'static str,
    },
    /// The reply says neither what came of the request nor that it failed, or says both.
    #[error(
        "no protocol message: one of `outcome`, `verdict`, `error`, `ok`, `commands`, `checkpoint`, `records` and `steps` must say what came of the request"
    )]
    Kind,
    /// The member `outcome` names none.
    #[error("no protocol message: `outcome` is none of `accepted`, `rejected` and `repair`")]
    Outcome,
    /// A verdict is none.
    #[error(
        "no protocol message: `verdict` is none of `valid`, `corrupt` and `tool_failure`, nor `refused` of a step"
    )]
    Verdict,
    /// A decision on a write is none.
    #[error("no protocol message: `write` is neither `allowed` nor `blocked`")]
    Write,
    /// A step of a run says nothing, or more than one thing.
    #[error("no protocol message: a step of a run has one of `verdict`, `skipped` and `write`")]
    RunStep,
}

impl From<serde_json::Error> for Malformed {
    fn from(error: serde_json::Error) -> Self {
        Self::Form(describe(&error))
    }
}

impl Malformed {
    /// Why a line could not be read, from the line and what the parser says of it.
    pub(super) fn of(line: &str, error: serde_json::Error) -> Self {
        // The parser stops at the first byte that fits no value, which of `-Infinity` is the second.
        let at = error.column().saturating_sub(1);
        let is_no_number = |word: &str| {
            let rest = line.as_bytes().get(at..).unwrap_or_default();
            rest.starts_with(word.as_bytes())
        };
        if error.is_syntax() && ["NaN", "Infinity"].into_iter().any(is_no_number) {
            Self::NoNumber(error.column())
        } else {
            error.into()
        }
    }
}
