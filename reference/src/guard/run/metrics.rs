//! The rates of a run: how much came with a 2xx, and how much of that was corrupt (REQ GRD-7).

use std::collections::BTreeMap;

use super::step::Told;

/// The calls of one tool, or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ToolMetrics {
    /// The calls made, each counted once however often it was tried.
    pub calls: u64,
    /// Those that came with a 2xx.
    pub successes: u64,
    /// Those that came with a 2xx and were corrupt.
    pub corrupt: u64,
}

/// Two rates, each from 0 to 1; a rate of nothing is none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// `tool_2xx_rate`: those with a 2xx, of all calls.
    pub tool_2xx: Option<f64>,
    /// `tool_output_invalid_rate`: the corrupt, of those with a 2xx.
    pub tool_output_invalid: Option<f64>,
}

/// All rates of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Metrics {
    pub(super) all: ToolMetrics,
    pub(super) tools: BTreeMap<String, ToolMetrics>,
    /// Of all calls so far, after each step.
    pub(super) series: Vec<Rates>,
}

impl ToolMetrics {
    fn count(&mut self, told: &Told) {
        self.calls += 1;
        self.successes += u64::from(!told.is_failure());
        self.corrupt += u64::from(told.is_corrupt());
    }

    /// The rates of these calls.
    #[must_use]
    pub fn rates(&self) -> Rates {
        Rates {
            tool_2xx: rate(self.successes, self.calls),
            tool_output_invalid: rate(self.corrupt, self.successes),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a rate is for people and alarms; no run has 2^53 calls"
)]
fn rate(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

impl Metrics {
    /// Counts a call of a tool by what came of its last try.
    pub(super) fn count(&mut self, tool: &str, told: &Told) {
        self.all.count(told);
        self.tools.entry(tool.to_owned()).or_default().count(told);
    }

    /// A step is over.
    pub(super) fn step(&mut self) {
        self.series.push(self.all.rates());
    }
}
