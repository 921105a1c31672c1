//! Section 9 of the specification as a model: what is due after each event, and nothing of how it comes about.

use super::bindings::Bindings;
use super::desk::Desk;
use super::response::{Accepted, Effect, Truth};
use crate::case::{
    CallDue, CallKind, Category, Check, CommandDue, ExecuteDue, Gate, NextStep, Notice,
    OutputReason, Rule, StateDue, StopDue, StopReason, Verdict, VerdictDue,
};

/// The policy of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Policy {
    pub(super) version: u64,
    pub(super) limit: u64,
    pub(super) providers: Vec<String>,
    pub(super) retries: usize,
    /// Whether reads go on after a corrupt output, and writes do not.
    pub(super) blocks_writes: bool,
}

/// A session.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) desk: Desk,
    pub(super) policy: Policy,
    pub(super) bindings: Bindings,
    pub(super) open: Open,
    /// How many tries of calls were given out.
    pub(super) tries: usize,
    /// How many actions were handed out.
    pub(super) actions: usize,
    /// The records of the audit: whether each has a response that is not empty.
    pub(super) records: Vec<bool>,
    pub(super) left: Option<u64>,
    invalid: u64,
    changes: Vec<String>,
    stopped: Option<StopReason>,
    notice: Option<Notice>,
    hint: Option<Vec<Rule>>,
    has_result: bool,
    /// What has blocked every write from then on (REQ SES-7).
    blocked: Option<OutputReason>,
}

/// What is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Open {
    Call {
        /// Which try it is, counted over all providers.
        attempt: usize,
        /// What a repair call is for.
        repair: Option<Repairing>,
    },
    Action {
        tool: &'static str,
        arguments: String,
    },
    Nothing,
}

/// What a repair call is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Repairing {
    pub(super) path: String,
    /// The normalized text.
    pub(super) text: String,
    /// The value that is right at the path.
    pub(super) value: String,
    /// What becomes of it then.
    pub(super) rebuilt: Accepted,
}

const CHECKS: [Check; 6] = [
    Check::Parse,
    Check::Schema,
    Check::References,
    Check::Action,
    Check::Tool,
    Check::Budget,
];

impl Model {
    /// A session that was just opened.
    pub(super) fn new(desk: Desk, policy: Policy, bindings: Bindings) -> Self {
        Self {
            left: desk.budget,
            desk,
            policy,
            bindings,
            open: Open::Call {
                attempt: 0,
                repair: None,
            },
            tries: 1,
            actions: 0,
            records: Vec::new(),
            invalid: 0,
            changes: Vec::new(),
            stopped: None,
            notice: None,
            hint: None,
            has_result: false,
            blocked: None,
        }
    }

    /// Whether the calls are active.
    pub(super) fn is_active(&self) -> bool {
        self.desk.is_active(self.policy.version)
    }

    /// The state with these commands.
    pub(super) fn due(&self, commands: Vec<CommandDue>) -> StateDue {
        StateDue {
            commands: Some(commands),
            invalid_responses: Some(self.invalid),
            actions_left: Some(self.left),
            state_changes_text: Some(format!("[{}]", self.changes.join(","))),
            stopped: Some(self.stopped.clone()),
            rules: None,
            text: None,
            verdict: None,
        }
    }

    /// What is open, as the command that gave it out: what a resume gives out (REQ SES-4).
    pub(super) fn opened(&self) -> Vec<CommandDue> {
        match &self.open {
            Open::Nothing => Vec::new(),
            Open::Action { tool, arguments } => vec![CommandDue::Execute(ExecuteDue {
                tool: (*tool).to_owned(),
                arguments_text: Some(arguments.clone()),
            })],
            Open::Call { attempt, repair } => {
                let provider = attempt / (self.policy.retries + 1);
                let is_regular = repair.is_none();
                vec![CommandDue::Call(CallDue {
                    kind: if is_regular {
                        CallKind::Regular
                    } else {
                        CallKind::Repair
                    },
                    provider: self.policy.providers.get(provider).cloned(),
                    notice: self.notice.clone().filter(|_| is_regular),
                    hint: self.hint.clone().filter(|_| is_regular),
                    path: repair.as_ref().map(|repair| repair.path.clone()),
                })]
            }
        }
    }

    /// A response to the open regular call.
    pub(super) fn respond(&mut self, truth: Truth, is_empty: bool) -> StateDue {
        self.records.push(!is_empty);
        self.notice = None;
        self.hint = None;
        match truth {
            Truth::Accepted(accepted) => self.accept(accepted),
            Truth::Rejected { category, path } => self.reject(category, path),
            Truth::Repair {
                path,
                text,
                rules,
                value,
                rebuilt,
            } => {
                self.invalid += 1;
                let mut due = if self.invalid >= self.policy.limit {
                    self.stop(StopReason::InvalidResponseLimit, 1)
                } else {
                    self.call(Some(Repairing {
                        path,
                        text: text.clone(),
                        value,
                        rebuilt: *rebuilt,
                    }))
                };
                due.rules = Some(rules);
                due.text = Some(text);
                due
            }
        }
    }

    /// A right answer to the open repair call; `rebuilt` is the text that comes of it.
    pub(super) fn repaired(&mut self, repairing: Repairing, rebuilt: String) -> StateDue {
        self.records.push(true);
        self.accept(Accepted {
            text: rebuilt,
            ..repairing.rebuilt
        })
    }

