//! The whole check of a specification against its corpus, and the renewal of its generated parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::coverage::{Coverage, Side};
use super::problem::{SpecFault, SpecFaults, SpecProblem};
use super::requirement::{Requirement, Spec, State, TESTS};
use super::stand_in::{Sources, StandIn};
use crate::case::Case;
use crate::corpus::{Faults, Place};

/// The folder of the case files, as the specification links to it: both lie in the root of the repository.
const CASES: &str = "corpus/cases";

/// What a check that found nothing has looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The numbers of the requirements that are built and tested.
    pub built: Vec<String>,
    /// The numbers of the requirements still to be built.
    pub planned: Vec<String>,
    /// How many stand-ins there are.
    pub stand_ins: usize,
}

/// Checks a specification: every requirement that is built has a case, or a stated stand-in, on each side, and the
/// links to its cases are those of the corpus. Stand-ins are looked for in the sources beside and below the file.
///
/// # Errors
/// All findings.
pub fn check(path: &Path, cases: &[Case]) -> Result<Checked, SpecFaults> {
    let spec = Spec::read(path)?;
    let coverage = Coverage::of(cases);
    let mut faults = untested(&spec, &coverage);
    faults.extend(stale(&spec, &coverage));
    faults.extend(missing_stand_ins(&spec, path)?);
    conclude(&spec, faults)
}

/// Renews the links of a specification to its cases, then checks it.
///
/// # Errors
/// All findings; the links are renewed nevertheless.
pub fn write(path: &Path, cases: &[Case]) -> Result<Checked, SpecFaults> {
    let spec = Spec::read(path)?;
    let text = renewed(&spec, &Coverage::of(cases));
    if text != spec.text {
        fs::write(path, text).map_err(|error| {
            SpecFaults::from(
                Place::file(spec.file).fault(SpecProblem::Unwritable(error.to_string())),
            )
        })?;
    }
    check(path, cases)
}

fn conclude(spec: &Spec, faults: Vec<SpecFault>) -> Result<Checked, SpecFaults> {
    if !faults.is_empty() {
        return Err(Faults(faults));
    }
    let (planned, built): (Vec<_>, Vec<_>) = spec
        .requirements
        .iter()
        .partition(|requirement| requirement.state == State::Planned);
    let numbers = |requirements: Vec<&Requirement>| {
        requirements
            .into_iter()
            .map(|requirement| requirement.number.clone())
            .collect()
    };
    let stand_ins = stand_ins(spec).count();
    Ok(Checked {
        built: numbers(built),
        planned: numbers(planned),
        stand_ins,
    })
}

fn stand_ins(spec: &Spec) -> impl Iterator<Item = (&Requirement, &StandIn)> {
    spec.requirements.iter().flat_map(|requirement| {
        let stated = match &requirement.state {
            State::Built { stand_ins, .. } => stand_ins.as_slice(),
            State::Planned => &[],
        };
        stated.iter().map(move |stand_in| (requirement, stand_in))
    })
}

/// Sides without a case or stand-in, stand-ins beside a case, and plans that are carried out already.
fn untested(spec: &Spec, coverage: &BTreeMap<&str, Coverage>) -> Vec<SpecFault> {
    let none = Coverage::default();
    let mut faults = Vec::new();
    for requirement in &spec.requirements {
        let coverage = coverage.get(requirement.number.as_str()).unwrap_or(&none);
        let State::Built { stand_ins, .. } = &requirement.state else {
            if coverage.cases() > 0 {
                faults.push(spec.fault(requirement, SpecProblem::Built(coverage.cases())));
            }
            continue;
        };
        for side in Side::ALL {
            let stand_in = stand_ins.iter().find(|stand_in| stand_in.side == side);
            let problem = match (coverage.tests(side, requirement.level), stand_in) {
                (true, None) | (false, Some(_)) => continue,
                (false, None) => SpecProblem::Untested(side),
                (true, Some(stand_in)) => SpecProblem::StandInNeedless {
                    side,
                    test: stand_in.test.clone(),
                },
            };
            faults.push(spec.fault(requirement, problem));
        }
    }
    faults
}

fn missing_stand_ins(spec: &Spec, path: &Path) -> Result<Vec<SpecFault>, SpecFaults> {
    if stand_ins(spec).next().is_none() {
        return Ok(Vec::new());
    }
    let root = path
        .parent()
        .filter(|root| !root.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let sources = Sources::read(root).map_err(|error| {
        let place = Place::file(root.display().to_string());
        SpecFaults::from(place.fault(SpecProblem::Unreadable(error.to_string())))
    })?;
    let missing = stand_ins(spec).filter(|(_, stand_in)| !sources.hold_test(&stand_in.test));
    let fault = |(requirement, stand_in): (&Requirement, &StandIn)| {
        spec.fault(
            requirement,
            SpecProblem::StandInMissing(stand_in.test.clone()),
        )
    };
    Ok(missing.map(fault).collect())
}

fn stale(spec: &Spec, coverage: &BTreeMap<&str, Coverage>) -> Vec<SpecFault> {
    let is_stale = |requirement: &&Requirement| match &requirement.state {
        State::Planned => false,
        State::Built { tests, .. } => *tests != links(requirement, coverage),
    };
    let stale = spec.requirements.iter().filter(is_stale);
    stale
        .map(|requirement| spec.fault(requirement, SpecProblem::Stale))
        .collect()
}

fn links(requirement: &Requirement, coverage: &BTreeMap<&str, Coverage>) -> String {
    coverage
        .get(requirement.number.as_str())
        .unwrap_or(&Coverage::default())
        .links(CASES)
}

/// The specification's text with every generated part as the corpus gives it.
fn renewed(spec: &Spec, coverage: &BTreeMap<&str, Coverage>) -> String {
    let built = spec
        .requirements
        .iter()
        .filter(|requirement| requirement.state != State::Planned);
    let links: BTreeMap<usize, String> = built
        .map(|requirement| (requirement.line, links(requirement, coverage)))
        .collect();
    let line =
        |(index, line): (usize, &str)| match (links.get(&(index + 1)), line.split_once(TESTS)) {
            (Some(links), Some((stated, _))) => format!("{stated}{TESTS} {links}\n"),
            _ => line.to_owned() + "\n",
        };
    spec.text.lines().enumerate().map(line).collect()
}
