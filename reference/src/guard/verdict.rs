//! What the guard says of an output.

use std::fmt;

use super::contract::GuardContract;
use super::gate::Gate;
use super::invariant::InvariantName;
use super::quarantine::Kept;
use crate::json::{Document, ParseError, Value};
use crate::wire::on_one_line;

/// The verdict on one output.
#[derive(Debug, Clone)]
pub enum Verdict<'b> {
    /// It may be used.
    Valid(Valid<'b>),
    /// It came with a 2xx and must not be used.
    Corrupt(Corrupt<'b>),
    /// There is no output to use. This is never called corruption (REQ GRD-2).
    ToolFailure(ToolFailure),
}

/// An output that passed every gate. Its value is what came, unchanged (REQ GRD-6).
#[derive(Clone)]
pub struct Valid<'b>(pub(super) Document<'b>);

/// An output that failed one.
#[derive(Debug, Clone)]
pub struct Corrupt<'b> {
    /// Why.
    pub corruption: Corruption,
    /// The gates that it passed before, of those that the contract asks for.
    pub checked: Vec<Gate>,
    /// What goes into quarantine.
    pub kept: Kept<'b>,
}

/// Why a 2xx is corrupt. Shown as a stop reason, such as `response_corruption:schema:plan`; it holds
/// names of the contract and no text of the body (REQ GRD-3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Corruption {
    /// The media type is missing, malformed, none that the contract lists, or of another charset.
    ContentType,
    /// The body has more characters than the contract allows.
    TooLarge,
    /// The body is no strict JSON.
    InvalidJson(BodyFault),
    /// The version is absent or not accepted.
    SchemaVersion,
    /// The value does not satisfy the schema; the last name of the place that the contract knows,
    /// or `root`.
    Schema(String),
    /// An invariant does not hold.
    Invariant(InvariantName),
}

/// Why a body is no strict JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyFault {
    /// It begins with a byte order mark.
    ByteOrderMark,
    /// It is no UTF-8 from this byte on.
    NotUtf8 {
        /// The first byte that is none, counted from 0.
        offset: usize,
    },
    /// It is no JSON by the rules that hold for responses (REQ PAR-1 to PAR-6).
    Json(ParseError),
}

/// Why there is no output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolFailure {
    /// No answer in time.
    Timeout,
    /// No connection, or a status of 5xx.
    Unavailable,
    /// Any other status that is not 2xx, and 206.
    Error,
}

impl<'b> Valid<'b> {
    /// The value, in place.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        self.0.root()
    }

    /// The body as it came, for any other parser.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// The body with its value.
    #[must_use]
    pub fn into_document(self) -> Document<'b> {
        self.0
    }
}

impl fmt::Debug for Valid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Valid").finish_non_exhaustive()
    }
}

impl Corruption {
    /// The gate that the output failed.
    #[must_use]
    pub const fn gate(&self) -> Gate {
        match self {
            Self::ContentType => Gate::ContentType,
            Self::TooLarge => Gate::Size,
            Self::InvalidJson(_) => Gate::Parse,
            Self::SchemaVersion => Gate::SchemaVersion,
            Self::Schema(_) => Gate::Schema,
            Self::Invariant(_) => Gate::Invariants,
        }
    }

    /// The verdict on a body that is corrupt in this way.
    pub(super) fn of<'b>(self, contract: &GuardContract, body: &'b [u8]) -> Corrupt<'b> {
        let failed = self.gate();
        let passed = Gate::ALL.into_iter().filter(|gate| *gate < failed);
        Corrupt {
            checked: passed.filter(|gate| contract.asks(*gate)).collect(),
            kept: match self {
                Self::TooLarge => Kept::beginning(body),
                _ => Kept::whole(body),
            },
            corruption: self,
        }
    }
}

impl fmt::Display for Corruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("response_corruption:")?;
        match self {
            Self::ContentType => f.write_str("content_type_mismatch"),
            Self::TooLarge => f.write_str("output_too_large"),
            Self::InvalidJson(_) => f.write_str("invalid_json"),
            Self::SchemaVersion => f.write_str("schema_version"),
            Self::Schema(name) => write!(f, "schema:{name}"),
            Self::Invariant(name) => write!(f, "invariant:{name}"),
        }
    }
}

impl ToolFailure {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Timeout, Self::Unavailable, Self::Error];

    /// As a stop reason, such as `tool_timeout`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "tool_timeout",
            Self::Unavailable => "tool_unavailable",
            Self::Error => "tool_error",
        }
    }
}

impl fmt::Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Verdict<'_> {
    /// As it stands in a reply, such as `tool_failure`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Valid(_) => "valid",
            Self::Corrupt(_) => "corrupt",
            Self::ToolFailure(_) => "tool_failure",
        }
    }

    /// Whether the output may be used.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        matches!(self, Self::Valid(_))
    }

    /// Why it may not; none if it may.
    #[must_use]
    pub fn stop_reason(&self) -> Option<String> {
        match self {
            Self::Valid(_) => None,
            Self::Corrupt(corrupt) => Some(corrupt.corruption.to_string()),
            Self::ToolFailure(failure) => Some(failure.to_string()),
        }
    }

    /// One JSON object on one line. A valid value stands in it with its own tokens, so that no
    /// number loses a digit; of any other body there is no byte (REQ GRD-8).
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            Self::Valid(valid) => {
                let value = on_one_line(valid.text());
                format!(r#"{{"verdict":"valid","value":{value}}}"#)
            }
            Self::Corrupt(_) | Self::ToolFailure(_) => {
                format!("{{{}}}", self.members_json().join(","))
            }
        }
    }

    /// The members of a reply but for the value.
    pub(super) fn members_json(&self) -> Vec<String> {
        let mut members = vec![format!(r#""verdict":"{}""#, self.name())];
        if let Some(reason) = self.stop_reason() {
            members.push(format!(r#""stop_reason":{}"#, crate::wire::quoted(&reason)));
        }
        if let Self::Corrupt(corrupt) = self {
            members.push(format!(r#""quarantine":{}"#, corrupt.kept.receipt_json()));
        }
        members
    }
}