    /// An answer to the open repair call that is refused.
    pub(super) fn refused(&mut self, path: String, is_empty: bool) -> StateDue {
        self.records.push(!is_empty);
        self.reject(Category::Repair, path)
    }

    /// The open call came to nothing (REQ TRN-1).
    pub(super) fn transport_error(&mut self) -> StateDue {
        self.records.push(false);
        let most = self.policy.providers.len() * (self.policy.retries + 1);
        let Open::Call { attempt, .. } = &mut self.open else {
            return self.due(Vec::new());
        };
        *attempt += 1;
        if *attempt == most {
            return self.stop(StopReason::TransportExhausted, 0);
        }
        self.tries += 1;
        let commands = self.opened();
        self.due(commands)
    }

    /// The result of the open action.
    pub(super) fn result(&mut self, bindings: Option<Bindings>) -> StateDue {
        self.has_result = true;
        if let Some(bindings) = bindings {
            self.bindings = bindings;
        }
        self.call(None)
    }

    /// What the guard made of the result of the open action: a corrupt output, or none, of which nothing is taken but what
    /// it is (REQ SES-7).
    pub(super) fn output(&mut self, verdict: &VerdictDue, bindings: Option<Bindings>) -> StateDue {
        let is_write = matches!(&self.open, Open::Action { tool: "mend", .. });
        let is_corrupt = verdict.verdict() == Verdict::Corrupt;
        let mut due = match verdict.reasons().first() {
            None => self.result(bindings),
            Some(reason) if is_corrupt && !self.policy.blocks_writes => {
                self.stop_for(reason.clone())
            }
            Some(reason) => {
                if is_corrupt || is_write {
                    self.blocked.get_or_insert_with(|| reason.clone());
                }
                if let (false, Some(bindings)) = (is_corrupt, bindings) {
                    self.bindings = bindings;
                }
                self.call(None)
            }
        };
        due.verdict = Some(verdict.verdict());
        due
    }

    fn accept(&mut self, accepted: Accepted) -> StateDue {
        self.invalid = 0;
        self.changes.extend(accepted.changes);
        let rules = accepted.rules;
        self.hint = (!rules.is_empty()).then(|| rules.clone());
        let mut due = if !self.desk.has_tools || accepted.effect == Effect::Final {
            self.stop(StopReason::Concluded, CHECKS.len())
        } else if let (Some(reason), Effect::Write) = (self.blocked.clone(), accepted.effect) {
            self.stop_for(reason)
        } else {
            self.left = self.left.map(|left| left.saturating_sub(1));
            self.actions += 1;
            self.open = Open::Action {
                tool: match accepted.effect {
                    Effect::Read => "look",
                    _ => "mend",
                },
                arguments: accepted.arguments,
            };
            let commands = self.opened();
            self.due(commands)
        };
        due.rules = Some(rules);
        due.text = Some(accepted.text);
        due
    }

    fn reject(&mut self, category: Category, path: String) -> StateDue {
        self.invalid += 1;
        let passed = match category {
            Category::Schema => 1,
            Category::Reference => 2,
            Category::Action => 3,
            Category::Tool => 4,
            Category::Budget => 5,
            _ => 0,
        };
        let mut due = if self.invalid >= self.policy.limit {
            self.stop(StopReason::InvalidResponseLimit, passed)
        } else {
            self.notice = Some(Notice { category, path });
            self.call(None)
        };
        due.rules = Some(Vec::new());
        due
    }

    fn call(&mut self, repair: Option<Repairing>) -> StateDue {
        self.tries += 1;
        self.open = Open::Call { attempt: 0, repair };
        let commands = self.opened();
        self.due(commands)
    }

    /// Stops for what the guard made of an output: what was checked are the gates that it passed.
    fn stop_for(&mut self, reason: OutputReason) -> StateDue {
        let gates = Gate::ALL
            .into_iter()
            .take_while(|gate| *gate < reason.gate());
        let passed: Vec<_> = gates
            .filter_map(|gate| match gate {
                Gate::Transport => Some(Check::Transport),
                Gate::ContentType => Some(Check::ContentType),
                Gate::Size => Some(Check::Size),
                Gate::Parse => Some(Check::Parse),
                // The contracts of these tools ask for no more.
                Gate::SchemaVersion | Gate::Schema | Gate::Invariants => None,
            })
            .collect();
        self.stop_after(StopReason::Output(reason), passed)
    }

    fn stop(&mut self, reason: StopReason, passed: usize) -> StateDue {
        self.stop_after(reason, CHECKS[..passed].to_vec())
    }

    fn stop_after(&mut self, reason: StopReason, checked: Vec<Check>) -> StateDue {
        self.stopped = Some(reason.clone());
        self.open = Open::Nothing;
        let next_step = match (&reason, self.has_result) {
            (StopReason::Concluded, _) => NextStep::None,
            (_, true) => NextStep::PartialAnswer,
            (_, false) => NextStep::RetryAfterRecovery,
        };
        self.due(vec![CommandDue::Stop(StopDue {
            reason,
            next_step: Some(next_step),
            checked: Some(checked),
        })])
    }
}
