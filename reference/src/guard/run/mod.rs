//! A run: calls and writes in their order, and no write after or upon anything but valid outputs
//! (REQ GRD-5, GRD-7, GRD-10).

mod course;
mod metrics;
mod policy;
mod step;
mod wire;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use self::course::{Course, RunError};
pub use self::metrics::{Rates, ToolMetrics};
pub use self::policy::{OnCorruption, RunPolicy};
pub use self::step::{Called, Step, Told, Written};

use self::metrics::Metrics;
use super::contract::{Effect, GuardContract};
use super::gate::Gate;
use super::guard;
use super::output::Output;
use super::quarantine::Quarantined;
use super::verdict::Verdict;

/// Why a call of a tool without a contract is refused (REQ GRD-2).
pub(super) const NO_CONTRACT: &str = "policy:no_contract";

/// The contracts of the tools of a run, by tool.
pub type Contracts = BTreeMap<String, Arc<GuardContract>>;

/// A run under way. It carries out nothing itself: calls and writes come as functions of the
/// caller, and that of a write is asked only where the write is allowed.
#[derive(Debug)]
pub struct Run {
    contracts: Contracts,
    policy: RunPolicy,
    steps: Vec<Step>,
    metrics: Metrics,
    /// After the first corrupt output under [`OnCorruption::Stop`].
    has_ended: bool,
    /// No write any more, to the end of the run.
    is_blocked: bool,
    has_valid: bool,
    corruption: Option<Stopped>,
    failure: Option<Stopped>,
    quarantined: Vec<Quarantined>,
}

#[derive(Debug, Clone)]
struct Stopped {
    reason: String,
    checked: Vec<Gate>,
}

/// Why a run failed, what had been checked, and what is safe to do next (REQ GRD-7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopReport {
    /// Of the first corrupt output, else of the first tool failure that nothing healed.
    pub stop_reason: String,
    /// The gates that the output had passed before.
    pub checked: Vec<Gate>,
    /// What is safe.
    pub next_step: NextStep,
}

/// What is safe after a failed run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NextStep {
    /// To answer with what is valid.
    PartialAnswer,
    /// To begin anew once the tool is well.
    RetryAfterRecovery,
}

impl NextStep {
    /// As it stands in a report, such as `partial_answer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PartialAnswer => "partial_answer",
            Self::RetryAfterRecovery => "retry_after_recovery",
        }
    }
}

impl Run {
    /// Begins a run.
    #[must_use]
    pub fn new(contracts: Contracts, policy: RunPolicy) -> Self {
        Self {
            contracts,
            policy,
            steps: Vec::new(),
            metrics: Metrics::default(),
            has_ended: false,
            is_blocked: false,
            has_valid: false,
            corruption: None,
            failure: None,
            quarantined: Vec::new(),
        }
    }

