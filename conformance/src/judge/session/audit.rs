//! Whether the audit has one record for each closed call, with the call, the rules and the outcome that are due.

use recovery_reports::sha256;

use super::record::{Outcome, Record, closing, records};
use super::{Course, Flaw, Known, Turn, flaw};
use crate::case::{
    CallKind, Category, CommandDue, Happening, Rule, Step, StepExpectation, StopReason,
};
use crate::judge::Fault;

/// Checks the audit after the last step.
pub(super) fn check(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let Some(records) = records(course) else {
        return Ok(());
    };
    let closing = closing(course, known);
    let calls = course.calls();
    for ((_, turn), record) in closing.into_iter().zip(&records) {
        let check = |is_right: bool, field| {
            if is_right {
                Ok(())
            } else {
                Err(flaw(turn.step, Fault::Audit(field)))
            }
        };
        let Some(step) = turn.of(known.script) else {
            continue;
        };
        check(Some(&record.call) == turn.to.as_ref(), "call")?;
        if let Some(call) = calls.iter().find(|call| call.id == record.call) {
            check(call.kind == record.kind, "kind")?;
            check(call.provider == record.provider, "provider")?;
            let hash = sha256(&[call.prompt.as_bytes()]);
            check(hash == record.prompt_sha256, "prompt_sha256")?;
        }
        let finish = step.returned().and_then(|(_, finish)| finish);
        check(record.finish == finish, "finish")?;
        check(is_outcome(step, &record.outcome), "outcome")?;
        check(is_rules(course, known, turn, step, record), "rules")?;
    }
    Ok(())
}

/// Whether an outcome is the one that the commands of a step tell of.
fn is_outcome(step: &Step, outcome: &Outcome) -> bool {
    let Outcome {
        name: outcome,
        reason,
        path,
        kind,
    } = outcome;
    if let Happening::TransportError { kind: due, .. } = &step.happening {
        return outcome == "transport_error" && kind.as_ref() == Some(due);
    }
    let StepExpectation::State(due) = &step.expect else {
        return true;
    };
    let Some(command) = due.commands.as_ref().and_then(|commands| commands.first()) else {
        return true;
    };
    match command {
        CommandDue::Execute(_) => outcome == "accepted",
        CommandDue::Stop(end) => match end.reason {
            // A write that was blocked is accepted and not done.
            StopReason::Concluded | StopReason::Output(_) => outcome == "accepted",
            StopReason::InvalidResponseLimit => outcome == "rejected" || outcome == "repair",
            StopReason::TransportExhausted => false,
        },
        CommandDue::Call(call) if call.kind == CallKind::Repair => {
            outcome == "repair" && (call.path.is_none() || call.path == *path)
        }
        CommandDue::Call(call) => match &call.notice {
            Some(notice) => {
                let category = reason.as_deref().and_then(Category::of_reason);
                outcome == "rejected"
                    && category == Some(notice.category)
                    && path.as_ref() == Some(&notice.path)
            }
            None => true,
        },
    }
}

/// Whether the rules of a record are those that the step states, or that the hint after it tells of.
fn is_rules(course: &Course, known: &Known<'_>, turn: &Turn, step: &Step, record: &Record) -> bool {
    if let StepExpectation::State(due) = &step.expect
        && let Some(rules) = &due.rules
    {
        return *rules == record.rules;
    }
    // A rejected response has led to nothing, so no rule is left of it but what an eligible one was asked with.
    if record.outcome.name != "accepted" || record.kind != "regular" {
        return true;
    }
    hinted(course, known, turn.step).is_none_or(|rules| rules == record.rules)
}

/// The rules in the hint of the next regular call after a step; none if there is no such call, or it is not stated.
fn hinted<'a>(course: &Course, known: &Known<'a>, step: usize) -> Option<&'a [Rule]> {
    let later = course.steps().filter(|turn| turn.step > step);
    for turn in later {
        let next = turn.of(known.script)?;
        let StepExpectation::State(due) = &next.expect else {
            continue;
        };
        if matches!(next.happening, Happening::Resume(_)) {
            continue;
        }
        let commands = due.commands.as_ref()?;
        for command in commands {
            if let CommandDue::Call(call) = command
                && call.kind == CallKind::Regular
            {
                return Some(call.hint.as_deref().unwrap_or_default());
            }
        }
    }
    None
}
