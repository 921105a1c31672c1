//! A model of section 10 for runs: what must come of each step, and of the run, by the verdicts that its outputs are made
//! for (REQ GRD-5, GRD-7, GRD-10).

use crate::case::{
    Gate, LedDue, NextStep, OutputReason, RunStepDue, RunStopDue, Verdict, VerdictDue,
};

/// What the policy of a run says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnCorruption {
    /// The run ends.
    Stop,
    /// Reads go on, writes do not.
    BlockWrites,
}

/// A run as far as it has come.
#[derive(Debug, Clone)]
pub(super) struct Course {
    on_corruption: OnCorruption,
    /// Whether it has ended.
    pub(super) has_ended: bool,
    is_blocked: bool,
    /// Of each step: whether something may rest on it, if it is a call of a tool that reads.
    calls: Vec<Option<bool>>,
    steps: Vec<RunStepDue>,
    corruption: Option<OutputReason>,
    /// The first failure that nothing healed.
    failure: Option<Vec<OutputReason>>,
    /// The reasons of a failure before it that a fallback healed, which may be told or not.
    healed: Option<Vec<OutputReason>>,
    has_valid: bool,
}

/// What a write rests on.
pub(super) type Rests<'a> = Option<&'a [u64]>;

impl Course {
    pub(super) fn new(on_corruption: OnCorruption) -> Self {
        Self {
            on_corruption,
            has_ended: false,
            is_blocked: false,
            calls: Vec::new(),
            steps: Vec::new(),
            corruption: None,
            failure: None,
            healed: None,
            has_valid: false,
        }
    }

    /// Nothing is done.
    pub(super) fn think(&mut self) {
        self.note(None, RunStepDue::Skipped);
    }

    /// A tool without a contract is called, or one after the end of the run.
    pub(super) fn refuse(&mut self) {
        if self.has_ended {
            self.think();
        } else {
            self.note(Some(false), RunStepDue::Refused);
        }
    }

    /// A tool that reads is called: what its tries came to, in their order. The last is that of the fallback, if one was
    /// used.
    pub(super) fn call(&mut self, tries: Vec<VerdictDue>, used: Option<String>, rests: Rests<'_>) {
        let count = tries.len() as u64;
        let rests_soundly = rests.is_none_or(|steps| self.are_sound(steps));
        let mut tries = tries.into_iter().rev();
        let Some(verdict) = tries.next() else {
            return self.refuse();
        };
        let before = used.as_ref().and_then(|_| tries.next());
        self.come_to(&verdict, before.as_ref());
        let is_sound = verdict.verdict() == Verdict::Valid && rests_soundly;
        let due = RunStepDue::Call {
            verdict,
            tries: count,
            used,
        };
        self.note(Some(is_sound), due);
    }

    /// Whether a write is allowed that rests on these steps.
    pub(super) fn may_write(&self, has_contract: bool, rests: Rests<'_>) -> bool {
        let is_sound = match rests {
            Some(steps) => self.are_sound(steps),
            None => self.calls.iter().flatten().all(|is_sound| *is_sound),
        };
        has_contract && !self.has_ended && !self.is_blocked && is_sound
    }

    /// A write is made or not; if it is, with what came of it.
    pub(super) fn write(&mut self, is_allowed: bool, verdict: Option<VerdictDue>) {
        if let Some(verdict) = &verdict {
            self.come_to(verdict, None);
            self.is_blocked |= verdict.verdict() != Verdict::Valid;
        }
        let due = RunStepDue::Write {
            is_allowed,
            verdict,
        };
        self.note(None, due);
    }

    /// What is due of the whole run.
    pub(super) fn due(self) -> LedDue {
        let next_step = if self.has_valid {
            NextStep::PartialAnswer
        } else {
            NextStep::RetryAfterRecovery
        };
        let stop = |reasons: Vec<OutputReason>, checked: Vec<Gate>| {
            Some(RunStopDue {
                reasons,
                checked,
                next_step,
            })
        };
        let stops = if let Some(reason) = self.corruption {
            let gates = Gate::ALL.into_iter();
            let before = gates.take_while(|gate| *gate < reason.gate()).collect();
            vec![stop(vec![reason], before)]
        } else {
            let healed = self.healed.map(|reasons| stop(reasons, Vec::new()));
            let failed = self.failure.and_then(|reasons| stop(reasons, Vec::new()));
            std::iter::once(failed).chain(healed).collect()
        };
        LedDue {
            steps: self.steps,
            stops,
            rates: None,
        }
    }

    fn note(&mut self, call: Option<bool>, due: RunStepDue) {
        self.calls.push(call);
        self.steps.push(due);
    }

    /// Whether each of these is an earlier call that is sound.
    fn are_sound(&self, steps: &[u64]) -> bool {
        steps.iter().all(|step| {
            let step = usize::try_from(*step).ok();
            step.and_then(|step| *self.calls.get(step)?) == Some(true)
        })
    }

    /// The last output that a step took comes to this, the one before it, if another tool took over, to that.
    fn come_to(&mut self, verdict: &VerdictDue, before: Option<&VerdictDue>) {
        let is_first = self.failure.is_none();
        match verdict {
            VerdictDue::Valid => {
                self.has_valid = true;
                if let (Some(before), true, None) = (before, is_first, &self.healed) {
                    self.healed = Some(before.reasons().to_vec());
                }
            }
            VerdictDue::Corrupt(reasons) => {
                if self.corruption.is_none() {
                    self.corruption = reasons.first().cloned();
                }
                match self.on_corruption {
                    OnCorruption::Stop => self.has_ended = true,
                    OnCorruption::BlockWrites => self.is_blocked = true,
                }
            }
            VerdictDue::ToolFailure(reasons) => {
                if is_first {
                    // Of two tools that failed in one step either may be told.
                    let before = before.map(VerdictDue::reasons).unwrap_or_default();
                    self.failure = Some([reasons, before].concat());
                }
            }
        }
    }
}
