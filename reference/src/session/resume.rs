//! How a session is left and taken up again: nothing that can be observed changes (REQ SES-4).

use std::sync::Arc;

use super::audit::Audit;
use super::checkpoint::{self, Checkpoint, CheckpointFault, Guarded, Named};
use super::command::{Command, StopReason};
use super::error::SessionError;
use super::machine::Session;
use super::open::{Asks, Open, OpenCall};
use super::policy::{Policy, PolicyError};
use super::record::Record;
use super::step::Step;
use crate::contract::{Bindings, Contract};
use crate::digest::sha256;

impl Session {
    /// What the session needs to go on elsewhere, beside its audit. Holds no text of a response.
    #[must_use]
    pub fn checkpoint(&self) -> String {
        let checkpoint = self.named_open().map(|open| Checkpoint {
            contract_sha256: sha256(self.contract.text()),
            policy: self.policy.clone(),
            bindings: self.bindings.to_json(),
            open,
            guarded: self.is_guarded().then(|| Guarded {
                result_seen: self.result_seen,
                refused: self.refused.clone(),
            }),
            count: self.audit.count(),
            head: self.audit.head().to_owned(),
        });
        // Whatever is open names a record of this session's own audit.
        checkpoint
            .map(|checkpoint| checkpoint.seal())
            .unwrap_or_default()
    }

