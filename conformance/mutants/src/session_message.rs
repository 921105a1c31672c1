//! Events, commands and state of a session as a mutant sees them. Arguments and state changes keep their digits.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::message::present;

/// What happened: one of these members.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    LlmResponse {
        call: String,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        finish: Option<String>,
    },
    TransportError {
        call: String,
        kind: String,
    },
    ToolResult {
        action: String,
        output: Value,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bindings: Option<Value>,
    },
}

/// A command: a call, an action or a stop, each with the members that it has.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Command {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) call: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) provider: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) execute: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tool: Option<String>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) arguments: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stop: Option<Value>,
}

impl Command {
    pub(crate) fn is_call(&self, kind: &str) -> bool {
        self.kind.as_deref() == Some(kind)
    }
}

/// What a session shows of itself.
#[expect(
    clippy::struct_field_names,
    reason = "the names are those of the protocol"
)]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) invalid_responses: u64,
    pub(crate) actions_left: Option<u64>,
    pub(crate) state_changes: Box<RawValue>,
    pub(crate) stopped: Option<String>,
}
