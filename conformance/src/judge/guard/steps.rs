//! Whether each step of a run comes to what is due: its verdict, and which write is allowed (REQ GRD-5, GRD-10).

use super::verdict::{Given, check_given};
use super::worst;
use crate::case::{LedDue, Run, RunStepDue, Verdict, VerdictDue};
use crate::judge::Fault;
use crate::protocol::{RunReply, RunStepReply, StepVerdict};

/// Checks every step.
pub(super) fn check(run: &Run, due: &LedDue, given: &RunReply<'_>) -> Result<(), Fault> {
    let steps = run.steps.iter().zip(&due.steps).zip(&given.steps);
    let found = steps.enumerate().map(|(step, ((_, due), given))| {
        check_step(due, given).map_err(|fault| Fault::in_step(step, fault))
    });
    worst(found)
}

fn check_step(due: &RunStepDue, given: &RunStepReply<'_>) -> Result<(), Fault> {
    match due {
        RunStepDue::Skipped => check_skipped(given),
        RunStepDue::Refused => check_refused(given),
        RunStepDue::Call {
            verdict,
            tries,
            used,
        } => check_call(verdict, *tries, used.as_deref(), given),
        RunStepDue::Write {
            is_allowed,
            verdict,
        } => check_write(*is_allowed, verdict.as_ref(), given),
    }
}

/// The verdict on an output, if the step tells of one.
fn of_output<'a>(given: &'a RunStepReply<'_>) -> Option<Given<'a>> {
    match given.verdict {
        Some(StepVerdict::Output(verdict)) => Some(Given {
            verdict,
            reason: given.stop_reason.as_deref(),
        }),
        _ => None,
    }
}

/// Whether the step says that a tool was called, or a write made.
fn is_made(given: &RunStepReply<'_>) -> bool {
    given.is_allowed == Some(true) || given.is_allowed.is_none() && of_output(given).is_some()
}

fn check_skipped(given: &RunStepReply<'_>) -> Result<(), Fault> {
    match given {
        given if given.is_skipped => Ok(()),
        given if is_made(given) => Err(Fault::Unended),
        _ => Err(Fault::Step("`skipped`")),
    }
}

fn check_refused(given: &RunStepReply<'_>) -> Result<(), Fault> {
    match (given.verdict, given.stop_reason.as_deref()) {
        (Some(StepVerdict::Refused), Some("policy:no_contract")) => Ok(()),
        (Some(StepVerdict::Refused), _) => Err(Fault::StopReason),
        _ if is_made(given) => Err(Fault::Unguarded),
        _ => Err(Fault::Step("`verdict`")),
    }
}

fn check_call(
    due: &VerdictDue,
    tries: u64,
    used: Option<&str>,
    given: &RunStepReply<'_>,
) -> Result<(), Fault> {
    let Some(verdict) = of_output(given) else {
        return Err(Fault::NotCalled);
    };
    check_given(due, verdict)?;
    if given.is_allowed.is_some() {
        return Err(Fault::Step("`write`"));
    }
    // Where a fallback was used its try may be left out: it is no try of the tool that was asked for.
    let least = if used.is_some() { tries - 1 } else { tries };
    let is_tries = given
        .tries
        .is_some_and(|given| (least..=tries).contains(&given));
    if !is_tries {
        return Err(Fault::Step("`tries`"));
    }
    if given.used.as_deref() != used {
        return Err(Fault::Step("`used`"));
    }
    if given.effect.is_some() {
        return Err(Fault::Step("`effect`"));
    }
    Ok(())
}

fn check_write(
    is_allowed: bool,
    due: Option<&VerdictDue>,
    given: &RunStepReply<'_>,
) -> Result<(), Fault> {
    if is_made(given) && !is_allowed {
        return Err(Fault::Written);
    }
    if !is_made(given) && is_allowed {
        return Err(Fault::Blocked);
    }
    if given.is_allowed.is_none() {
        return Err(Fault::Step("`write`"));
    }
    let is_unknown = match (due, of_output(given)) {
        (Some(due), Some(verdict)) => {
            check_given(due, verdict)?;
            due.verdict() != Verdict::Valid
        }
        (Some(_), None) => return Err(Fault::Step("`verdict`")),
        (None, _) if given.verdict.is_some() => return Err(Fault::Step("`verdict`")),
        (None, _) => false,
    };
    if (given.effect.as_deref() == Some("unknown")) == is_unknown {
        Ok(())
    } else {
        Err(Fault::Step("`effect`"))
    }
}
