//! The judge of the guard: an output or a run, and the reply to it in, the worst that is wrong with it out.
//!
//! Each check stands in a file of its own and knows nothing of the others. All of them look; the worst that is found
//! counts, and of two that weigh the same the one that stands first.

pub(in crate::judge) mod gates;
mod leaks;
mod metrics;
mod quarantine;
mod rate;
mod steps;
mod stop;
#[cfg(test)]
mod tests;
mod verdict;

use std::collections::BTreeMap;

use super::Fault;
use crate::case::{Ask, Case, Expectation, GuardDue, LedDue, Output, Run, RunDue};
use crate::protocol::{Answer, Guarded, RunReply};

/// Judges the reply to an output or to a run.
///
/// # Errors
/// The worst [`Fault`] of the reply; none if it is right.
pub(super) fn judge(
    case: &Case,
    contracts: &BTreeMap<String, String>,
    answer: &Answer<'_>,
) -> Result<(), Fault> {
    match (&case.ask, &case.expect, answer) {
        (_, _, Answer::Error { name, detail }) => error(case, name, detail.as_deref()),
        (Ask::Guard { output, .. }, Expectation::Guard(due), Answer::Guarded(given)) => {
            guarded(case, output, due, given)
        }
        (Ask::Run(run), Expectation::Run(due), Answer::Run(given)) => match due {
            RunDue::Led(due) => led(case, run, due, contracts, given),
            RunDue::Error(_) => Err(Fault::Taken),
        },
        _ => Err(Fault::Kind("verdict")),
    }
}

fn guarded(case: &Case, output: &Output, due: &GuardDue, given: &Guarded<'_>) -> Result<(), Fault> {
    worst([
        leaks::check_verdict(case, given),
        verdict::check_form(given),
        verdict::check(output, due, given),
        quarantine::check(output, &given.into(), given.quarantine.as_ref()),
    ])
}

fn led(
    case: &Case,
    run: &Run,
    due: &LedDue,
    contracts: &BTreeMap<String, String>,
    given: &RunReply<'_>,
) -> Result<(), Fault> {
    if given.steps.len() != run.steps.len() {
        leaks::check_line(case, given.line)?;
        return Err(Fault::RunSteps);
    }
    worst([
        leaks::check_line(case, given.line),
        steps::check(run, due, given),
        stop::check(run, due, contracts, given),
        metrics::check(run, due, given),
        quarantine::check_steps(run, due, given),
    ])
}

/// What an error comes to.
fn error(case: &Case, name: &str, detail: Option<&str>) -> Result<(), Fault> {
    leaks::check_line(case, name)?;
    leaks::check_line(case, detail.unwrap_or_default())?;
    match (&case.expect, name) {
        (_, "unsupported_op") => Err(Fault::Unsupported),
        (Expectation::Run(RunDue::Error(due)), name) => {
            if due.iter().any(|due| due.name() == name) {
                Ok(())
            } else {
                Err(Fault::WrongError)
            }
        }
        (_, "request") => Err(Fault::Error),
        (Expectation::Run(RunDue::Led(_)), _) => Err(Fault::RunRefused),
        _ => Err(Fault::Error),
    }
}

/// The worst of what was found.
fn worst(found: impl IntoIterator<Item = Result<(), Fault>>) -> Result<(), Fault> {
    let faults = found.into_iter().filter_map(Result::err);
    match faults.min_by_key(Fault::verdict) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}
