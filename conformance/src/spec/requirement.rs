//! A requirement, as its line in the specification states it.
//!
//! ```text
//! - **FEN-1** (MUST) statement. Source: „sentence“. Stand-in: `path::to::test` (reject side): reason. Tests: …
//! - **REP-1** (MUST) statement. Source: „sentence“. Planned.
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::problem::{SpecFault, SpecFaults, SpecProblem};
use super::stand_in::StandIn;
use crate::corpus::{Faults, Place};

/// What stands before the generated part of a line.
pub(crate) const TESTS: &str = " Tests:";

/// What ends the line of a requirement that is still to be built.
const PLANNED: &str = " Planned.";

/// The requirements of a specification, in its order. Numbers are unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The file, as the user can open it.
    pub(crate) file: String,
    /// The text, whole.
    pub(crate) text: String,
    /// The requirements.
    pub(crate) requirements: Vec<Requirement>,
}

/// One requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement {
    /// The number: `FEN-1`.
    pub(crate) number: String,
    /// The line, counted from 1.
    pub(crate) line: usize,
    /// How binding it is.
    pub(crate) level: RequirementLevel,
    /// Whether it is built.
    pub(crate) state: State,
}

/// How binding a requirement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequirementLevel {
    /// One answer is right. `MUST NOT` says the same of what is forbidden.
    Must,
    /// Two answers are right: the stated value, or a rejection.
    May,
}

/// Whether a requirement is built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// Still to be built: no case, no claim.
    Planned,
    /// Built, and so tested.
    Built {
        /// The tests that stand in for cases.
        stand_ins: Vec<StandIn>,
        /// What stands after `Tests:`.
        tests: String,
    },
}

impl Spec {
    /// Reads a specification.
    ///
    /// # Errors
    /// All lines that look like a requirement and are not in its form, and numbers that are given twice.
    pub fn read(path: &Path) -> Result<Self, SpecFaults> {
        let file = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| {
            SpecFaults::from(
                Place::file(file.clone()).fault(SpecProblem::Unreadable(error.to_string())),
            )
        })?;
        Self::parse(file, text)
    }

    /// Reads a specification's text.
    pub(crate) fn parse(file: String, text: String) -> Result<Self, SpecFaults> {
        let mut requirements = Vec::new();
        let mut faults = Vec::new();
        let mut taken = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let Some((number, rest)) = number_of(line) else {
                continue;
            };
            let place = Place::line(file.clone(), index + 1).with_id(number);
            match requirement(number, index + 1, rest) {
                Ok(requirement) => requirements.push(requirement),
                Err(problem) => faults.push(place.clone().fault(problem)),
            }
            if let Some(first) = taken.insert(number, index + 1) {
                faults.push(place.fault(SpecProblem::Taken(first)));
            }
        }
        if requirements.is_empty() && faults.is_empty() {
            faults.push(Place::file(file.clone()).fault(SpecProblem::Empty));
        }
        if faults.is_empty() {
            Ok(Self {
                file,
                text,
                requirements,
            })
        } else {
            Err(Faults(faults))
        }
    }

    /// The numbers of all requirements, planned ones included.
    #[must_use]
    pub fn numbers(&self) -> BTreeSet<String> {
        self.requirements
            .iter()
            .map(|requirement| requirement.number.clone())
            .collect()
    }

    /// A finding about a requirement.
    pub(crate) fn fault(&self, requirement: &Requirement, problem: SpecProblem) -> SpecFault {
        Place::line(self.file.clone(), requirement.line)
            .with_id(requirement.number.clone())
            .fault(problem)
    }
}

/// The number of a requirement and the rest of its line, if the line begins as one.
fn number_of(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.strip_prefix("- **")?.split_once("**")?;
    let (section, count) = number.split_once('-')?;
    let is_section = section.len() == 3 && section.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    (is_section && is_count).then_some((number, rest))
}

fn requirement(number: &str, line: usize, rest: &str) -> Result<Requirement, SpecProblem> {
    let (level, body) = level(rest).ok_or(SpecProblem::Level)?;
    if !body.contains(" Source: ") {
        return Err(SpecProblem::Source);
    }
    let state = match (body.ends_with(PLANNED), body.split_once(TESTS)) {
        (true, None) => State::Planned,
        (false, Some((stated, tests))) => State::Built {
            stand_ins: StandIn::all_in(stated)?,
            tests: tests.trim().to_owned(),
        },
        (true, Some(_)) | (false, None) => return Err(SpecProblem::End),
    };
    Ok(Requirement {
        number: number.to_owned(),
        line,
        level,
        state,
    })
}

fn level(rest: &str) -> Option<(RequirementLevel, &str)> {
    let levels = [
        (" (MUST) ", RequirementLevel::Must),
        (" (MUST NOT) ", RequirementLevel::Must),
        (" (MAY) ", RequirementLevel::May),
    ];
    levels
        .into_iter()
        .find_map(|(text, level)| Some((level, rest.strip_prefix(text)?)))
}
