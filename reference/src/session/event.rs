//! What a session is told.

use serde::{Deserialize, Serialize};

use crate::response::Finish;

/// What happened outside. It names the call or the action that it is about: one that is not open
/// is an error and changes nothing (REQ SES-6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// An LLM answered a call.
    LlmResponse {
        /// The id of the call.
        call: String,
        /// The response as it came.
        text: String,
        /// How the provider says that it ended, if it says so.
        finish: Option<Finish>,
    },
    /// No answer came to a call (REQ TRN-1).
    TransportError {
        /// The id of the call.
        call: String,
        /// Why not.
        kind: TransportKind,
    },
    /// A tool returned what an action asked for.
    ToolResult {
        /// The id of the action.
        action: String,
        /// What it returned, as JSON text.
        output: String,
        /// The bindings from now on, as JSON text in the form of a contract's `bindings`; they
        /// replace the old ones whole. Without it those stay.
        bindings: Option<String>,
    },
}

/// Why no answer came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransportKind {
    /// No answer in time.
    Timeout,
    /// No connection.
    Unreachable,
    /// The provider wants fewer calls.
    RateLimited,
    /// The provider failed.
    ServerError,
}

impl TransportKind {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Timeout,
        Self::Unreachable,
        Self::RateLimited,
        Self::ServerError,
    ];

    /// As events and records have it, such as `rate_limited`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Unreachable => "unreachable",
            Self::RateLimited => "rate_limited",
            Self::ServerError => "server_error",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
