//! The one thing that a session has open, and the command that asks for it.

use super::command::{
    Call, CallKind, Check, Checked, Command, NextStep, Refused, Stop, StopReason,
};
use super::error::EventFault;
use super::machine::Session;
use super::prompt::Regular;
use super::step::Action;
use crate::digest::sha256;

/// The one thing that is open: a call, an action, or nothing any more.
#[derive(Debug, Clone)]
pub(super) enum Open {
    Call(OpenCall),
    /// The action of the record of a sequence.
    Action {
        id: String,
        record: u64,
        tool: String,
    },
    Stopped(StopReason),
}

/// A call that waits for its answer.
#[derive(Debug, Clone)]
pub(super) struct OpenCall {
    pub(super) id: String,
    /// Which try it is, from 0.
    pub(super) attempt: u64,
    pub(super) asks: Asks,
    pub(super) prompt: String,
}

/// What a call asks for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asks {
    /// The next step.
    Regular,
    /// A repair of the response in the record of this sequence.
    Repair { source: u64 },
}

impl Asks {
    pub(super) const fn kind(self) -> CallKind {
        match self {
            Self::Regular => CallKind::Regular,
            Self::Repair { .. } => CallKind::Repair,
        }
    }
}

/// The id of the action in the record of a sequence: it binds the accepted text (REQ SES-1).
pub(super) fn action_id(record: u64, text: &str) -> String {
    let digest = sha256(text);
    format!("action-{record}-{}", digest.get(..16).unwrap_or_default())
}

impl Session {
    /// The open call, if it is this one.
    pub(super) fn open_call(&self, id: &str) -> Result<OpenCall, EventFault> {
        match &self.open {
            Open::Call(call) if call.id == id => Ok(call.clone()),
            Open::Stopped(_) => Err(EventFault::Stopped),
            _ => Err(EventFault::Call),
        }
    }

    /// The tool of the open action, if it is this one.
    pub(super) fn open_action(&self, own: &str) -> Result<String, EventFault> {
        match &self.open {
            Open::Action { id, tool, .. } if id == own => Ok(tool.clone()),
            Open::Stopped(_) => Err(EventFault::Stopped),
            _ => Err(EventFault::Action),
        }
    }

    /// Asks for the next step, beginning with the first provider.
    pub(super) fn ask(&mut self) -> Command {
        let prompt = self.regular_prompt();
        self.call(0, Asks::Regular, prompt)
    }

    /// The regular prompt that is due now.
    pub(super) fn regular_prompt(&self) -> String {
        Regular {
            contract: &self.contract,
            bindings: &self.bindings,
            version: self.policy.version(),
            notice: self.notice.as_ref(),
            hint: self.hint.as_ref(),
        }
        .to_string()
    }

    /// Makes one try of a call. Each has its own id (REQ SES-6).
    pub(super) fn call(&mut self, attempt: u64, asks: Asks, prompt: String) -> Command {
        self.tries += 1;
        let id = format!("call-{}", self.tries);
        let call = OpenCall {
            id,
            attempt,
            asks,
            prompt,
        };
        let command = self.called(&call);
        self.open = Open::Call(call);
        command
    }

    /// The command for a call that is, or will be, open.
    pub(super) fn called(&mut self, call: &OpenCall) -> Command {
        let provider = self.policy.provider(call.attempt).unwrap_or_default();
        let (id, kind) = (&call.id, call.asks.kind());
        self.log.push(format!("{id} {} to {provider}", kind.name()));
        Command::Call(Call {
            id: id.clone(),
            kind,
            provider: provider.to_owned(),
            prompt: call.prompt.clone(),
        })
    }

    /// Has the action of a record carried out.
    pub(super) fn execute(&mut self, action: Action, id: String, record: u64) -> Command {
        self.log.push(format!("{id} to be carried out"));
        self.open = Open::Action {
            id: id.clone(),
            record,
            tool: action.tool().to_owned(),
        };
        Command::Execute(action.command(id))
    }

    /// Ends the session.
    pub(super) fn stop(&mut self, reason: StopReason, checked: &[Check]) -> Command {
        self.stopped(reason, Checked::Response(checked.to_vec()))
    }

    /// Ends the session for an output that was refused (REQ SES-7).
    pub(super) fn refuse(&mut self, refused: Refused) -> Command {
        let checked = Checked::Output(refused.checked.clone());
        self.stopped(StopReason::Output(refused), checked)
    }

    fn stopped(&mut self, reason: StopReason, checked: Checked) -> Command {
        self.log.push(format!("stopped: {}", reason.name()));
        self.open = Open::Stopped(reason.clone());
        let next_step = match &reason {
            StopReason::Concluded => NextStep::Nothing,
            _ if self.result_seen => NextStep::PartialAnswer,
            _ => NextStep::RetryAfterRecovery,
        };
        Command::Stop(Stop {
            reason,
            checked,
            next_step,
        })
    }
}
