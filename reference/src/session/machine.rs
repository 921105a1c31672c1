//! The machine of a session, on one screen: what becomes of a response, of a transport error, of a
//! result.

use std::sync::Arc;

use super::admission::Admitted;
use super::audit::Audit;
use super::closing::Closing;
use super::command::{Command, Refused, StopReason};
use super::error::{EventFault, SessionError};
use super::event::{Event, TransportKind};
use super::hint::Hint;
use super::notice::Notice;
use super::open::{Asks, Open, OpenCall, action_id};
use super::policy::Policy;
use super::record::{Record, RuleAt};
use super::state::State;
use super::step::Step;
use super::verdict::{ALL_CHECKS, Verdict};
use crate::contract::{Bindings, Contract};
use crate::guard::{OnCorruption, Quarantined};
use crate::response::Finish;

/// A running investigation. It does no I/O: the caller carries out its commands and tells it what
/// came of them.
#[derive(Debug, Clone)]
pub struct Session {
    pub(super) contract: Arc<Contract>,
    pub(super) policy: Policy,
    pub(super) bindings: Bindings,
    pub(super) invalid_responses: u64,
    pub(super) actions_left: Option<u64>,
    pub(super) state_changes: Vec<String>,
    pub(super) result_seen: bool,
    /// How many calls were made, each try counted.
    pub(super) tries: u64,
    pub(super) notice: Option<Notice>,
    pub(super) hint: Option<Hint>,
    pub(super) open: Open,
    pub(super) audit: Audit,
    pub(super) log: Vec<String>,
    /// The output upon which nothing may be written any more (REQ SES-7).
    pub(super) refused: Option<Refused>,
    pub(super) quarantined: Vec<Quarantined>,
}

impl Session {
    /// Begins an investigation under a contract and a policy document; the first command is a call.
    ///
    /// # Errors
    ///
    /// [`SessionError::Policy`]: it must be stated, and be one (REQ ACT-3, ACT-4).
    pub fn open(
        contract: Arc<Contract>,
        policy: Option<&str>,
    ) -> Result<(Self, Vec<Command>), SessionError> {
        let bindings = contract.bindings().clone();
        let mut session = Self::fresh(contract, Policy::read(policy)?, bindings);
        let command = session.ask();
        Ok((session, vec![command]))
    }

    /// A session in which nothing has been asked yet.
    pub(super) fn fresh(contract: Arc<Contract>, policy: Policy, bindings: Bindings) -> Self {
        Self {
            policy,
            bindings,
            invalid_responses: 0,
            actions_left: contract.actions_left(),
            state_changes: Vec::new(),
            result_seen: false,
            tries: 0,
            notice: None,
            hint: None,
            // Until the first call is made, a moment later.
            open: Open::Stopped(StopReason::Concluded),
            audit: Audit::default(),
            log: Vec::new(),
            refused: None,
            quarantined: Vec::new(),
            contract,
        }
    }

    /// Takes one event and says what to do next.
    ///
    /// # Errors
    ///
    /// [`SessionError::Event`] if the event does not fit the state; nothing was changed then
    /// (REQ SES-6).
    pub fn handle(&mut self, event: Event) -> Result<Vec<Command>, SessionError> {
        let command = match event {
            Event::LlmResponse { call, text, finish } => {
                let call = self.open_call(&call)?;
                self.respond(&call, text, finish)
            }
            Event::TransportError { call, kind } => {
                let call = self.open_call(&call)?;
                self.fail_over(call, kind)
            }
            Event::ToolResult {
                action,
                output,
                bindings,
            } => {
                let tool = self.open_action(&action)?;
                let bindings = bindings.as_deref().map(Bindings::read_text);
                let bindings = bindings.transpose().map_err(|_| EventFault::Bindings)?;
                let admitted = self.admit(&tool, &output)?;
                self.go_on(&tool, admitted, bindings)
            }
        };
        Ok(vec![command])
    }

