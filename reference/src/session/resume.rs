//! How a session is left and taken up again: nothing that can be observed changes (REQ SES-4).

use std::sync::Arc;

use super::audit::Audit;
use super::checkpoint::{self, Checkpoint, CheckpointFault, Named};
use super::command::Command;
use super::error::SessionError;
use super::machine::Session;
use super::open::{Asks, Open, OpenCall, action_id};
use super::policy::{Policy, PolicyError};
use super::record::{Decided, Record};
use super::step::Step;
use crate::contract::{Bindings, Contract};
use crate::digest::sha256;

impl Session {
    /// What the session needs to go on elsewhere, beside its audit. Holds no text of a response.
    #[must_use]
    pub fn checkpoint(&self) -> String {
        let name = |sequence| self.audit.get(sequence).map(Named::from);
        let open = match &self.open {
            Open::Call(OpenCall { attempt, asks, .. }) => match asks {
                Asks::Regular => Some(checkpoint::Open::Regular { attempt: *attempt }),
                Asks::Repair { source } => name(*source).map(|source| checkpoint::Open::Repair {
                    attempt: *attempt,
                    source,
                }),
            },
            Open::Action { record, .. } => {
                name(*record).map(|record| checkpoint::Open::Action { record })
            }
            Open::Stopped(reason) => Some(checkpoint::Open::Stopped { reason: *reason }),
        };
        let checkpoint = open.map(|open| Checkpoint {
            contract_sha256: sha256(self.contract.text()),
            policy: self.policy.clone(),
            bindings: self.bindings.to_json(),
            invalid_responses: self.invalid_responses,
            actions_left: self.actions_left,
            result_seen: self.result_seen,
            tries: self.tries,
            notice: self.notice.clone(),
            hint: self.hint.clone(),
            open,
            accepted: self
                .accepted
                .iter()
                .filter_map(|sequence| name(*sequence))
                .collect(),
            count: self.audit.count(),
            head: self.audit.head().to_owned(),
        });
        // Whatever is open names a record of this session's own audit.
        checkpoint
            .map(|checkpoint| checkpoint.seal())
            .unwrap_or_default()
    }

    /// Goes on from a checkpoint and the audit that reaches it, or a longer one, of which the end is
    /// left out. Gives exactly the open command, under its old id; none after a stop (REQ SES-4).
    ///
    /// # Errors
    ///
    /// [`SessionError::Policy`] without a policy, or for another one than it was begun under
    /// (REQ ACT-4, ACT-5); [`SessionError::Checkpoint`] for one that is damaged, foreign or of a
    /// later format, [`SessionError::Audit`] for records that do not verify up to it (REQ SES-5).
    pub fn resume(
        contract: Arc<Contract>,
        policy: Option<&str>,
        checkpoint: &str,
        mut records: Vec<Record>,
    ) -> Result<(Self, Vec<Command>), SessionError> {
        let policy = Policy::read(policy)?;
        let checkpoint = Checkpoint::open(checkpoint)?;
        if checkpoint.contract_sha256 != sha256(contract.text()) {
            return Err(CheckpointFault::Foreign.into());
        }
        if checkpoint.policy != policy {
            return Err(PolicyError::Mismatch.into());
        }
        records.truncate(usize::try_from(checkpoint.count).unwrap_or(usize::MAX));
        let audit = Audit::of(records, &checkpoint.head)?;
        Self::restored(contract, checkpoint, audit).ok_or_else(|| CheckpointFault::Damaged.into())
    }

    /// The session that a checkpoint and its audit describe; none if they contradict each other.
    fn restored(
        contract: Arc<Contract>,
        checkpoint: Checkpoint,
        audit: Audit,
    ) -> Option<(Self, Vec<Command>)> {
        let named = |named: &Named| {
            let record = audit.get(named.sequence)?;
            (record.hash == named.hash).then_some(record)
        };
        let mut state_changes = Vec::new();
        let mut accepted = Vec::new();
        for name in &checkpoint.accepted {
            let text = accepted_text(named(name)?)?;
            state_changes.extend(Step::read(&contract, text).state_changes);
            accepted.push(name.sequence);
        }
        let id = format!("call-{}", checkpoint.tries);
        let call = |attempt, asks| {
            Open::Call(OpenCall {
                id,
                attempt,
                asks,
                prompt: String::new(),
            })
        };
        let open = match &checkpoint.open {
            checkpoint::Open::Regular { attempt } => call(*attempt, Asks::Regular),
            checkpoint::Open::Repair { attempt, source } => {
                let source = named(source)?.sequence;
                call(*attempt, Asks::Repair { source })
            }
            checkpoint::Open::Action { record } => {
                let record = named(record)?;
                let id = action_id(record.sequence, accepted_text(record)?);
                Open::Action {
                    id,
                    record: record.sequence,
                }
            }
            checkpoint::Open::Stopped { reason } => Open::Stopped(*reason),
        };
        let mut session = Self {
            bindings: Bindings::read_text(&checkpoint.bindings).ok()?,
            policy: checkpoint.policy,
            invalid_responses: checkpoint.invalid_responses,
            actions_left: checkpoint.actions_left,
            result_seen: checkpoint.result_seen,
            tries: checkpoint.tries,
            notice: checkpoint.notice,
            hint: checkpoint.hint,
            log: vec![format!("resumed after {} records", audit.count())],
            contract,
            state_changes,
            open,
            accepted,
            audit,
        };
        let commands = session.reopened()?;
        Some((session, commands))
    }

    /// Gives the open command once more.
    fn reopened(&mut self) -> Option<Vec<Command>> {
        match self.open.clone() {
            Open::Stopped(_) => Some(Vec::new()),
            Open::Action { id, record } => {
                let text = accepted_text(self.audit.get(record)?)?;
                let action = Step::read(&self.contract, text).action?;
                Some(vec![self.execute(action, id, record)])
            }
            Open::Call(call) => {
                self.policy.provider(call.attempt)?;
                let prompt = match call.asks {
                    Asks::Regular => self.regular_prompt(),
                    Asks::Repair { source } => self.repair_call(source)?.prompt().to_owned(),
                };
                let call = OpenCall { prompt, ..call };
                let command = self.called(&call);
                self.open = Open::Call(call);
                Some(vec![command])
            }
        }
    }
}

/// The text that was accepted with a record.
fn accepted_text(record: &Record) -> Option<&str> {
    match record.outcome {
        Decided::Accepted {} => record.text.as_deref(),
        _ => None,
    }
}
