//! What a session wants done.

use serde::{Deserialize, Serialize};

use crate::guard::Gate;

/// What the caller does next. At any time a session has just one of these open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Ask an LLM, and tell what it answered.
    Call(Call),
    /// Carry an action out once, and tell what it returned.
    Execute(Execute),
    /// Nothing more is to be done.
    Stop(Stop),
}

/// One try of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Its id, such as `call-1`; each try has its own.
    pub id: String,
    /// What is asked for.
    pub kind: CallKind,
    /// Which provider is asked.
    pub provider: String,
    /// What the LLM is given, whole.
    pub prompt: String,
}

/// What a call asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// The next step of the investigation.
    Regular,
    /// The right shape for one part of the response before (REQ REP-3).
    Repair,
}

impl CallKind {
    /// As commands and records have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Repair => "repair",
        }
    }
}

/// An accepted action (REQ SES-1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execute {
    /// Its id, which binds the accepted text.
    pub action: String,
    /// The tool that it calls.
    pub tool: String,
    /// The arguments with their own tokens, as JSON text; `{}` where the response has none.
    pub arguments: String,
}

/// The end of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// What had been checked.
    pub checked: Checked,
    /// What may safely be done next.
    pub next_step: NextStep,
}

/// What had been checked before a session stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// The checks that the last response passed.
    Response(Vec<Check>),
    /// The gates that a tool's output passed (REQ SES-7).
    Output(Vec<Gate>),
}

impl Checked {
    /// As they are reported, in their order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let (checks, gates) = match self {
            Self::Response(checks) => (&checks[..], &[][..]),
            Self::Output(gates) => (&[][..], &gates[..]),
        };
        let checks = checks.iter().map(|check| check.name());
        checks.chain(gates.iter().map(|gate| gate.name()))
    }
}

/// Why a session stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// A final action was accepted.
    Concluded,
    /// As many responses in a row as the policy allows were invalid (REQ SES-2).
    InvalidResponseLimit,
    /// No provider answered (REQ TRN-1).
    TransportExhausted,
    /// A tool's output was refused, and nothing may be done upon it (REQ SES-7).
    Output(Refused),
}

/// A tool's output that the guard refused: why and how far it came, and nothing of the output itself
/// (REQ SES-7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The stop reason, such as `response_corruption:invalid_json` or `tool_timeout`.
    pub reason: String,
    /// The gates that the output passed before.
    pub checked: Vec<Gate>,
}

impl StopReason {
    /// As it is reported, such as `invalid_response_limit`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Concluded => "concluded",
            Self::InvalidResponseLimit => "invalid_response_limit",
            Self::TransportExhausted => "transport_exhausted",
            Self::Output(refused) => &refused.reason,
        }
    }
}

/// The checks of a response, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// Strict JSON within the limits.
    Parse,
    /// The contract's JSON Schema.
    Schema,
    /// The references.
    References,
    /// The action.
    Action,
    /// The arguments of the tool.
    Tool,
    /// The budget.
    Budget,
}

impl Check {
    /// All of them, in their order.
    pub const ALL: [Self; 6] = [
        Self::Parse,
        Self::Schema,
        Self::References,
        Self::Action,
        Self::Tool,
        Self::Budget,
    ];

    /// As it is reported, such as `references`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Schema => "schema",
            Self::References => "references",
            Self::Action => "action",
            Self::Tool => "tool",
            Self::Budget => "budget",
        }
    }
}

/// What may safely be done after a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NextStep {
    /// Nothing: the investigation is over.
    Nothing,
    /// Answer with what the tools returned so far.
    PartialAnswer,
    /// Run anew when what failed is well again.
    RetryAfterRecovery,
}

impl NextStep {
    /// As it is reported, such as `partial_answer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::PartialAnswer => "partial_answer",
            Self::RetryAfterRecovery => "retry_after_recovery",
        }
    }
}
