//! Why a tool's output is not valid: the closed list of GRD-2 and GRD-3.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What every reason of a corruption begins with.
const CORRUPTION: &str = "response_corruption:";

/// Why a tool's output is not valid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutputReason {
    /// The tool did not answer in time.
    ToolTimeout,
    /// It could not be reached, or says so by its status.
    ToolUnavailable,
    /// It answered with any other status than one of success.
    ToolError,
    /// The content type is not one of those due.
    ContentTypeMismatch,
    /// There are more characters than may be.
    OutputTooLarge,
    /// The body is no strict JSON.
    InvalidJson,
    /// The version is none of those accepted.
    SchemaVersion,
    /// The schema does not hold; the name is the path's last one that the contract knows, or `root`.
    Schema(String),
    /// The invariant of this name does not hold.
    Invariant(String),
}

/// What a guard says of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It may be used.
    Valid,
    /// The tool answered, but what it says must not be used.
    Corrupt,
    /// The tool did not answer.
    ToolFailure,
}

/// A gate that an output passes or not, in the order of GRD-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names are those of the policy and say all there is to say"
)]
pub enum Gate {
    Transport,
    ContentType,
    Size,
    Parse,
    SchemaVersion,
    Schema,
    Invariants,
}

impl OutputReason {
    /// The verdict that it goes with.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::ToolTimeout | Self::ToolUnavailable | Self::ToolError => Verdict::ToolFailure,
            _ => Verdict::Corrupt,
        }
    }

    /// The gate that did not let the output through.
    #[must_use]
    pub fn gate(&self) -> Gate {
        match self {
            Self::ToolTimeout | Self::ToolUnavailable | Self::ToolError => Gate::Transport,
            Self::ContentTypeMismatch => Gate::ContentType,
            Self::OutputTooLarge => Gate::Size,
            Self::InvalidJson => Gate::Parse,
            Self::SchemaVersion => Gate::SchemaVersion,
            Self::Schema(_) => Gate::Schema,
            Self::Invariant(_) => Gate::Invariants,
        }
    }

    /// The text that stands in cases and replies.
    #[must_use]
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::ToolTimeout => "tool_timeout".into(),
            Self::ToolUnavailable => "tool_unavailable".into(),
            Self::ToolError => "tool_error".into(),
            Self::ContentTypeMismatch => "response_corruption:content_type_mismatch".into(),
            Self::OutputTooLarge => "response_corruption:output_too_large".into(),
            Self::InvalidJson => "response_corruption:invalid_json".into(),
            Self::SchemaVersion => "response_corruption:schema_version".into(),
            Self::Schema(name) => format!("{CORRUPTION}schema:{name}").into(),
            Self::Invariant(name) => format!("{CORRUPTION}invariant:{name}").into(),
        }
    }
}

impl fmt::Display for OutputReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl FromStr for OutputReason {
    type Err = String;

    /// Reads the text that stands in cases and replies.
    fn from_str(text: &str) -> Result<Self, String> {
        let other = || {
            "a stop reason of an output is tool_timeout, tool_unavailable, tool_error, or response_corruption: \
             and one of content_type_mismatch, output_too_large, invalid_json, schema_version, schema:NAME, \
             invariant:NAME"
                .to_owned()
        };
        let Some(corruption) = text.strip_prefix(CORRUPTION) else {
            return match text {
                "tool_timeout" => Ok(Self::ToolTimeout),
                "tool_unavailable" => Ok(Self::ToolUnavailable),
                "tool_error" => Ok(Self::ToolError),
                _ => Err(other()),
            };
        };
        match (corruption, corruption.split_once(':')) {
            ("content_type_mismatch", _) => Ok(Self::ContentTypeMismatch),
            ("output_too_large", _) => Ok(Self::OutputTooLarge),
            ("invalid_json", _) => Ok(Self::InvalidJson),
            ("schema_version", _) => Ok(Self::SchemaVersion),
            (_, Some(("schema", name))) => Ok(Self::Schema(name.to_owned())),
            (_, Some(("invariant", name))) if !name.is_empty() => {
                Ok(Self::Invariant(name.to_owned()))
            }
            _ => Err(other()),
        }
    }
}

impl Serialize for OutputReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for OutputReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Verdict {
    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Corrupt => "corrupt",
            Self::ToolFailure => "tool_failure",
        }
    }
}

impl Gate {
    /// Every gate, in the order of GRD-1.
    pub const ALL: [Self; 7] = [
        Self::Transport,
        Self::ContentType,
        Self::Size,
        Self::Parse,
        Self::SchemaVersion,
        Self::Schema,
        Self::Invariants,
    ];

    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_that_is_written_is_read_back_and_nothing_else_is_one() {
        for text in [
            "tool_timeout",
            "tool_unavailable",
            "tool_error",
            "response_corruption:content_type_mismatch",
            "response_corruption:output_too_large",
            "response_corruption:invalid_json",
            "response_corruption:schema_version",
            "response_corruption:schema:a:b",
            "response_corruption:invariant:x",
        ] {
            assert_eq!(text.parse::<OutputReason>().unwrap().name(), text);
        }
        for text in [
            "",
            "timeout",
            "response_corruption:",
            "response_corruption:schema",
            "response_corruption:tool_error",
            "response_corruption:invariant:",
            "invalid_json",
        ] {
            assert!(text.parse::<OutputReason>().is_err(), "{text}");
        }
    }
}
