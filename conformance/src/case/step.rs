//! What must come of one step of a session.

use std::borrow::Cow;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Category, OutputReason, Rule, Verdict};

/// What must come of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepExpectation {
    /// It is refused with one of these errors, and nothing changes (REQ SES-6). Never empty.
    Error(Vec<SessionError>),
    /// It is taken, with this state afterwards.
    State(StateDue),
}

/// The state after a step. What is absent is not compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateDue {
    /// Exactly these commands, in this order.
    pub commands: Option<Vec<CommandDue>>,
    /// How many responses in a row were not accepted as they came (REQ SES-2).
    pub invalid_responses: Option<u64>,
    /// How many actions are left; the inner none where the contract states no budget.
    pub actions_left: Option<Option<u64>>,
    /// The state changes so far: a JSON array, as text.
    pub state_changes_text: Option<String>,
    /// Why the session has stopped; the inner none where it goes on.
    pub stopped: Option<Option<StopReason>>,
    /// The rules that the record of the step's call has, in order.
    pub rules: Option<Vec<Rule>>,
    /// The text that the record of the step's call has, to the byte: normalized, or rebuilt by a repair.
    pub text: Option<String>,
    /// What the guard must make of the step's output, which decides whether its bindings are taken; absent: they are
    /// (REQ SES-7).
    pub verdict: Option<Verdict>,
}

/// A command that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandDue {
    /// A call of a model.
    Call(CallDue),
    /// An action.
    Execute(ExecuteDue),
    /// The end of the session.
    Stop(StopDue),
}

/// A call that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallDue {
    /// Its kind.
    pub kind: CallKind,
    /// The provider; absent: not compared.
    pub provider: Option<String>,
    /// What a regular prompt says of the rejection before it; absent: nothing (REQ SES-3).
    pub notice: Option<Notice>,
    /// What a regular prompt says of the rules before it; absent: nothing (REQ HNT-1).
    pub hint: Option<Vec<Rule>>,
    /// The path of a repair call; absent: not compared.
    pub path: Option<String>,
}

/// The kind of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// It asks for a response.
    Regular,
    /// It asks for a replacement.
    Repair,
}

/// What a prompt says of the rejection before it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The category.
    pub category: Category,
    /// The error path.
    pub path: String,
}

/// An action that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecuteDue {
    /// The tool.
    pub tool: String,
    /// The arguments as JSON text; absent: not compared.
    pub arguments_text: Option<String>,
}

/// The end of a session that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopDue {
    /// Why.
    pub reason: StopReason,
    /// What is safe to do next; absent: not compared.
    pub next_step: Option<NextStep>,
    /// The checks that the last response passed; absent: not compared.
    pub checked: Option<Vec<Check>>,
}

/// Why a session stops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopReason {
    /// A `final` action was accepted, or nothing can be executed.
    Concluded,
    /// Too many responses in a row were invalid.
    InvalidResponseLimit,
    /// No provider answered.
    TransportExhausted,
    /// A tool's output was not valid, or a write was due where one had blocked it (REQ SES-7).
    Output(OutputReason),
}

/// What is safe to do after a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextStep {
    /// Nothing; the investigation is concluded.
    None,
    /// Answer with what there is.
    PartialAnswer,
    /// Try again later.
    RetryAfterRecovery,
}

/// A check that a response passes or not, or a gate that a tool's output does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names are those of the policy and say all there is to say"
)]
pub enum Check {
    Parse,
    Schema,
    References,
    Action,
    Tool,
    Budget,
    Transport,
    ContentType,
    Size,
    SchemaVersion,
    Invariants,
}

/// Why a session operation is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionError {
    /// A new investigation states no policy (REQ ACT-4).
    #[serde(rename = "policy:missing")]
    PolicyMissing,
    /// A running investigation is resumed under another policy (REQ ACT-5).
    #[serde(rename = "policy:mismatch")]
    PolicyMismatch,
    /// The version of the policy is none (REQ ACT-3).
    #[serde(rename = "policy:unsupported_version")]
    PolicyUnsupportedVersion,
    /// The policy has a member that is unknown or means nothing (REQ ACT-3).
    #[serde(rename = "policy:invalid")]
    PolicyInvalid,
    /// The checkpoint is damaged, foreign, cut or of a later format (REQ SES-5).
    #[serde(rename = "checkpoint")]
    Checkpoint,
    /// The audit does not verify, or does not reach its head (REQ SES-5).
    #[serde(rename = "audit")]
    Audit,
    /// The event does not fit the state (REQ SES-6).
    #[serde(rename = "event")]
    Event,
    /// The name of the session is in use, or unknown.
    #[serde(rename = "session")]
    Session,
    /// The request cannot be understood.
    #[serde(rename = "request")]
    Request,
}

impl CallKind {
    /// The name that stands in cases, commands and records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Repair => "repair",
        }
    }
}

impl StopReason {
    /// The name that stands in cases, commands and states.
    #[must_use]
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::Concluded => "concluded".into(),
            Self::InvalidResponseLimit => "invalid_response_limit".into(),
            Self::TransportExhausted => "transport_exhausted".into(),
            Self::Output(reason) => reason.name(),
        }
    }
}

impl FromStr for StopReason {
    type Err = String;

    /// Reads the text that stands in cases, commands and states.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "concluded" => Ok(Self::Concluded),
            "invalid_response_limit" => Ok(Self::InvalidResponseLimit),
            "transport_exhausted" => Ok(Self::TransportExhausted),
            _ => text.parse().map(Self::Output).map_err(|why| {
                format!("a session stops with concluded, invalid_response_limit, transport_exhausted or the stop reason of an output; {why}")
            }),
        }
    }
}

impl Serialize for StopReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for StopReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl NextStep {
    /// The name that stands in cases and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::PartialAnswer => "partial_answer",
            Self::RetryAfterRecovery => "retry_after_recovery",
        }
    }
}

impl Check {
    /// The name that stands in cases and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Schema => "schema",
            Self::References => "references",
            Self::Action => "action",
            Self::Tool => "tool",
            Self::Budget => "budget",
            Self::Transport => "transport",
            Self::ContentType => "content_type",
            Self::Size => "size",
            Self::SchemaVersion => "schema_version",
            Self::Invariants => "invariants",
        }
    }
}

impl SessionError {
    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PolicyMissing => "policy:missing",
            Self::PolicyMismatch => "policy:mismatch",
            Self::PolicyUnsupportedVersion => "policy:unsupported_version",
            Self::PolicyInvalid => "policy:invalid",
            Self::Checkpoint => "checkpoint",
            Self::Audit => "audit",
            Self::Event => "event",
            Self::Session => "session",
            Self::Request => "request",
        }
    }
}