    /// Calls a tool. `outputs` is asked for the output of each try, with the name of the tool to
    /// call; none means that there is no further try. The body of a valid output is [`Told::text`].
    ///
    /// `depends_on` names the steps that the call rests on. A tool of effect `write` is one
    /// ([`Self::write`]), whatever the step is called.
    pub fn call<'o>(
        &mut self,
        tool: &str,
        depends_on: Option<&[usize]>,
        mut outputs: impl FnMut(&str) -> Option<Output<'o>>,
    ) -> &Step {
        if self.effect(tool) == Some(Effect::Write) {
            return self.write(tool, depends_on, || outputs(tool));
        }
        if self.has_ended {
            return self.over(Step::Skipped);
        }
        let called = self.call_guarded(tool, &mut outputs);
        let rests_on = depends_on.unwrap_or_default();
        let is_sound = called.told.as_ref().is_some_and(Told::is_valid)
            && rests_on.iter().all(|step| self.is_sound(*step));
        self.over(Step::Called(Called { is_sound, ..called }))
    }

    /// Whether a write is allowed that rests on the steps that `depends_on` names, or on all calls
    /// so far (REQ GRD-5). This is the whole rule.
    #[must_use]
    pub fn may_write(&self, tool: &str, depends_on: Option<&[usize]>) -> bool {
        !self.has_ended
            && !self.is_blocked
            && self.effect(tool) == Some(Effect::Write)
            && match depends_on {
                Some(steps) => steps.iter().all(|step| self.is_sound(*step)),
                None => self.steps.iter().all(|step| match step {
                    Step::Called(called) => called.is_sound,
                    Step::Written(_) | Step::Skipped => true,
                }),
            }
    }

    /// Whether a step is an earlier call whose output is valid, and rests on nothing else.
    fn is_sound(&self, step: usize) -> bool {
        matches!(self.steps.get(step), Some(Step::Called(called)) if called.is_sound)
    }

    /// Writes, if that is allowed: `perform` makes the write, once, and gives what the tool answered,
    /// if it answers at all.
    pub fn write<'o>(
        &mut self,
        tool: &str,
        depends_on: Option<&[usize]>,
        perform: impl FnOnce() -> Option<Output<'o>>,
    ) -> &Step {
        let is_allowed = self.may_write(tool, depends_on);
        let output = is_allowed.then(perform).flatten();
        let contract = self.contracts.get(tool).cloned();
        let told = output
            .zip(contract)
            .map(|(output, contract)| self.judge(&contract, &output));
        if let Some(told) = &told {
            // Nobody knows what the write did, so nothing may be written upon it.
            self.is_blocked |= !told.is_valid();
            self.failed(told);
        }
        self.over(Step::Written(Written { is_allowed, told }))
    }

    /// A step that neither calls nor writes.
    pub fn think(&mut self) -> &Step {
        self.over(Step::Skipped)
    }

    /// The tries of a call, then its fallback (REQ GRD-10).
    fn call_guarded<'o>(
        &mut self,
        tool: &str,
        outputs: &mut dyn FnMut(&str) -> Option<Output<'o>>,
    ) -> Called {
        let mut called = Called {
            told: None,
            tries: 0,
            used: None,
            is_sound: false,
        };
        let Some(contract) = self.contracts.get(tool).cloned() else {
            return called;
        };
        // No output at all is as good as no answer.
        let mut told = self.judge(&contract, &Output::Unreachable);
        for _ in 0..=self.policy.retries(tool) {
            let Some(output) = outputs(tool) else { break };
            called.tries += 1;
            told = self.judge(&contract, &output);
            if !told.is_failure() {
                break;
            }
        }
        self.metrics.count(tool, &told);
        let fallback = self.policy.fallback(tool).filter(|_| told.is_failure());
        let fallback = fallback.and_then(|name| self.contracts.get(name)).cloned();
        if let Some(fallback) = fallback
            && let Some(output) = outputs(fallback.tool())
        {
            called.tries += 1;
            called.used = Some(fallback.tool().to_owned());
            told = self.judge(&fallback, &output);
            self.metrics.count(fallback.tool(), &told);
        }
        self.failed(&told);
        called.told = Some(told);
        called
    }

    /// Judges an output that was taken; after corruption the run ends, or writes no more.
    fn judge(&mut self, contract: &GuardContract, output: &Output<'_>) -> Told {
        let verdict = guard(contract, output);
        self.has_valid |= verdict.is_valid();
        if let Verdict::Corrupt(corrupt) = &verdict {
            self.is_blocked = true;
            self.has_ended |= self.policy.on_corruption == OnCorruption::Stop;
            let reason = corrupt.corruption.to_string();
            self.quarantined.push(Quarantined {
                tool: contract.tool().to_owned(),
                stop_reason: reason.clone(),
                kept: corrupt.kept.clone().into_owned(),
            });
            self.corruption.get_or_insert_with(|| Stopped {
                reason,
                checked: corrupt.checked.clone(),
            });
        }
        Told::of(verdict)
    }

    /// A tool failure that nothing healed.
    fn failed(&mut self, told: &Told) {
        if let (true, Some(reason)) = (told.is_failure(), told.stop_reason()) {
            self.failure.get_or_insert_with(|| Stopped {
                reason: reason.to_owned(),
                checked: Vec::new(),
            });
        }
    }

    fn effect(&self, tool: &str) -> Option<Effect> {
        self.contracts.get(tool).map(|contract| contract.effect())
    }

    fn over(&mut self, step: Step) -> &Step {
        self.metrics.step();
        self.steps.push(step);
        // It was put there a line before.
        self.steps.last().unwrap_or(&Step::Skipped)
    }

    /// The steps so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The metrics of all calls.
    #[must_use]
    pub const fn metrics(&self) -> ToolMetrics {
        self.metrics.all
    }

    /// The metrics of each tool that was called, by its name.
    pub fn tools(&self) -> impl Iterator<Item = (&str, ToolMetrics)> {
        let tools = self.metrics.tools.iter();
        tools.map(|(tool, metrics)| (tool.as_str(), *metrics))
    }

    /// The rates of all calls so far, after each step.
    #[must_use]
    pub fn series(&self) -> &[Rates] {
        &self.metrics.series
    }

    /// Why the run failed; none if nothing went wrong.
    #[must_use]
    pub fn stop(&self) -> Option<StopReport> {
        let stopped = self.corruption.as_ref().or(self.failure.as_ref())?;
        Some(StopReport {
            stop_reason: stopped.reason.clone(),
            checked: stopped.checked.clone(),
            next_step: if self.has_valid {
                NextStep::PartialAnswer
            } else {
                NextStep::RetryAfterRecovery
            },
        })
    }

    /// Whether nothing went wrong: no stop report, and no write that was blocked.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let is_blocked =
            |step: &Step| matches!(step, Step::Written(written) if !written.is_allowed);
        self.stop().is_none() && !self.steps.iter().any(is_blocked)
    }

    /// The corrupt bodies, for the quarantine, in the order in which they came (REQ GRD-8).
    #[must_use]
    pub fn quarantined(&self) -> &[Quarantined] {
        &self.quarantined
    }
}
