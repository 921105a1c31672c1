//! One line for each count that was kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Speed;

/// The short form of a count: one line of `speed.history.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The version of this format: 1.
    pub speed_history: u32,
    /// The version of the reference.
    pub version: String,
    /// The commit that was counted; it ends in `-dirty` if the files had changed since.
    pub commit: String,
    /// The day, `YYYY-MM-DD`, in UTC.
    pub date: String,
    /// The compiler.
    pub rustc: String,
    /// The instructions of each workload at 10 KB.
    pub instructions: BTreeMap<String, u64>,
}

impl Entry {
    /// The short form of a count of a commit on a day.
    #[must_use]
    pub fn new(speed: &Speed, version: String, commit: String, date: String) -> Self {
        let names = speed.workloads.keys();
        let figures = names.filter_map(|name| {
            let point = speed.point(name, 10_000)?;
            Some((name.clone(), point.instructions))
        });
        Self {
            speed_history: 1,
            version,
            commit,
            date,
            rustc: speed.machine.rustc.clone(),
            instructions: figures.collect(),
        }
    }
}
