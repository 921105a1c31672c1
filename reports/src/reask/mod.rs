//! What is sent to a model when its answer was malformed: the versioned model of a measurement of several ways to ask
//! again, and the page that is made from it.

mod page;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::lines;
use crate::prompt_size::Size;

pub use page::page;

/// The version of the format, which stands in the member `reasks`.
pub const FORMAT: u32 = 1;

/// The name of the way that is the policy's own: one repair call.
pub const OWN: &str = "response-recovery";

/// The sizes of what is sent, by the name of the way to ask again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reasks {
    /// The version of this format: [`FORMAT`].
    pub reasks: u32,
    /// The right answers to the regular calls, by the name of the fixture.
    pub results: BTreeMap<String, Size>,
    /// The ways; one of them is [`OWN`].
    pub ways: BTreeMap<String, Way>,
}

/// One way to ask again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The packages that made the requests, each with its version.
    pub packages: BTreeMap<String, String>,
    /// What was sent, by the name of the fixture.
    pub fixtures: BTreeMap<String, Sent>,
}

/// What was sent for one fixture: only what a model reads of it, which is what is paid for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    /// The first request; none where the library could not make one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Size>,
    /// The request that follows the malformed answer; none where none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reask: Option<Size>,
    /// The right answer to the latter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Size>,
    /// The name of the error that it ended with, although the second answer was right; none where that was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl Reasks {
    /// Writes the measurement as JSON, one way a line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        lines::write(to, self)
    }

    /// Reads a measurement.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let reasks: Self = serde_json::from_str(text)?;
        if reasks.reasks == FORMAT {
            return Ok(reasks);
        }
        let why = format!(
            "format {} of re-asks; this program reads {FORMAT}",
            reasks.reasks
        );
        Err(serde::de::Error::custom(why))
    }

    /// The ways by name, the policy's own first.
    pub fn in_order(&self) -> impl Iterator<Item = (&str, &Way)> {
        let own = self.ways.get_key_value(OWN);
        let others = self.ways.iter().filter(|(name, _)| *name != OWN);
        own.into_iter()
            .chain(others)
            .map(|(name, way)| (name.as_str(), way))
    }
}

impl Way {
    /// The shares of the second request in the first, in tokens of `o200k_base`, least first.
    #[must_use]
    pub fn ratios(&self) -> Vec<f64> {
        let mut ratios: Vec<f64> = self.fixtures.values().filter_map(Sent::ratio).collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    }
}

impl Sent {
    /// Whether the library took the malformed answer and asked for nothing more.
    #[must_use]
    pub fn has_taken_the_first(&self) -> bool {
        self.first.is_some() && self.reask.is_none() && self.fault.is_none()
    }

    /// The share of the second request in the first, in tokens of `o200k_base`; none without both.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let (first, reask) = (self.first?.o200k_base, self.reask?.o200k_base);
        (first > 0).then(|| as_float(reask) / as_float(first))
    }
}

/// The middle of sorted numbers; 0 without any.
#[must_use]
pub fn median(sorted: &[f64]) -> f64 {
    let at = |place: usize| sorted.get(place).copied().unwrap_or_default();
    match sorted.len() {
        0 => 0.0,
        count => f64::midpoint(at((count - 1) / 2), at(count / 2)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "requests are shorter than 2^53")]
pub(crate) fn as_float(count: u64) -> f64 {
    count as f64
}
