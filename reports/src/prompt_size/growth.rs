//! What changed from one measurement to a later one, as far as it must not pass unseen.

use std::fmt;

use super::{Fixture, PromptSizes, Size};

/// How much a prompt may grow at most, in characters.
const CHARACTERS: u64 = 8;

/// How much a prompt may grow at most in any unit: one part in this many.
const PART: u64 = 100;

/// A change that must be accepted by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A prompt grew by more than 8 characters, or by more than 1 % in characters, bytes or tokens.
    Grown {
        /// The fixture.
        fixture: String,
        /// `regular` or `repair`.
        prompt: &'static str,
        /// What is counted.
        unit: &'static str,
        /// Its size before.
        before: u64,
        /// Its size now.
        now: u64,
        /// The parts that grew, each by how much; a regular prompt has none.
        parts: Vec<(&'static str, u64)>,
    },
    /// A fixture was not measured before.
    New {
        /// The fixture.
        fixture: String,
    },
    /// A fixture is not measured any more.
    Gone {
        /// The fixture.
        fixture: String,
    },
}

/// All that must not pass unseen, fixture by fixture.
#[must_use]
pub fn growth(before: &PromptSizes, now: &PromptSizes) -> Vec<Change> {
    let gone = before.fixtures.keys();
    let gone = gone.filter(|name| !now.fixtures.contains_key(*name));
    let gone = gone.map(|fixture| Change::Gone {
        fixture: fixture.clone(),
    });
    let kept = now
        .fixtures
        .iter()
        .flat_map(|(name, fixture)| match before.fixtures.get(name) {
            Some(before) => grown(name, before, fixture),
            None => vec![Change::New {
                fixture: name.clone(),
            }],
        });
    kept.chain(gone).collect()
}

fn grown(name: &str, before: &Fixture, now: &Fixture) -> Vec<Change> {
    let prompts = [
        ("regular", before.regular, now.regular),
        ("repair", before.repair, now.repair),
    ];
    let grown = |(prompt, old, new): (&'static str, Size, Size)| {
        let unit = UNITS.into_iter().find(|unit| unit.outgrows(old, new))?;
        let parts = before.parts.named().into_iter().zip(now.parts.named());
        let parts = parts.filter_map(|((part, old), (_, new))| {
            let by = (unit.count)(new).saturating_sub((unit.count)(old));
            (by > 0 && prompt == "repair").then_some((part, by))
        });
        Some(Change::Grown {
            fixture: name.to_owned(),
            prompt,
            unit: unit.name,
            before: (unit.count)(old),
            now: (unit.count)(new),
            parts: parts.collect(),
        })
    };
    prompts.into_iter().filter_map(grown).collect()
}

/// What is counted.
struct Unit {
    name: &'static str,
    count: fn(Size) -> u64,
    /// By how many of it a prompt may grow at most, if that is limited beside the percentage.
    most: Option<u64>,
}

const UNITS: [Unit; 4] = [
    Unit {
        name: "characters",
        count: |size| size.characters,
        most: Some(CHARACTERS),
    },
    Unit {
        name: "bytes",
        count: |size| size.bytes,
        most: None,
    },
    Unit {
        name: "o200k_base tokens",
        count: |size| size.o200k_base,
        most: None,
    },
    Unit {
        name: "cl100k_base tokens",
        count: |size| size.cl100k_base,
        most: None,
    },
];

impl Unit {
    /// Whether a text grew by too much of it.
    fn outgrows(&self, before: Size, now: Size) -> bool {
        let (before, now) = ((self.count)(before), (self.count)(now));
        let by = now.saturating_sub(before);
        by * PART > before || self.most.is_some_and(|most| by > most)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grown {
                fixture,
                prompt,
                unit,
                before,
                now,
                parts,
            } => {
                write!(
                    f,
                    "{fixture}: the {prompt} prompt grew from {before} to {now} {unit}"
                )?;
                let mut separator = ": ";
                for (part, by) in parts {
                    write!(f, "{separator}{part} by {by}")?;
                    separator = ", ";
                }
                Ok(())
            }
            Self::New { fixture } => {
                write!(f, "{fixture}: is new; the baseline has no such fixture")
            }
            Self::Gone { fixture } => {
                write!(f, "{fixture}: is gone; the baseline has such a fixture")
            }
        }
    }
}
