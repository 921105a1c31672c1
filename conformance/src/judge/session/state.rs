//! Whether the state after each step is the one that is due.

use super::{Came, Course, Flaw, Known, check as check_that};
use crate::case::StepExpectation;
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
            let check = |is_right, field| check_that(is_right, turn.step, Fault::State(field));
            let invalid = due.invalid_responses;
            check(
                invalid.is_none_or(|due| due == state.invalid_responses),
                "invalid_responses",
            )?;
            let left = due.actions_left;
            check(
                left.is_none_or(|due| due == state.actions_left),
                "actions_left",
            )?;
            let stopped = due.stopped.as_ref();
            check(
                stopped.is_none_or(|due| {
                    due.as_ref().map(crate::case::StopReason::name).as_deref()
                        == state.stopped.as_deref()
                }),
                "stopped",
            )?;
        }
    }
    Ok(())
}
