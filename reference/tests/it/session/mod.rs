//! Sessions as their callers see them: a small contract, the answers that may come, one file a promise.

mod activation;
mod chain;
mod checkpoint;
mod counter;
mod course;
mod failover;
mod guarded;
mod misfits;
mod once;
mod policy;
mod prompt;
mod resumption;
mod secrets;

use std::sync::Arc;

use response_recovery::Contract;
use response_recovery::session::{Command, Event, Session, StopReason, TransportKind};

/// A contract that costs little: one list that can be repaired, two tools.
pub(crate) const CONTRACT: &str = r#"{"contract": 1, "phase": "investigation",
  "schema": {"type": "object", "additionalProperties": false, "required": ["next"], "properties": {
    "changes": {"type": "array", "items": {"type": "string"}},
    "next": {"type": "object", "required": ["action"], "properties": {
      "action": {"type": "string"}, "arguments": {"type": "object"}}}}},
  "positions": {"objects": ["/next/arguments"], "repairable": ["/changes"], "state_changes": "/changes"},
  "bindings": {"hypothesis": {"id": "H-1", "statement": "it is the cache"}, "visible_evidence": ["E-1"]},
  "tools": {"look": {"effect": "read"}, "end": {"effect": "final"}},
  "context": {"instructions": "CONTEXT-11 look closely", "raw": ["CONTEXT-22"]}}"#;

/// Version 1 with two providers, and three invalid responses.
pub(crate) const POLICY: &str =
    r#"{"response_recovery_version": 1, "transport": {"providers": ["a", "b"]}}"#;

/// Accepted as it comes.
pub(crate) const VALID: &str =
    r#"{"changes": ["c-1", "c-2"], "next": {"action": "look", "arguments": {"n": 1.50}}}"#;
/// Accepted after a rule.
pub(crate) const FENCED: &str = "```json\n{\"next\": {\"action\": \"look\"}}\n```";
/// Never accepted.
pub(crate) const INVALID: &str = "I would look.";
/// To be repaired at `/changes`, after a rule.
pub(crate) const ELIGIBLE: &str =
    "```\n{\"changes\": \"c-3\", \"next\": {\"action\": \"look\", \"arguments\": {}}}\n```";
/// Repairs it.
pub(crate) const REPAIRED: &str = r#"{"replacement": ["c-3"]}"#;
/// Does not.
pub(crate) const REFUSED: &str = r#"{"replacement": ["c-4"]}"#;
/// Ends the session.
pub(crate) const FINAL: &str = r#"{"next": {"action": "end"}}"#;

pub(crate) fn contract(text: &str) -> Arc<Contract> {
    Arc::new(Contract::compile(text).unwrap())
}

/// A session, and the one command that is open in it.
#[derive(Debug, Clone)]
pub(crate) struct Course {
    pub(crate) session: Session,
    pub(crate) open: Command,
}

impl Course {
    pub(crate) fn begin(contract: &Arc<Contract>, policy: &str) -> Self {
        let (session, commands) = Session::open(Arc::clone(contract), Some(policy)).unwrap();
        let open = only(commands);
        Self { session, open }
    }

    /// Under the small contract and its policy.
    pub(crate) fn small() -> Self {
        Self::begin(&contract(CONTRACT), POLICY)
    }

    pub(crate) fn tell(&mut self, event: Event) -> &mut Self {
        self.open = only(self.session.handle(event).unwrap());
        self
    }

    /// Answers the open call.
    pub(crate) fn answer(&mut self, text: &str) -> &mut Self {
        let event = self.response(text);
        self.tell(event)
    }

    /// Answers the open call, and gives a result if an action comes of it.
    pub(crate) fn step(&mut self, text: &str) -> &mut Self {
        self.answer(text);
        if let Command::Execute(_) = &self.open {
            self.result();
        }
        self
    }

    pub(crate) fn result(&mut self) -> &mut Self {
        let event = Event::ToolResult {
            action: self.action(),
            output: r#"{"rows": ["OUTPUT-33"]}"#.to_owned(),
            bindings: None,
        };
        self.tell(event)
    }

    pub(crate) fn lose(&mut self) -> &mut Self {
        let event = self.transport_error();
        self.tell(event)
    }

    pub(crate) fn response(&self, text: &str) -> Event {
        Event::LlmResponse {
            call: self.call(),
            text: text.to_owned(),
            finish: None,
        }
    }

    pub(crate) fn transport_error(&self) -> Event {
        Event::TransportError {
            call: self.call(),
            kind: TransportKind::Timeout,
        }
    }

    /// The id of the open call; of none if none is open.
    pub(crate) fn call(&self) -> String {
        match &self.open {
            Command::Call(call) => call.id.clone(),
            _ => String::new(),
        }
    }

    /// The id of the open action; of none if none is open.
    pub(crate) fn action(&self) -> String {
        match &self.open {
            Command::Execute(execute) => execute.action.clone(),
            _ => String::new(),
        }
    }

    pub(crate) fn prompt(&self) -> &str {
        match &self.open {
            Command::Call(call) => &call.prompt,
            other => panic!("a call is open, not {other:?}"),
        }
    }

    /// What the open call asks for; nothing if none is open.
    pub(crate) fn prompt_kind(&self) -> Option<&'static str> {
        match &self.open {
            Command::Call(call) => Some(call.kind.name()),
            _ => None,
        }
    }

    pub(crate) fn provider(&self) -> &str {
        match &self.open {
            Command::Call(call) => &call.provider,
            other => panic!("a call is open, not {other:?}"),
        }
    }

    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.session.state().stopped
    }

    /// The same session, left and taken up again.
    pub(crate) fn resumed(
        &self,
        contract: &Arc<Contract>,
        policy: &str,
    ) -> (Session, Vec<Command>) {
        let records = self.session.records().to_vec();
        let checkpoint = self.session.checkpoint();
        Session::resume(Arc::clone(contract), Some(policy), &checkpoint, records).unwrap()
    }
}

/// Everything that can be observed of a session.
pub(crate) fn observed(session: &Session) -> String {
    let records = serde_json::to_string(session.records()).unwrap();
    format!(
        "{}\n{records}\n{}",
        session.state().to_json(),
        session.checkpoint()
    )
}

fn only(mut commands: Vec<Command>) -> Command {
    let command = commands.pop().unwrap();
    assert_eq!(commands, [], "one thing is open at a time");
    command
}
