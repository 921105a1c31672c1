//! How much work the workloads are: the versioned model of a count of instructions, what it must stay under, what got
//! slower since an earlier one, and the page that is made from it.
//!
//! A count is a file of its own, `speed.baseline.json` where it is kept. Each line of `speed.history.jsonl` is the
//! short form of one that was kept.

mod floor;
mod growth;
mod history;
mod page;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::lines;

pub use floor::{Floor, floors};
pub use growth::{Change, changes};
pub use history::Entry;
pub use page::page;

/// The version of the format, which stands in the member `speed`.
pub const FORMAT: u32 = 1;

/// The instructions that each workload takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// The version of this format: [`FORMAT`].
    pub speed: u32,
    /// What the figures depend on beside the source.
    pub machine: Machine,
    /// The figures by workload and size, in bytes.
    pub workloads: BTreeMap<String, BTreeMap<u64, Point>>,
}

/// What else makes the figures: those of two machines that differ in it cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The compiler.
    pub rustc: String,
    /// The C library, whose allocator and copying are counted too.
    pub libc: String,
    /// Who counted.
    pub valgrind: String,
    /// The architecture and the features of the processor that libraries choose their code by.
    pub cpu: String,
}

/// One workload at one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The text that it reads, in bytes.
    pub bytes: u64,
    /// The instructions that it takes.
    pub instructions: u64,
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rustc,
            libc,
            valgrind,
            cpu,
        } = self;
        write!(f, "{rustc}, {libc}, {valgrind}, {cpu}")
    }
}

impl Speed {
    /// A count in this format.
    #[must_use]
    pub const fn new(machine: Machine, workloads: BTreeMap<String, BTreeMap<u64, Point>>) -> Self {
        Self {
            speed: FORMAT,
            machine,
            workloads,
        }
    }

    /// Writes the count as JSON, one workload a line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        lines::write(to, self)
    }

    /// Reads a count.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let speed: Self = serde_json::from_str(text)?;
        if speed.speed == FORMAT {
            return Ok(speed);
        }
        let why = format!(
            "format {} of speed; this program reads {FORMAT}",
            speed.speed
        );
        Err(serde::de::Error::custom(why))
    }

    /// The figure of a workload at a size.
    #[must_use]
    pub fn point(&self, workload: &str, size: u64) -> Option<Point> {
        self.workloads.get(workload)?.get(&size).copied()
    }

    /// The instructions of one workload in those of another, at 10 KB; nothing if one was not counted.
    #[must_use]
    pub fn ratio(&self, workload: &str, to: &str) -> Option<f64> {
        let of = |name| Some(float(self.point(name, 10_000)?.instructions));
        Some(of(workload)? / of(to)?)
    }

    /// The exponent with which a workload grows from 16 to 64 KB: 1 is linear, 2 quadratic.
    #[must_use]
    pub fn exponent(&self, workload: &str) -> Option<f64> {
        let (from, to) = (self.point(workload, 16_000)?, self.point(workload, 64_000)?);
        let work = float(to.instructions) / float(from.instructions);
        Some(work.ln() / (float(to.bytes) / float(from.bytes)).ln())
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
const fn float(count: u64) -> f64 {
    count as f64
}
