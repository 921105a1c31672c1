//! Whether the state after each step is the one that is due.

use super::{Came, Course, Flaw, Known, check as check_that, flaw};
use crate::case::{OutputReason, StepExpectation, StopReason};
use crate::judge::{Fault, check_value};

/// Checks every step: the state changes of all of them first, since they are data.
pub(super) fn check(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    for turn in course.steps() {
        if let (Came::Taken { state, .. }, Some(StepExpectation::State(due))) =
            (&turn.came, turn.of(known.script).map(|step| &step.expect))
            && let Some(due) = &due.state_changes_text
        {
            let is_right = check_value(&state.state_changes, due).is_ok();
            check_that(is_right, turn.step, Fault::StateChanges)?;
        }
    }
    for turn in course.steps() {
        if let (Came::Taken { state, .. }, Some(StepExpectation::State(due))) =
            (&turn.came, turn.of(known.script).map(|step| &step.expect))
        {
            let check = |field, due: Option<String>, came: String| match due {
                Some(due) if due != came => {
                    let fault = Fault::State { field, due, came };
                    Err(flaw(turn.step, fault))
                }
                _ => Ok(()),
            };
            check(
                "invalid_responses",
                due.invalid_responses.map(|due| due.to_string()),
                state.invalid_responses.to_string(),
            )?;
            check(
                "actions_left",
                due.actions_left.map(number),
                number(state.actions_left),
            )?;
            if let Some(due) = &due.stopped
                && due.as_ref().map(StopReason::name).as_deref() != state.stopped.as_deref()
            {
                let fault = Fault::State {
                    field: "stopped",
                    due: reason(due.as_ref()),
                    came: reason_given(state.stopped.as_deref()),
                };
                return Err(flaw(turn.step, fault));
            }
        }
    }
    Ok(())
}

/// A number as JSON has it.
fn number(number: Option<u64>) -> String {
    number.map_or_else(|| "null".to_owned(), |number| number.to_string())
}

/// A stop reason as JSON has it.
fn reason(reason: Option<&StopReason>) -> String {
    reason.map_or_else(
        || "null".to_owned(),
        |reason| format!("\"{}\"", reason.name()),
    )
}

/// A stop reason that was given. One that is none, or the name in one, may be text of anything, and is not told.
fn reason_given(given: Option<&str>) -> String {
    match given.map(str::parse::<StopReason>) {
        None => "null".to_owned(),
        Some(Ok(StopReason::Output(OutputReason::Schema(_)))) => "another `schema`".to_owned(),
        Some(Ok(StopReason::Output(OutputReason::Invariant(_)))) => {
            "another `invariant`".to_owned()
        }
        Some(Ok(known)) => reason(Some(&known)),
        Some(Err(_)) => "no stop reason".to_owned(),
    }
}
