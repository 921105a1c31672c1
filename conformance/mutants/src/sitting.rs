//! What a desk knows of the sessions that the reference holds behind a mutant, and of their checkpoints.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::message::{Answer, Request};
use crate::session_message::{Command, Event, State};

/// A session as the reference told of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sitting {
    /// The name of its contract, as JSON text.
    pub(crate) contract: String,
    /// The policy that it was begun under.
    pub(crate) policy: Value,
    /// What is open.
    pub(crate) commands: Vec<Command>,
    /// What was open before.
    pub(crate) before: Vec<Command>,
    pub(crate) state: Option<State>,
    /// The responses so far.
    pub(crate) responses: Vec<String>,
    /// The ids of calls that were given up or answered.
    pub(crate) closed: Vec<String>,
    /// What a mutant counts in its own way.
    pub(crate) count: u64,
    /// Whether a result came in.
    pub(crate) has_result: bool,
    /// Whether a mutant ended it though the reference goes on.
    pub(crate) is_over: bool,
    /// What a mutant told of calls: other prompts and providers than the reference did, by id.
    pub(crate) retold: BTreeMap<String, Command>,
    /// What a mutant will say once more.
    pub(crate) remark: String,
}

/// All sessions by name, and what was known of each when a checkpoint was taken.
#[derive(Debug, Default)]
pub(crate) struct Sittings {
    by_name: BTreeMap<String, Sitting>,
    by_checkpoint: BTreeMap<String, (Sitting, Vec<Value>)>,
}

impl Sittings {
    /// The session that a request names; an unknown one is empty.
    pub(crate) fn of(&mut self, request: &Request) -> &mut Sitting {
        let name = request.session.clone().unwrap_or_default();
        self.by_name.entry(name).or_default()
    }

    /// What was known when a checkpoint was taken, and the records of that time.
    pub(crate) fn at(&self, checkpoint: &str) -> Option<&(Sitting, Vec<Value>)> {
        self.by_checkpoint.get(checkpoint)
    }

    /// Keeps what was known with a checkpoint.
    pub(crate) fn keep(&mut self, request: &Request, checkpoint: &str, records: Vec<Value>) {
        let sitting = self.of(request).clone();
        self.by_checkpoint
            .insert(checkpoint.to_owned(), (sitting, records));
    }

    /// Takes in what the reference told.
    pub(crate) fn attend(&mut self, request: &Request, answer: &Answer) {
        let (Some(commands), Some(state)) = (&answer.commands, &answer.state) else {
            return;
        };
        let contract = request.contract.as_ref().map(|name| name.get().to_owned());
        match &*request.op {
            "session_open" => {
                *self.of(request) = Sitting {
                    contract: contract.unwrap_or_default(),
                    policy: request.policy.clone().unwrap_or_default(),
                    ..Sitting::default()
                };
            }
            "session_resume" => {
                let known = request.checkpoint.as_deref().and_then(|text| self.at(text));
                let known = known.map(|(sitting, _)| sitting.clone());
                *self.of(request) = known.unwrap_or_default();
            }
            _ => {}
        }
        let sitting = self.of(request);
        match &request.event {
            Some(Event::LlmResponse { call, text, .. }) => {
                sitting.responses.push(text.clone());
                sitting.closed.push(call.clone());
            }
            Some(Event::TransportError { call, .. }) => sitting.closed.push(call.clone()),
            Some(Event::ToolResult { .. }) => sitting.has_result = true,
            None => {}
        }
        if request.op == "session_event" {
            sitting.before = std::mem::replace(&mut sitting.commands, commands.clone());
        } else if request.op == "session_open" {
            sitting.commands.clone_from(commands);
        }
        sitting.state = Some(state.clone());
    }
}