    /// What is open, as a checkpoint names it.
    fn named_open(&self) -> Option<checkpoint::Open> {
        let name = |sequence| self.audit.get(sequence).map(Named::from);
        Some(match &self.open {
            Open::Call(OpenCall { attempt, asks, .. }) => match asks {
                Asks::Regular => checkpoint::Open::Regular { attempt: *attempt },
                Asks::Repair { source } => checkpoint::Open::Repair {
                    attempt: *attempt,
                    source: name(*source)?,
                },
            },
            Open::Action { record, .. } => checkpoint::Open::Action {
                record: name(*record)?,
            },
            Open::Stopped(reason) => checkpoint::Open::Stopped {
                reason: reason.clone(),
            },
        })
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

    /// The session that a checkpoint and its audit describe; none if they contradict each other. Told
    /// by the checkpoint alone are the bindings, whether the result of the last action came in, and
    /// what the guard made of results.
    fn restored(
        contract: Arc<Contract>,
        checkpoint: Checkpoint,
        audit: Audit,
    ) -> Option<(Self, Vec<Command>)> {
        let bindings = Bindings::read_text(&checkpoint.bindings).ok()?;
        let mut session = Self::replayed(contract, checkpoint.policy, bindings, audit)?;
        if let checkpoint::Open::Regular { .. } = checkpoint.open {
            session.replay_result();
        }
        session.restore_guarded(checkpoint.guarded, &checkpoint.open)?;
        if session.named_open()? != checkpoint.open {
            return None;
        }
        let line = format!("resumed after {} records", session.audit.count());
        session.log = vec![line];
        let commands = session.reopened()?;
        Some((session, commands))
    }

    /// What the guard has seen. None if the contract guards no tool and something is told all the
    /// same, or the other way round, or if the last action could not have ended the session.
    fn restore_guarded(&mut self, guarded: Option<Guarded>, open: &checkpoint::Open) -> Option<()> {
        if guarded.is_some() != self.is_guarded() {
            return None;
        }
        let Some(guarded) = guarded else {
            return Some(());
        };
        self.result_seen = guarded.result_seen;
        self.refused = guarded.refused;
        if let checkpoint::Open::Stopped {
            reason: StopReason::Output(refused),
        } = open
        {
            let Open::Action { tool, .. } = &self.open else {
                return None;
            };
            if self.refused.as_ref() != Some(refused) {
                return None;
            }
            let of_itself = self.policy.on_corruption().is_stop()
                && refused.reason.starts_with("response_corruption:");
            if of_itself {
                self.tool(tool)?.output.as_ref()?;
            } else if self.writes(tool) {
                // It was never carried out, so it took nothing from the budget.
                self.actions_left = self.actions_left.map(|left| left + 1);
            } else {
                return None;
            }
            self.open = Open::Stopped(StopReason::Output(refused.clone()));
        }
        Some(())
    }

    /// Gives the open command once more.
    fn reopened(&mut self) -> Option<Vec<Command>> {
        match self.open.clone() {
            Open::Stopped(_) => Some(Vec::new()),
            Open::Action { id, record, .. } => {
                let text = self.audit.get(record)?.text.as_deref()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Decided, Event, StopReason};

    const CONTRACT: &str = r#"{"contract": 1, "phase": "investigation", "schema": {"type": "object"},
        "tools": {"look": {"effect": "read"}}}"#;
    const POLICY: &str = r#"{"response_recovery_version": 1, "max_invalid_responses": 2}"#;

    fn session(texts: &[&str]) -> Session {
        let contract = Arc::new(Contract::compile(CONTRACT).unwrap());
        let (mut session, mut open) = Session::open(contract, Some(POLICY)).unwrap();
        for text in texts {
            let event = match open.pop().unwrap() {
                Command::Call(call) => Event::LlmResponse {
                    call: call.id,
                    text: (*text).to_owned(),
                    finish: None,
                },
                Command::Execute(execute) => Event::ToolResult {
                    action: execute.action,
                    output: (*text).to_owned(),
                    bindings: None,
                },
                Command::Stop(_) => panic!("stopped"),
            };
            open = session.handle(event).unwrap();
        }
        session
    }

    /// A sum is no secret: a checkpoint that was edited and summed anew is refused all the same where
    /// what it says is open is not what the log leads to.
    #[test]
    fn a_checkpoint_that_the_log_contradicts_is_refused_whatever_its_sum() {
        let look = r#"{"next": {"action": "look"}}"#;
        let sessions = [
            session(&[]),
            session(&["no"]),
            session(&[look]),
            session(&[look, "1"]),
            session(&[look, "1", look]),
            session(&["no", "no"]),
        ];
        let mut refused = 0;
        for own in &sessions {
            let records = own.records().to_vec();
            let resume = |checkpoint: &str| {
                let contract = Arc::clone(&own.contract);
                Session::resume(contract, Some(POLICY), checkpoint, records.clone())
            };
            let checkpoint = own.checkpoint();
            assert!(resume(&checkpoint).is_ok());
            let last = records.last();
            let mut others = vec![
                checkpoint::Open::Regular { attempt: 1 },
                checkpoint::Open::Stopped {
                    reason: StopReason::Concluded,
                },
                checkpoint::Open::Stopped {
                    reason: StopReason::TransportExhausted,
                },
            ];
            for record in records.first().into_iter().chain(last) {
                others.push(checkpoint::Open::Action {
                    record: Named::from(record),
                });
                others.push(checkpoint::Open::Repair {
                    attempt: 0,
                    source: Named::from(record),
                });
            }
            // A result may not have come in yet when a checkpoint was taken.
            let waits = last.filter(|last| last.text.is_some()).map(Named::from);
            let waits = waits.map(|record| checkpoint::Open::Action { record });
            for open in others {
                let mut edited = Checkpoint::open(&checkpoint).unwrap();
                if edited.open == open || waits.as_ref() == Some(&open) {
                    continue;
                }
                edited.open = open;
                assert!(resume(&edited.seal()).is_err(), "{edited:?}");
                refused += 1;
            }
        }
        assert!(refused > 20, "{refused}");
    }

    /// A result that came in is not taken back by a log that goes on, nor is a log that goes on after
    /// a stop one of any session.
    #[test]
    fn a_log_that_no_session_has_is_refused_whatever_its_hashes() {
        let own = session(&["no", "{}"]);
        let sealed = |change: fn(&mut Record)| {
            let mut records = own.records().to_vec();
            let mut previous = super::super::NO_RECORD.to_owned();
            for record in &mut records {
                change(record);
                record.previous.clone_from(&previous);
                *record = record.clone().sealed();
                previous.clone_from(&record.hash);
            }
            let mut checkpoint = Checkpoint::open(&own.checkpoint()).unwrap();
            checkpoint.head = previous;
            let contract = Arc::clone(&own.contract);
            Session::resume(contract, Some(POLICY), &checkpoint.seal(), records).is_ok()
        };
        assert!(sealed(|_| {}));
        assert!(!sealed(|record| record.call = "call-7".to_owned()));
        assert!(!sealed(|record| record.provider = "b".to_owned()));
        assert!(!sealed(
            |record| record.kind = crate::session::CallKind::Repair
        ));
        assert!(!sealed(|record| record.outcome = Decided::Accepted {}));
    }
}
