//! What every count must stay under, whatever the one before it was.

use super::Speed;

/// A bound on what a count says.
#[derive(Debug, Clone, PartialEq)]
pub struct Floor {
    /// What is held.
    pub what: String,
    /// What was counted; nothing if a workload is missing.
    pub value: Option<f64>,
    /// How much it may be.
    pub at_most: f64,
}

impl Floor {
    /// Whether it holds; a missing figure holds nothing.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.value.is_some_and(|value| value <= self.at_most)
    }
}

/// All of them: two ratios at 10 KB, and the growth of every workload that was counted.
#[must_use]
pub fn floors(speed: &Speed) -> Vec<Floor> {
    let ratio = |workload: &str, to: &str, at_most| Floor {
        what: format!("{workload} in {to}, at 10 KB"),
        value: speed.ratio(workload, to),
        at_most,
    };
    let mut floors = vec![
        ratio("recover/valid", "serde_json+jsonschema/valid", 0.6),
        ratio("recover/fenced", "recover/valid", 1.05),
    ];
    floors.extend(speed.workloads.keys().map(|name| Floor {
        what: format!("growth exponent of {name}"),
        value: speed.exponent(name),
        at_most: 1.05,
    }));
    floors
}
