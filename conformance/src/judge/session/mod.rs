//! The judge of sessions: the course of one in, the worst that is wrong with it out.
//!
//! Each check looks at the whole course and says the first thing that it finds. Of all that is found the worst counts,
//! and of two that weigh the same the one of the check that stands first.

mod audit;
mod chain;
mod commands;
mod course;
#[cfg(test)]
mod guard_tests;
mod ids;
mod leaks;
mod prompts;
mod record;
mod sameness;
mod state;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::Fault;
use crate::case::{CommandDue, Script, StepExpectation};

pub use course::{Audit, CallGiven, Came, Course, Given, Open, StateGiven, Turn};

/// What is wrong with a course, and with which step it has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The step, counted from 0; none if it is the audit after the last one.
    pub step: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

/// What a course is judged by.
pub(super) struct Known<'a> {
    /// The script.
    pub(super) script: &'a Script,
    /// The text of the contract that it is opened under.
    pub(super) contract: &'a str,
}

/// A check of a course.
type Check = fn(&Course, &Known<'_>) -> Result<(), Flaw>;

/// Every check, in the order in which they count where two find something of the same weight.
const CHECKS: [Check; 18] = [
    leaks::check_responses,
    leaks::check_outputs,
    leaks::check_context,
    ids::check_actions_once,
    commands::check,
    state::check,
    chain::check,
    chain::check_appended,
    record::check,
    ids::check_calls_apart,
    ids::check_actions_bound,
    sameness::check_resumed,
    sameness::check_errors,
    prompts::check_retries,
    prompts::check_equal,
    prompts::check_notes,
    prompts::check_content,
    audit::check,
];

/// Judges a course.
///
/// # Errors
/// The worst [`Flaw`]; none if all is right.
pub fn judge(
    course: &Course,
    script: &Script,
    contracts: &BTreeMap<String, String>,
) -> Result<(), Flaw> {
    let contract = contracts
        .get(&script.contract)
        .map_or("null", String::as_str);
    let known = Known { script, contract };
    let flaws = CHECKS
        .iter()
        .filter_map(|check| check(course, &known).err());
    match flaws.min_by_key(|flaw| flaw.fault.verdict()) {
        Some(flaw) => Err(flaw),
        None => Ok(()),
    }
}

/// Whether a session can be led on after a turn: it came to what the script goes on from.
#[must_use]
pub fn is_on_course(turn: &Turn, script: &Script) -> bool {
    let expect = turn.of(script).map(|step| &step.expect);
    match (&turn.came, expect) {
        _ if turn.is_look => matches!(turn.came, Came::Taken { .. }),
        (Came::Error { .. }, Some(StepExpectation::Error(_))) => true,
        (Came::Taken { commands, .. }, Some(StepExpectation::State(due))) => {
            due.commands.as_ref().is_none_or(|due| {
                due.len() == commands.len()
                    && due
                        .iter()
                        .zip(commands)
                        .all(|(due, given)| is_alike(due, given))
            })
        }
        _ => false,
    }
}

/// Whether a command is of the kind that is due.
fn is_alike(due: &CommandDue, given: &Given) -> bool {
    match (due, given) {
        (CommandDue::Call(due), Given::Call(call)) => due.kind.name() == call.kind,
        (CommandDue::Execute(_), Given::Execute { .. })
        | (CommandDue::Stop(_), Given::Stop { .. }) => true,
        _ => false,
    }
}

/// A fault of a step.
fn flaw(step: usize, fault: Fault) -> Flaw {
    Flaw {
        step: Some(step),
        fault,
    }
}

/// A fault of a step, unless it is right.
fn check(is_right: bool, step: usize, fault: Fault) -> Result<(), Flaw> {
    if is_right {
        Ok(())
    } else {
        Err(flaw(step, fault))
    }
}
