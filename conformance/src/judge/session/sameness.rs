//! Whether what must not change anything does not: a resume (REQ SES-4) and an error (REQ SES-6).

use super::{Came, Course, Flaw, Known, Turn, check};
use crate::judge::Fault;

/// A resume gives exactly the open commands again, with their ids and prompts, and the same state.
pub(super) fn check_resumed(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    check_repeated(
        course,
        |turn| !turn.is_look && turn.is_repeating(known.script),
        "after a resume something is",
    )
}

/// After an error the open commands and the state are as they were.
pub(super) fn check_errors(course: &Course, _: &Known<'_>) -> Result<(), Flaw> {
    check_repeated(course, |turn| turn.is_look, "after an error something is")
}

fn check_repeated(
    course: &Course,
    is_repeating: impl Fn(&Turn) -> bool,
    what: &'static str,
) -> Result<(), Flaw> {
    for (index, turn) in course.turns.iter().enumerate() {
        if !is_repeating(turn) {
            continue;
        }
        let Some(before) = course.before(index) else {
            continue;
        };
        match (&before.came, &turn.came) {
            (
                Came::Taken { commands, state },
                Came::Taken {
                    commands: again,
                    state: now,
                },
            ) => {
                // A session that has stopped has nothing open.
                let open = match state.stopped {
                    Some(_) => &[],
                    None => commands.as_slice(),
                };
                check(
                    open == again && state == now,
                    turn.step,
                    Fault::Changed(what),
                )?;
            }
            (_, Came::Error { .. }) if turn.is_look => {
                return Err(super::flaw(turn.step, Fault::Refused));
            }
            _ => {}
        }
    }
    Ok(())
}