    /// A response: it is accepted, or it counts as invalid (REQ SES-2). Notice and hint were for
    /// the prompt that it answers (REQ SES-3, HNT-1).
    fn respond(&mut self, call: &OpenCall, text: String, finish: Option<Finish>) -> Command {
        let verdict = self.judge(call.asks, &text, finish);
        let sequence = self.close(call, Closing::Response(text, finish, &verdict));
        (self.notice, self.hint) = (None, None);
        self.invalid_responses = match &verdict {
            Verdict::Accepted(_) => 0,
            _ => self.invalid_responses + 1,
        };
        match verdict {
            Verdict::Accepted(accepted) => {
                self.hint = Hint::on(&accepted.rules);
                self.act(&accepted.text, sequence)
            }
            invalid if self.invalid_responses >= self.policy.max_invalid_responses() => {
                self.stop(StopReason::InvalidResponseLimit, invalid.passed())
            }
            Verdict::Repair(wanted) => {
                let source = sequence;
                self.call(0, Asks::Repair { source }, wanted.prompt)
            }
            Verdict::Rejected(rejection) => {
                self.notice = Some(Notice::from(&rejection));
                self.ask()
            }
        }
    }

    /// A transport error: the same prompt goes out once more, as long as a try is left. It is no
    /// response, so notice, hint and counter stay (REQ TRN-1).
    fn fail_over(&mut self, call: OpenCall, kind: TransportKind) -> Command {
        self.close(&call, Closing::TransportError(kind));
        let next = call.attempt + 1;
        if self.policy.provider(next).is_none() {
            return self.stop(StopReason::TransportExhausted, &[]);
        }
        self.call(next, call.asks, call.prompt)
    }

    /// A result: the bindings given with it replace the old ones whole, and the next step is asked
    /// for. Of a corrupt one nothing is taken, neither bindings (REQ SES-7).
    fn go_on(&mut self, tool: &str, admitted: Admitted, bindings: Option<Bindings>) -> Command {
        match admitted {
            Admitted::Taken => self.result_seen = true,
            Admitted::Failed(refused) => {
                // Nobody knows what a write did that nobody answered for.
                if self.writes(tool) {
                    self.refused.get_or_insert(refused);
                }
            }
            Admitted::Corrupt(refused, quarantined) => {
                self.quarantined.push(quarantined);
                return match self.policy.on_corruption() {
                    OnCorruption::Stop => {
                        self.refused = Some(refused.clone());
                        self.refuse(refused)
                    }
                    OnCorruption::BlockWrites => {
                        self.refused.get_or_insert(refused);
                        self.ask()
                    }
                };
            }
        }
        if let Some(bindings) = bindings {
            self.bindings = bindings;
        }
        self.ask()
    }

    /// An accepted text: its action is carried out once, and without one the session ends
    /// (REQ SES-1).
    fn act(&mut self, text: &str, sequence: u64) -> Command {
        let step = Step::read(&self.contract, text);
        self.state_changes.extend(step.state_changes);
        let Some(action) = step.action else {
            return self.stop(StopReason::Concluded, ALL_CHECKS);
        };
        if let Some(refused) = self.refused.clone().filter(|_| self.writes(action.tool())) {
            return self.refuse(refused);
        }
        self.actions_left = self.actions_left.map(|left| left.saturating_sub(1));
        self.execute(action, action_id(sequence, text), sequence)
    }

    /// The audit so far: every closed call.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        self.audit.records()
    }

    /// The hash of the last record, [`super::NO_RECORD`] if there is none.
    #[must_use]
    pub fn head(&self) -> &str {
        self.audit.head()
    }

    /// What the session shows of itself.
    #[must_use]
    pub fn state(&self) -> State {
        State {
            invalid_responses: self.invalid_responses,
            actions_left: self.actions_left,
            state_changes: self.state_changes.clone(),
            stopped: match &self.open {
                Open::Stopped(reason) => Some(reason.clone()),
                _ => None,
            },
        }
    }

    /// What the next regular prompt, or the open one, says of a response that was rejected: the
    /// category, and the path (REQ SES-3).
    #[must_use]
    pub fn notice(&self) -> Option<(&str, &str)> {
        self.notice.as_ref().map(Notice::parts)
    }

    /// What it says of the rules that an accepted response took; nothing if there is no hint
    /// (REQ HNT-1).
    #[must_use]
    pub fn hint(&self) -> &[RuleAt] {
        self.hint.as_ref().map_or(&[], Hint::rules)
    }

    /// The bodies that were refused since the session was opened or resumed, for the quarantine
    /// (REQ GRD-8).
    #[must_use]
    pub fn quarantined(&self) -> &[Quarantined] {
        &self.quarantined
    }

    /// Every line logged since the session was opened or resumed. They hold no text of a response,
    /// of a tool or of `context`.
    #[must_use]
    pub fn log(&self) -> &[String] {
        &self.log
    }
}
