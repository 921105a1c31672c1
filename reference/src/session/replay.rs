//! What a log tells of its session: nearly all, so no checkpoint has to say it again (REQ SES-4).
//!
//! It is told by outcomes alone. Nothing is judged anew, since the bindings of then are not known.

use std::sync::Arc;

use super::audit::Audit;
use super::command::StopReason;
use super::hint::Hint;
use super::machine::Session;
use super::notice::Notice;
use super::open::{Asks, Open, OpenCall, action_id};
use super::policy::Policy;
use super::record::{Decided, Record};
use super::step::Step;
use crate::contract::{Bindings, Contract};

impl Session {
    /// The session that has such a log, its last action waiting for a result if there is one; the
    /// prompt of an open call is still to be written. None if no session under this contract and
    /// policy has such a log.
    pub(super) fn replayed(
        contract: Arc<Contract>,
        policy: Policy,
        bindings: Bindings,
        audit: Audit,
    ) -> Option<Self> {
        let mut session = Self::fresh(contract, policy, bindings);
        session.replay_call(0, Asks::Regular);
        for record in audit.records() {
            session.replay(record)?;
        }
        session.audit = audit;
        Some(session)
    }

    /// The result of the open action, if there is one: the next step is asked for.
    pub(super) fn replay_result(&mut self) {
        if let Open::Action { .. } = self.open {
            self.result_seen = true;
            self.replay_call(0, Asks::Regular);
        }
    }

    /// One record more: the one of the open call, and of no other.
    fn replay(&mut self, record: &Record) -> Option<()> {
        // The log goes on, so the result has come.
        self.replay_result();
        let Open::Call(OpenCall {
            id, attempt, asks, ..
        }) = &self.open
        else {
            return None;
        };
        let (attempt, asks) = (*attempt, *asks);
        let due = (id, asks.kind(), self.policy.provider(attempt)?);
        if (&record.call, record.kind, &*record.provider) != due {
            return None;
        }
        if let Decided::TransportError { .. } = record.outcome {
            if self.policy.provider(attempt + 1).is_some() {
                self.replay_call(attempt + 1, asks);
            } else {
                self.open = Open::Stopped(StopReason::TransportExhausted);
            }
            return Some(());
        }
        (self.notice, self.hint) = (None, None);
        if let Decided::Accepted {} = record.outcome {
            return self.replay_accepted(record);
        }
        self.invalid_responses += 1;
        if self.invalid_responses >= self.policy.max_invalid_responses() {
            self.open = Open::Stopped(StopReason::InvalidResponseLimit);
        } else if let Decided::Rejected { reason, path } = &record.outcome {
            self.notice = Some(Notice::of_record(reason, path));
            self.replay_call(0, Asks::Regular);
        } else {
            let source = record.sequence;
            self.replay_call(0, Asks::Repair { source });
        }
        Some(())
    }

    fn replay_accepted(&mut self, record: &Record) -> Option<()> {
        let text = record.text.as_deref()?;
        self.invalid_responses = 0;
        self.hint = Hint::on(&record.rules);
        let step = Step::read(&self.contract, text);
        self.state_changes.extend(step.state_changes);
        self.open = if let Some(action) = step.action {
            self.actions_left = self.actions_left.map(|left| left.saturating_sub(1));
            Open::Action {
                id: action_id(record.sequence, text),
                record: record.sequence,
                tool: action.tool().to_owned(),
            }
        } else {
            Open::Stopped(StopReason::Concluded)
        };
        Some(())
    }

    fn replay_call(&mut self, attempt: u64, asks: Asks) {
        self.tries += 1;
        self.open = Open::Call(OpenCall {
            id: format!("call-{}", self.tries),
            attempt,
            asks,
            prompt: String::new(),
        });
    }
}
