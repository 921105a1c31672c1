//! Which cases test a requirement, counted by what they expect.

use std::collections::BTreeMap;
use std::fmt;

use super::requirement::RequirementLevel;
use crate::case::{Ask, Case, Expectation, Level, VerdictDue};

/// A side of a requirement: what it must let through, and what it must keep out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// What is accepted.
    Accept,
    /// What is rejected or refused.
    Reject,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Accept, Self::Reject];

    /// The name that stands in the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many cases expect what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    accepted: usize,
    rejected: usize,
    may: usize,
}

/// The cases that test one requirement, counted by the stem of their file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Coverage {
    files: BTreeMap<String, Counts>,
}

impl Counts {
    fn add(&mut self, case: &Case) {
        let refuses = match &case.ask {
            Ask::Session(script) => script.refuses(),
            _ => false,
        };
        let count = match (&case.expect, case.level()) {
            (Expectation::Steps, _) if refuses => &mut self.rejected,
            (Expectation::Accepted(_) | Expectation::Guard(_), Level::May) => &mut self.may,
            // A repair that is asked for accepts nothing yet, but it is what an eligible response is granted.
            (Expectation::Accepted(_) | Expectation::Steps | Expectation::Repair(_), _) => {
                &mut self.accepted
            }
            (Expectation::Guard(due), _) if due.verdict == VerdictDue::Valid => &mut self.accepted,
            (Expectation::Run(due), _) if !due.refuses() => &mut self.accepted,
            (
                Expectation::Rejected(_)
                | Expectation::Refused
                | Expectation::Guard(_)
                | Expectation::Run(_),
                _,
            ) => &mut self.rejected,
        };
        *count += 1;
    }

    fn all(self) -> usize {
        self.accepted + self.rejected + self.may
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.accepted, "accepted"),
            (self.rejected, "rejected"),
            (self.may, "may"),
        ];
        let mut separator = "";
        for (count, name) in counts.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{count} {name}")?;
            separator = ", ";
        }
        Ok(())
    }
}

impl Coverage {
    /// The coverage of every requirement that a case names, by number.
    pub(crate) fn of(cases: &[Case]) -> BTreeMap<&str, Self> {
        let mut coverage: BTreeMap<&str, Self> = BTreeMap::new();
        for case in cases {
            let stem = case
                .id
                .split_once('/')
                .map_or(case.id.as_str(), |(stem, _)| stem);
            for number in &case.requirements {
                coverage
                    .entry(number)
                    .or_default()
                    .files
                    .entry(stem.to_owned())
                    .or_default()
                    .add(case);
            }
        }
        coverage
    }

    /// Whether a case tests this side. A MAY case leaves both answers open, so it tests a side only where the
    /// requirement itself leaves both open.
    pub(crate) fn tests(&self, side: Side, level: RequirementLevel) -> bool {
        self.files.values().any(|counts| {
            let bound = match side {
                Side::Accept => counts.accepted,
                Side::Reject => counts.rejected,
            };
            bound > 0 || (level == RequirementLevel::May && counts.may > 0)
        })
    }

    /// How many cases there are.
    pub(crate) fn cases(&self) -> usize {
        self.files.values().map(|counts| counts.all()).sum()
    }

    /// The generated part of a requirement's line: a link to each file, with its counts.
    pub(crate) fn links(&self, folder: &str) -> String {
        if self.files.is_empty() {
            return "no case.".to_owned();
        }
        let link = |(stem, counts): (&String, &Counts)| {
            format!("[{stem}]({folder}/{stem}.jsonl) ({counts})")
        };
        self.files.iter().map(link).collect::<Vec<_>>().join(", ") + "."
    }
}
