//! What changed from one count to a later one, as far as it must not pass unseen.

use std::fmt;

use super::{Speed, float};

/// How much slower a workload may get, in percent.
const PERCENT: u64 = 2;

/// A difference between two counts.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// More instructions than 2 % over those before.
    Slower(Moved),
    /// Fewer than 2 % under those before.
    Faster(Moved),
    /// Was not counted before.
    New(String),
    /// Is not counted any more.
    Gone(String),
}

/// A workload at one size, before and now.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    /// The workload.
    pub workload: String,
    /// The size of its text, in bytes.
    pub size: u64,
    /// Its instructions before.
    pub before: u64,
    /// Its instructions now.
    pub now: u64,
}

impl Moved {
    fn percent(&self) -> f64 {
        (float(self.now) / float(self.before) - 1.0) * 100.0
    }
}

impl Change {
    /// Whether a check lets it pass: only what is faster costs nobody anything.
    #[must_use]
    pub const fn passes(&self) -> bool {
        matches!(self, Self::Faster(_))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slower(moved) | Self::Faster(moved) => write!(
                f,
                "{} at {} bytes: {:+.1} %, {} instructions, before {}",
                moved.workload,
                moved.size,
                moved.percent(),
                moved.now,
                moved.before
            ),
            Self::New(name) => write!(f, "{name}: new"),
            Self::Gone(name) => write!(f, "{name}: gone"),
        }
    }
}

/// All differences, workload by workload: each size that moved by more than 2 %, each that was added or left out.
#[must_use]
pub fn changes(before: &Speed, now: &Speed) -> Vec<Change> {
    let points = |speed: &Speed| -> Vec<(String, u64)> {
        let each = speed.workloads.iter();
        each.flat_map(|(name, sizes)| sizes.keys().map(move |size| (name.clone(), *size)))
            .collect()
    };
    let label = |name: &str, size: u64| format!("{name} at {size} bytes");
    let mut changes = Vec::new();
    for (workload, size) in points(now) {
        let Some(now) = now.point(&workload, size) else {
            continue;
        };
        let Some(before) = before.point(&workload, size) else {
            changes.push(Change::New(label(&workload, size)));
            continue;
        };
        let (before, now) = (before.instructions, now.instructions);
        let moved = Moved {
            workload,
            size,
            before,
            now,
        };
        // In whole numbers, so that exactly 2 % is still no change.
        if now * 100 > before * (100 + PERCENT) {
            changes.push(Change::Slower(moved));
        } else if now * 100 < before * (100 - PERCENT) {
            changes.push(Change::Faster(moved));
        }
    }
    let gone = points(before);
    let gone = gone
        .iter()
        .filter(|(name, size)| now.point(name, *size).is_none());
    changes.extend(gone.map(|(name, size)| Change::Gone(label(name, *size))));
    changes
}
