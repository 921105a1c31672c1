//! The rates of a run, counted anew from what must come of its steps and from the outputs that they take (REQ GRD-7).

use std::collections::BTreeMap;

use super::{LedDue, Rate, Run, RunStep, RunStepDue, Verdict};

/// The rates that a run must report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recount {
    /// Of all calls.
    pub all: Count,
    /// Of each tool that was called.
    pub tools: BTreeMap<String, Count>,
    /// Of all calls so far, after each step.
    pub series: Vec<Count>,
}

/// How many calls there were, and how they went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// All calls.
    pub calls: u64,
    /// Those with a 2xx.
    pub successes: u64,
    /// Those of them whose output is corrupt.
    pub corrupt: u64,
}

impl Count {
    /// The part of the calls that had a 2xx.
    #[must_use]
    pub fn tool_2xx_rate(self) -> Option<Rate> {
        Rate::of(self.successes, self.calls)
    }

    /// The part of those that was corrupt.
    #[must_use]
    pub fn tool_output_invalid_rate(self) -> Option<Rate> {
        Rate::of(self.corrupt, self.successes)
    }

    fn note(&mut self, is_2xx: bool, is_corrupt: bool) {
        self.calls += 1;
        self.successes += u64::from(is_2xx);
        self.corrupt += u64::from(is_2xx && is_corrupt);
    }
}

impl Recount {
    /// Counts a run; none if it calls a tool that writes, which readings count differently.
    #[must_use]
    pub fn of(run: &Run, due: &LedDue) -> Option<Self> {
        let mut count = Self::default();
        for (step, due) in run.steps.iter().zip(&due.steps) {
            match (step, due) {
                (RunStep::Call { .. }, RunStepDue::Write { .. }) => return None,
                (
                    RunStep::Call { tool, outputs, .. },
                    RunStepDue::Call {
                        verdict,
                        tries,
                        used,
                    },
                ) => {
                    let taken = usize::try_from(*tries).ok().and_then(|tries| {
                        let last = tries.checked_sub(1)?;
                        outputs.get(last)
                    });
                    let is_2xx = taken.is_some_and(super::Output::is_2xx);
                    let is_corrupt = verdict.verdict() == Verdict::Corrupt;
                    if let Some(used) = used {
                        // The tool failed, and another one was called in its place.
                        count.note(tool, false, false);
                        count.note(used, is_2xx, is_corrupt);
                    } else {
                        count.note(tool, is_2xx, is_corrupt);
                    }
                }
                _ => {}
            }
            count.series.push(count.all);
        }
        Some(count)
    }

    fn note(&mut self, tool: &str, is_2xx: bool, is_corrupt: bool) {
        self.all.note(is_2xx, is_corrupt);
        let of_tool = self.tools.entry(tool.to_owned()).or_default();
        of_tool.note(is_2xx, is_corrupt);
    }
}
