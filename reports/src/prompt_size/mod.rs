//! How large prompts are: the versioned model of a measurement, what grew since an earlier one, and the pages that are
//! made from it.
//!
//! A measurement is a file of its own, `prompt-size.baseline.json` where it is kept. Each line of
//! `prompt-size.history.jsonl` is the short form of one that was kept.

mod growth;
mod history;
mod page;
mod plot;
mod scale;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::lines;
use crate::report::Implementation;

pub use growth::{Change, growth};
pub use history::{Entry, Figures};
pub use page::page;
pub use plot::plot;
pub use table::table;

/// The version of the format, which stands in the member `prompt_sizes`.
pub const FORMAT: u32 = 1;

/// The fixture that stands for all where there is room for one figure alone.
pub const FLAGSHIP: &str = "flagship";

/// The sizes of the prompts of one implementation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptSizes {
    /// The version of this format: [`FORMAT`].
    pub prompt_sizes: u32,
    /// Who was measured, as it names itself.
    pub implementation: Implementation,
    /// What was measured, by the name of the fixture.
    pub fixtures: BTreeMap<String, Fixture>,
}

/// The sizes of the prompts of one fixture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// The prompt of the regular call.
    pub regular: Size,
    /// The prompt of the repair call.
    pub repair: Size,
    /// The same, taken apart.
    pub parts: Parts,
    /// What no repair prompt can do without (REQ REP-3): its name, the response, the path, the schema, the bindings.
    pub floor: Size,
    /// The answer to the repair call.
    pub answer: Size,
}

/// The parts of a repair prompt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// The response as normalized.
    pub response: Size,
    /// The repair path.
    pub path: Size,
    /// The schema at the path.
    pub schema: Size,
    /// Ids and texts of hypothesis and previous result, ids of the visible evidence.
    pub bindings: Size,
    /// All else: the words of the prompt, and what keeps the other parts from one another.
    pub overhead: Size,
}

/// The size of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Unicode scalar values.
    pub characters: u64,
    /// Bytes of UTF-8.
    pub bytes: u64,
    /// Tokens of the vocabulary `o200k_base`.
    pub o200k_base: u64,
    /// Tokens of the vocabulary `cl100k_base`.
    pub cl100k_base: u64,
}

impl PromptSizes {
    /// Writes the measurement as JSON, one fixture a line.
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
        let sizes: Self = serde_json::from_str(text)?;
        if sizes.prompt_sizes == FORMAT {
            return Ok(sizes);
        }
        let why = format!(
            "format {} of prompt sizes; this program reads {FORMAT}",
            sizes.prompt_sizes
        );
        Err(serde::de::Error::custom(why))
    }

    /// The median over all fixtures of the repair prompt's share in the regular one, in tokens of `o200k_base`; 0
    /// without fixtures.
    #[must_use]
    pub fn median_ratio(&self) -> f64 {
        let mut ratios: Vec<f64> = self.fixtures.values().map(Fixture::ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let upper = ratios.get(ratios.len() / 2).copied().unwrap_or_default();
        let lower = ratios.len().checked_sub(1).map(|last| last / 2);
        let lower = lower.and_then(|index| ratios.get(index).copied());
        f64::midpoint(lower.unwrap_or_default(), upper)
    }
}

impl Fixture {
    /// The repair prompt's share in the regular one, in tokens of `o200k_base`.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        share(self.repair.o200k_base, self.regular.o200k_base)
    }

    /// How many times the floor the repair prompt is, in characters.
    #[must_use]
    pub fn above_floor(&self) -> f64 {
        share(self.repair.characters, self.floor.characters)
    }
}

impl Parts {
    /// The parts by their names.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Size); 5] {
        [
            ("response", self.response),
            ("path", self.path),
            ("schema", self.schema),
            ("bindings", self.bindings),
            ("overhead", self.overhead),
        ]
    }
}

impl Size {
    /// What is left of it without `other`. Tokens may run across the border of two parts, so a count may come to less
    /// than nothing; it is 0 then.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self {
            characters: self.characters.saturating_sub(other.characters),
            bytes: self.bytes.saturating_sub(other.bytes),
            o200k_base: self.o200k_base.saturating_sub(other.o200k_base),
            cl100k_base: self.cl100k_base.saturating_sub(other.cl100k_base),
        }
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.characters += other.characters;
        self.bytes += other.bytes;
        self.o200k_base += other.o200k_base;
        self.cl100k_base += other.cl100k_base;
    }
}

/// One number as a share of another; 0 of nothing.
#[expect(
    clippy::cast_precision_loss,
    reason = "prompts are shorter than 2^53 characters"
)]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 / whole as f64
}
