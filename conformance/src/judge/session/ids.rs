//! Whether ids tell apart what they name, and bind what they must (REQ SES-1, SES-6).

use std::collections::BTreeSet;

use recovery_reports::sha256;

use super::record::accepted_text;
use super::{Course, Flaw, Given, Known, check};
use crate::judge::Fault;

/// How many hexadecimal digits of the hash of the accepted text an action id holds.
const DIGITS: usize = 16;

/// No action is run a second time: outside of a resume no id is given out again.
pub(super) fn check_actions_once(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let mut given = BTreeSet::new();
    for turn in &course.turns {
        for command in turn.came.commands() {
            if let Given::Execute { id, .. } = command {
                let is_new = given.insert(id);
                let is_fine = is_new || turn.is_repeating(known.script);
                check(is_fine, turn.step, Fault::Repeated)?;
            }
        }
    }
    Ok(())
}

/// Each try of a call has its own id.
pub(super) fn check_calls_apart(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let mut given = BTreeSet::new();
    for turn in &course.turns {
        for command in turn.came.commands() {
            if let Given::Call(call) = command {
                let is_new = given.insert(&call.id);
                let is_fine = is_new || turn.is_repeating(known.script);
                check(is_fine, turn.step, Fault::Id("a call was given out before"))?;
            }
        }
    }
    Ok(())
}

/// An action id holds the first digits of the hash of the accepted text.
pub(super) fn check_actions_bound(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    for (index, turn) in course.turns.iter().enumerate() {
        if turn.is_repeating(known.script) {
            continue;
        }
        let ids = turn
            .came
            .commands()
            .iter()
            .filter_map(|command| match command {
                Given::Execute { id, .. } => Some(id),
                _ => None,
            });
        let Some(text) = accepted_text(course, known, index) else {
            continue;
        };
        let hash = sha256(&[text.as_bytes()]);
        for id in ids {
            let is_bound = id.contains(&hash[..DIGITS]);
            let fault = Fault::Id("an action does not bind the accepted text");
            check(is_bound, turn.step, fault)?;
        }
    }
    Ok(())
}
