//! The gates that an output passes, in their order.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One gate of the guard (REQ GRD-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// Whether an answer came at all, and its status says that it succeeded.
    Transport,
    /// Whether it says to be of a type that the contract lists.
    ContentType,
    /// Whether it has no more characters than the contract allows.
    Size,
    /// Whether it is strict JSON in UTF-8.
    Parse,
    /// Whether it states a version that the contract accepts.
    SchemaVersion,
    /// Whether its value satisfies the contract's JSON Schema.
    Schema,
    /// Whether its value satisfies every invariant.
    Invariants,
}

impl Gate {
    /// All gates, in the order in which they are passed.
    pub const ALL: [Self; 7] = [
        Self::Transport,
        Self::ContentType,
        Self::Size,
        Self::Parse,
        Self::SchemaVersion,
        Self::Schema,
        Self::Invariants,
    ];

    /// As it stands in a stop report, such as `content_type`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transport => "transport",
            Self::ContentType => "content_type",
            Self::Size => "size",
            Self::Parse => "parse",
            Self::SchemaVersion => "schema_version",
            Self::Schema => "schema",
            Self::Invariants => "invariants",
        }
    }

    /// The gate of that name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gate| gate.name() == name)
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
