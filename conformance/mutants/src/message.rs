//! Requests and answers of the protocol as a mutant sees them: what it needs of them, readable and writable.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::session_message::{Command, Event, State};

/// A request other than `hello`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) id: u64,
    pub(crate) op: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// A contract document in `load`, the name of one in `recover`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) contract: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) response: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) finish: Option<String>,
    /// What a model answered to a repair call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<String>,
    /// The name of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<String>,
    /// A policy document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) policy: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) event: Option<Event>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) checkpoint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) records: Option<Vec<Value>>,
    /// What came of a call of a tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<Value>,
    /// The guard contracts of a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) contracts: Option<Box<RawValue>>,
    /// The steps of a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<Value>>,
}

impl Request {
    /// The response, or nothing where a contract is loaded.
    pub(crate) fn response(&self) -> &str {
        self.response.as_deref().unwrap_or_default()
    }

    /// The same request about another response.
    pub(crate) fn with_response(&self, response: impl Into<String>) -> Self {
        Self {
            response: Some(response.into()),
            ..self.clone()
        }
    }
}

/// An answer to such a request. Numbers in its value keep their digits.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<String>,
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) value: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<Vec<Rule>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
    /// The prompt of a repair that is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) schema: Option<Box<RawValue>>,
    /// Where an accepted repair comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) repair: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commands: Option<Vec<Command>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<State>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) checkpoint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) records: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) head: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) log: Option<Vec<String>>,
    /// The verdict on an output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stop_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quarantine: Option<Value>,
    /// What came of the steps of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) metrics: Option<Value>,
    /// The stop report; null where nothing went wrong.
    #[serde(
        default,
        deserialize_with = "stated",
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) stop: Option<Value>,
}

/// A value that is there, also where it is null.
fn stated<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// A member that is there, also where it is null.
pub(crate) fn present<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Box<RawValue>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// One application of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rule {
    pub(crate) rule: String,
    pub(crate) path: String,
}

impl Rule {
    pub(crate) fn new(rule: &str, path: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            path: path.to_owned(),
        }
    }
}

impl Answer {
    /// Accepts a text; rejects it after all if it is no JSON.
    pub(crate) fn accepted(id: u64, text: impl Into<String>, rules: Vec<Rule>) -> Self {
        let text = text.into();
        // A reply is one line; a line break in strict JSON is white space between tokens.
        let line = text.trim_ascii().replace(['\n', '\r'], " ");
        match RawValue::from_string(line) {
            Ok(value) => Self {
                id,
                outcome: Some("accepted".to_owned()),
                value: Some(value),
                text: Some(text),
                rules: Some(rules),
                ..Self::default()
            },
            Err(_) => Self::rejected(id, "parse", ""),
        }
    }

    pub(crate) fn rejected(id: u64, reason: &str, path: &str) -> Self {
        Self {
            id,
            outcome: Some("rejected".to_owned()),
            reason: Some(reason.to_owned()),
            path: Some(path.to_owned()),
            ..Self::default()
        }
    }

    pub(crate) fn loaded(id: u64) -> Self {
        Self {
            id,
            ok: Some(true),
            ..Self::default()
        }
    }

    pub(crate) fn is_accepted(&self) -> bool {
        self.value.is_some()
    }

    pub(crate) fn is_rejected(&self) -> bool {
        self.reason.is_some()
    }

    /// Whether it rejects with a reason that begins so.
    pub(crate) fn rejects_for(&self, reason: &str) -> bool {
        let own = self.reason.as_deref().unwrap_or_default();
        own.starts_with(reason)
    }

    /// The rules of an accepted answer.
    pub(crate) fn rules(&self) -> &[Rule] {
        self.rules.as_deref().unwrap_or_default()
    }

    pub(crate) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    pub(crate) fn path(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    /// The same, with this rule reported before all others.
    pub(crate) fn after_rule(mut self, rule: &str, path: &str) -> Self {
        if let Some(rules) = &mut self.rules {
            rules.insert(0, Rule::new(rule, path));
        }
        self
    }
}
