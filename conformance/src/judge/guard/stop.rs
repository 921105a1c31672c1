//! Whether the stop report of a run is one of those that are right (REQ GRD-7).

use std::collections::{BTreeMap, BTreeSet};

use super::gates;
use crate::case::{Gate, LedDue, OutputReason, Run, RunStep, RunStepDue, RunStopDue, Verdict};
use crate::judge::Fault;
use crate::protocol::{RunReply, RunStop};

/// Checks the stop report. Where none is right, the first one says what is wrong.
pub(super) fn check(
    run: &Run,
    due: &LedDue,
    contracts: &BTreeMap<String, String>,
    given: &RunReply<'_>,
) -> Result<(), Fault> {
    let unasked = unasked(run, due, contracts);
    let found = due.stops.iter().map(|due| match (due, &given.stop) {
        (None, None) => Ok(()),
        (Some(due), Some(given)) => check_stop(due, given, &unasked),
        (None, Some(_)) => Err(Fault::RunStop("is there, although nothing went wrong")),
        (Some(_), None) => Err(Fault::RunStop("is missing")),
    });
    let found: Vec<_> = found.collect();
    if found.iter().any(Result::is_ok) {
        return Ok(());
    }
    found.into_iter().next().unwrap_or(Ok(()))
}

fn check_stop(
    due: &RunStopDue,
    given: &RunStop<'_>,
    unasked: &BTreeSet<Gate>,
) -> Result<(), Fault> {
    let reason = given.stop_reason.parse::<OutputReason>().ok();
    let Some(reason) = reason.filter(|reason| due.reasons.contains(reason)) else {
        return Err(Fault::RunStop("has another stop reason"));
    };
    if !gates::is_checked(&due.checked, &given.checked, unasked, reason.gate()) {
        return Err(Fault::RunStop("names other gates than were passed"));
    }
    if given.next_step != due.next_step.name() {
        return Err(Fault::RunStop("has another next step"));
    }
    Ok(())
}

/// The gates that the contract of the first corrupt output does not ask for; of tool failures no gate is named.
fn unasked(run: &Run, due: &LedDue, contracts: &BTreeMap<String, String>) -> BTreeSet<Gate> {
    let steps = run.steps.iter().zip(&due.steps);
    let tool = steps.into_iter().find_map(|(step, due)| {
        let (verdict, used) = match due {
            RunStepDue::Call { verdict, used, .. } => (verdict, used.as_deref()),
            RunStepDue::Write {
                verdict: Some(verdict),
                ..
            } => (verdict, None),
            _ => return None,
        };
        let tool = match step {
            RunStep::Call { tool, .. } | RunStep::Write { tool, .. } => tool.as_str(),
            RunStep::Think | RunStep::Both { .. } => return None,
        };
        (verdict.verdict() == Verdict::Corrupt).then(|| used.unwrap_or(tool))
    });
    let text = tool
        .and_then(|tool| run.contracts.get(tool))
        .and_then(|name| contracts.get(name));
    text.map(|text| gates::unasked(text)).unwrap_or_default()
}
