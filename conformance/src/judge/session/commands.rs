//! Whether each step is answered with the commands that are due, or with the error.

use std::collections::BTreeSet;

use super::{Came, Course, Flaw, Given, Known, check as check_that, flaw};
use crate::case::{
    CallDue, CallKind, CommandDue, ExecuteDue, Gate, OutputReason, StepExpectation, StopDue,
    StopReason,
};
use crate::judge::guard::gates;
use crate::judge::{Fault, check_value};

/// Checks every step.
pub(super) fn check(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    course.steps().try_for_each(|turn| {
        let Some(step) = turn.of(known.script) else {
            return Ok(());
        };
        let at = |fault| flaw(turn.step, fault);
        match (&turn.came, &step.expect) {
            (Came::Error { name, .. }, StepExpectation::Error(due)) => {
                let is_due = due.iter().any(|due| due.name() == name);
                check_that(is_due, turn.step, Fault::WrongError)
            }
            (Came::Error { name, .. }, StepExpectation::State(_)) => Err(at(refused(name))),
            (Came::Taken { .. }, StepExpectation::Error(_)) => Err(at(Fault::Taken)),
            (Came::Taken { commands, .. }, StepExpectation::State(due)) => match &due.commands {
                Some(due) => check_commands(due, commands, known).map_err(at),
                None => Ok(()),
            },
        }
    })
}

/// What an error is where commands are due.
fn refused(name: &str) -> Fault {
    match name {
        "unsupported_op" => Fault::Unsupported,
        "request" => Fault::Error,
        _ => Fault::Refused,
    }
}

fn check_commands(due: &[CommandDue], given: &[Given], known: &Known<'_>) -> Result<(), Fault> {
    let is_due = |wanted: &dyn Fn(&CommandDue) -> bool| due.iter().any(wanted);
    let runs = |command: &Given| matches!(command, Given::Execute { .. });
    let repairs = |command: &Given| matches!(command, Given::Call(call) if call.is_repair());
    let concludes =
        |command: &Given| matches!(command, Given::Stop { reason, .. } if reason == "concluded");
    let execute_due = |command: &CommandDue| matches!(command, CommandDue::Execute(_));
    let repair_due = |command: &CommandDue| matches!(command, CommandDue::Call(call) if call.kind == CallKind::Repair);
    let conclusion_due = |command: &CommandDue| matches!(command, CommandDue::Stop(stop) if stop.reason.name() == "concluded");
    let stop_due = |command: &CommandDue| matches!(command, CommandDue::Stop(stop) if stop.reason.name() != "concluded");
    let calls = given
        .iter()
        .any(|command| matches!(command, Given::Call(_)));
    // What must not be done weighs most; then what had to be done and was not.
    if given.iter().any(runs) && !is_due(&execute_due)
        || given.iter().any(concludes) && !is_due(&conclusion_due)
    {
        return Err(Fault::Action);
    }
    if calls && is_due(&stop_due) {
        return Err(Fault::CallAfterStop);
    }
    if given.iter().any(repairs) && !is_due(&repair_due) {
        return Err(Fault::Repair);
    }
    if is_due(&execute_due) && !given.iter().any(runs)
        || is_due(&conclusion_due) && !given.iter().any(concludes)
    {
        return Err(Fault::Rejected);
    }
    if is_due(&repair_due) && !given.iter().any(repairs) {
        return Err(Fault::Unrepaired);
    }
    if due.len() != given.len() {
        return Err(Fault::Commands("are more or fewer than are due"));
    }
    // The order of severity holds within the list as well: a wrong action counts before a wrong provider.
    let pairs = || due.iter().zip(given);
    pairs().try_for_each(|(due, given)| match (due, given) {
        (
            CommandDue::Execute(due),
            Given::Execute {
                tool, arguments, ..
            },
        ) => check_execute(due, tool, arguments),
        _ => Ok(()),
    })?;
    pairs().try_for_each(|(due, given)| check_command(due, given, known))
}

fn check_execute(due: &ExecuteDue, tool: &str, arguments: &str) -> Result<(), Fault> {
    let is_right = due.tool == tool
        && due
            .arguments_text
            .as_ref()
            .is_none_or(|due| check_value(arguments, due).is_ok());
    if is_right { Ok(()) } else { Err(Fault::Action) }
}

fn check_command(due: &CommandDue, given: &Given, known: &Known<'_>) -> Result<(), Fault> {
    let check = |is_right: bool, what| {
        if is_right {
            Ok(())
        } else {
            Err(Fault::Commands(what))
        }
    };
    match (due, given) {
        (CommandDue::Call(due), Given::Call(call)) => {
            let CallDue {
                kind,
                provider,
                path,
                ..
            } = due;
            check(kind.name() == call.kind, "are of another kind than are due")?;
            let is_provider = provider.as_ref().is_none_or(|due| *due == call.provider);
            check(is_provider, "ask another provider")?;
            let is_path = path.as_ref().is_none_or(|path| call.prompt.contains(path));
            check(is_path, "ask for a repair at another path")
        }
        (CommandDue::Execute(_), Given::Execute { .. }) => Ok(()),
        (
            CommandDue::Stop(due),
            Given::Stop {
                reason,
                checked,
                next_step,
            },
        ) => {
            let StopDue {
                reason: why,
                next_step: then,
                checked: passed,
            } = due;
            check(why.name() == **reason, "stop for another reason")?;
            check(
                then.is_none_or(|then| then.name() == next_step),
                "stop with another next step",
            )?;
            let passed = passed.as_ref();
            check(
                passed.is_none_or(|passed| match why {
                    StopReason::Output(reason) => is_gated(passed, checked, reason, known),
                    _ => is_checked(passed, checked),
                }),
                "stop with other checks than were passed",
            )
        }
        _ => check(false, "stand in another order than is due"),
    }
}

/// Whether the checks named are those that the response passed.
fn is_checked(due: &[crate::case::Check], given: &[String]) -> bool {
    let due: BTreeSet<&str> = due.iter().map(|check| check.name()).collect();
    due == given.iter().map(String::as_str).collect()
}

/// Whether the gates named are those that the output passed. Which tool it came from the script does not say, so a gate
/// may be left out or named if any of the contract's tools does not ask for it.
fn is_gated(
    due: &[crate::case::Check],
    given: &[String],
    reason: &OutputReason,
    known: &Known<'_>,
) -> bool {
    let gate = |name| Gate::ALL.into_iter().find(|gate| gate.name() == name);
    let due: Option<Vec<Gate>> = due.iter().map(|check| gate(check.name())).collect();
    let unasked = gates::unasked_by_tools(known.contract);
    due.is_some_and(|due| gates::is_checked(&due, given, &unasked, reason.gate()))
}
