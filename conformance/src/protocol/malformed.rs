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
        "no protocol message: one of `outcome`, `error` and `ok` must say what came of the request"
    )]
    Kind,
    /// The member `outcome` names none.
    #[error("no protocol message: `outcome` is none of `accepted`, `rejected` and `repair`")]
    Outcome,
}

impl From<serde_json::Error> for Malformed {
    fn from(error: serde_json::Error) -> Self {
        Self::Form(describe(&error))
    }
}
