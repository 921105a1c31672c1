//! One line for each measurement that was kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::PromptSizes;

/// The version of the format, which stands in the member `prompt_size_history`.
const FORMAT: u32 = 1;

/// The short form of a measurement: one line of `prompt-size.history.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The version of this format: 1.
    pub prompt_size_history: u32,
    /// The version of the implementation, as it names it.
    pub version: String,
    /// The commit that was measured; it ends in `-dirty` if the files had changed since.
    pub commit: String,
    /// The day, `YYYY-MM-DD`, in UTC.
    pub date: String,
    /// The median share of the repair prompt in the regular one, in tokens of `o200k_base`, to four digits.
    pub median_ratio: f64,
    /// The figures by fixture.
    pub figures: BTreeMap<String, Figures>,
}

/// The figures of one fixture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// The regular prompt, in characters.
    pub regular: u64,
    /// The repair prompt, in characters.
    pub repair: u64,
    /// What of it is overhead, in characters.
    pub overhead: u64,
    /// The regular prompt, in tokens of `o200k_base`.
    pub regular_tokens: u64,
    /// The repair prompt, in tokens of `o200k_base`.
    pub repair_tokens: u64,
}

impl Entry {
    /// The short form of a measurement of a commit on a day.
    #[must_use]
    pub fn new(sizes: &PromptSizes, commit: String, date: String) -> Self {
        let figures = sizes.fixtures.iter().map(|(name, fixture)| {
            let figures = Figures {
                regular: fixture.regular.characters,
                repair: fixture.repair.characters,
                overhead: fixture.parts.overhead.characters,
                regular_tokens: fixture.regular.o200k_base,
                repair_tokens: fixture.repair.o200k_base,
            };
            (name.clone(), figures)
        });
        Self {
            prompt_size_history: FORMAT,
            version: sizes.implementation.version.clone(),
            commit,
            date,
            median_ratio: (sizes.median_ratio() * 1e4).round() / 1e4,
            figures: figures.collect(),
        }
    }

    /// The entry as a line of its own, with its line end.
    ///
    /// # Errors
    /// None that a caller could cause: JSON can say every entry.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// Reads a history, the oldest entry first.
    ///
    /// # Errors
    /// The number of the line that is no entry, counted from 1, and what is wrong with it.
    pub fn read_all(text: &str) -> Result<Vec<Self>, (usize, serde_json::Error)> {
        let read = |(index, line): (usize, &str)| match serde_json::from_str::<Self>(line) {
            Ok(entry) if entry.prompt_size_history == FORMAT => Ok(entry),
            Ok(entry) => {
                let why = format!(
                    "format {} of the history; this program reads {FORMAT}",
                    entry.prompt_size_history
                );
                Err((index + 1, serde::de::Error::custom(why)))
            }
            Err(error) => Err((index + 1, error)),
        };
        text.lines().enumerate().map(read).collect()
    }
}
