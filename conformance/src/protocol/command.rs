//! What a session wants done, and its state.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Malformed;
use super::object::Object;
use super::reply::Text;

/// What the caller has to do.
#[derive(Debug, Clone)]
pub enum Command<'a> {
    /// Call a model.
    Call {
        /// The id of the call.
        call: Cow<'a, str>,
        /// `regular` or `repair`, if it is right.
        kind: Cow<'a, str>,
        /// The provider.
        provider: Cow<'a, str>,
        /// The prompt.
        prompt: Cow<'a, str>,
    },
    /// Run an action.
    Execute {
        /// The id of the action.
        action: Cow<'a, str>,
        /// The tool.
        tool: Cow<'a, str>,
        /// The arguments as JSON text.
        arguments: &'a str,
    },
    /// Stop.
    Stop {
        /// Why.
        stop_reason: Cow<'a, str>,
        /// The checks that the last response passed.
        checked: Vec<Cow<'a, str>>,
        /// What is safe to do next.
        next_step: Cow<'a, str>,
    },
}

/// The state of a session.
#[derive(Debug, Clone, Deserialize)]
pub struct State<'a> {
    /// How many responses in a row were not accepted as they came.
    pub invalid_responses: u64,
    /// How many actions are left; none without a budget.
    pub actions_left: Option<u64>,
    /// The state changes so far: a JSON array.
    #[serde(borrow)]
    pub state_changes: &'a RawValue,
    /// Why the session has stopped; none if it goes on.
    #[serde(borrow)]
    pub stopped: Option<Cow<'a, str>>,
}

/// A command as it stands.
#[derive(Deserialize)]
pub(super) struct Message<'a> {
    #[serde(borrow)]
    call: Option<Text<'a>>,
    #[serde(borrow)]
    kind: Option<Text<'a>>,
    #[serde(borrow)]
    provider: Option<Text<'a>>,
    #[serde(borrow)]
    prompt: Option<Text<'a>>,
    #[serde(borrow)]
    execute: Option<Text<'a>>,
    #[serde(borrow)]
    tool: Option<Text<'a>>,
    #[serde(borrow, default, deserialize_with = "super::reply::present")]
    arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    stop: Option<Object<Stop<'a>>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Stop<'a> {
    #[serde(borrow, rename = "stop_reason")]
    reason: Cow<'a, str>,
    #[serde(borrow)]
    checked: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    next_step: Cow<'a, str>,
}

impl<'a> Command<'a> {
    /// Commands from what stands in a reply.
    pub(super) fn read_all(messages: Vec<Object<Message<'a>>>) -> Result<Vec<Self>, Malformed> {
        let read = |Object(message): Object<Message<'a>>| message.command();
        messages.into_iter().map(read).collect()
    }
}

impl<'a> Message<'a> {
    fn command(self) -> Result<Command<'a>, Malformed> {
        let needed = |text: Option<Text<'a>>, field, with| {
            let missing = Malformed::Missing { field, with };
            text.map(|Text(text)| text).ok_or(missing)
        };
        match (self.call, self.execute, self.stop) {
            (Some(Text(call)), None, None) => Ok(Command::Call {
                call,
                kind: needed(self.kind, "kind", "call")?,
                provider: needed(self.provider, "provider", "call")?,
                prompt: needed(self.prompt, "prompt", "call")?,
            }),
            (None, Some(Text(action)), None) => Ok(Command::Execute {
                action,
                tool: needed(self.tool, "tool", "execute")?,
                arguments: self.arguments.map_or("null", RawValue::get),
            }),
            (None, None, Some(Object(stop))) => Ok(Command::Stop {
                stop_reason: stop.reason,
                checked: stop.checked,
                next_step: stop.next_step,
            }),
            _ => Err(Malformed::Kind),
        }
    }
}
