//! Whether text of a response, or of the contract's context, stands where it may not (REQ VAL-4, SES-3, REP-3).

use super::{Came, Course, Flaw, Given, Known, check, flaw};
use crate::canary;
use crate::canary::Planted;
use crate::case::Step;
use crate::judge::{Fault, prompt};

/// No canary of a response or of what a tool returned stands in a regular prompt, an error, a stop, a checkpoint or the
/// log, but where the bindings brought it.
pub(super) fn check_responses(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let steps = known.script.steps.iter();
    let returned = steps.filter_map(|step| Some(step.returned()?.0));
    let results = known.script.steps.iter().filter_map(|step| step.result());
    let guarded: Vec<_> = known
        .script
        .steps
        .iter()
        .filter_map(|step| step.output()?.text())
        .collect();
    let bindings: Vec<&str> = known
        .script
        .steps
        .iter()
        .filter_map(Step::bindings)
        .collect();
    let is_bound = |token: &&str| bindings.iter().any(|bindings| bindings.contains(*token));
    let outputs = results
        .map(|(output, _)| output)
        .chain(guarded.iter().map(|body| &**body))
        .flat_map(canary::tokens);
    let planted = Planted::of(returned.chain(outputs.filter(|token| !is_bound(token))));
    let is_told =
        |text: &str| canary::tokens(text).any(|token| planted.told_by(token).next().is_some());
    let last = course.turns.last().map_or(0, |turn| turn.step);
    for turn in &course.turns {
        let check = |text: &str, place| check(!is_told(text), turn.step, Fault::Leak(place));
        match &turn.came {
            Came::Error { name, detail } => {
                check(name, "error")?;
                check(detail.as_deref().unwrap_or_default(), "detail")?;
            }
            Came::Taken { commands, state } => {
                check(state.stopped.as_deref().unwrap_or_default(), "state")?;
                for command in commands {
                    match command {
                        Given::Call(call) if call.is_repair() => {}
                        Given::Call(call) => check(&call.prompt, "prompt")?,
                        Given::Stop {
                            reason,
                            checked,
                            next_step,
                        } => {
                            check(reason, "stop")?;
                            check(&checked.join(" "), "stop")?;
                            check(next_step, "stop")?;
                        }
                        Given::Execute { id, .. } => check(id, "execute")?,
                    }
                }
            }
        }
    }
    for checkpoint in &course.checkpoints {
        check(!is_told(checkpoint), last, Fault::Leak("checkpoint"))?;
    }
    for audit in &course.audits {
        let mut log = audit.log.iter();
        check(!log.any(|line| is_told(line)), last, Fault::Leak("log"))?;
    }
    Ok(())
}

/// No canary of a guarded output stands in anything at all that the session says: a prompt of any kind, what is to be
/// run, the state, a record, but where the bindings or the model brought it (REQ SES-7).
pub(super) fn check_outputs(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let steps = || known.script.steps.iter();
    let bodies: Vec<_> = steps().filter_map(|step| step.output()?.text()).collect();
    if bodies.is_empty() {
        return Ok(());
    }
    let is_brought = |token: &&str| {
        let mut texts =
            steps().filter_map(|step| step.bindings().or_else(|| Some(step.returned()?.0)));
        texts.any(|text| text.contains(*token))
    };
    let tokens = bodies.iter().flat_map(|body| canary::tokens(body));
    let planted = Planted::of(tokens.filter(|token| !is_brought(token)));
    let is_told =
        |text: &str| canary::tokens(text).any(|token| planted.told_by(token).next().is_some());
    let last = course.turns.last().map_or(0, |turn| turn.step);
    for turn in &course.turns {
        let check = |text: &str, place| check(!is_told(text), turn.step, Fault::Leak(place));
        let Came::Taken { commands, state } = &turn.came else {
            continue;
        };
        check(&state.state_changes, "state")?;
        for command in commands {
            match command {
                Given::Call(call) => check(&call.prompt, "prompt")?,
                Given::Execute { arguments, .. } => check(arguments, "execute")?,
                Given::Stop { .. } => {}
            }
        }
    }
    for audit in &course.audits {
        let mut records = audit.records.iter();
        let is_clean = !records.any(|record| is_told(record));
        check(is_clean, last, Fault::Leak("records"))?;
    }
    Ok(())
}

/// No text of the contract's context stands in a repair prompt.
pub(super) fn check_context(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    for turn in &course.turns {
        for command in turn.came.commands() {
            if let Given::Call(call) = command
                && call.is_repair()
            {
                let source = known.script.steps.get(..=turn.step).unwrap_or_default();
                let source = source
                    .iter()
                    .rev()
                    .find_map(|step| Some(step.returned()?.0));
                let source = source.unwrap_or_default();
                prompt::check_context(&call.prompt, source, known.contract)
                    .map_err(|fault| flaw(turn.step, fault))?;
            }
        }
    }
    Ok(())
}
