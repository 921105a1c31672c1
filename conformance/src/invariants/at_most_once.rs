//! `|{execute id}| ≤ 1` for every id, but right after a resume; and none after its result (REQ SES-1).

use std::collections::BTreeSet;

use super::course::{Course, Given, commands, is_resume};
use super::read::member;
use super::{Heard, Invariant, Violation};
use crate::case::{Happening, Profile};
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct AtMostOnce;

const TWICE: Violation = Violation::corruption(
    "action-twice",
    "an action is handed out a second time, and the session was not resumed",
);
const AFTER: Violation = Violation::corruption(
    "action-after-its-result",
    "an action is handed out although its result is in",
);
const OTHER: Violation = Violation::corruption(
    "action-under-another-id",
    "a resume hands out an action that was not open",
);

impl Invariant for AtMostOnce {
    fn name(&self) -> &'static str {
        "at-most-once"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Session]
    }

    fn requirement(&self) -> &'static str {
        "SES-1"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::session_course(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for course in first.iter().filter_map(Course::read) {
            let mut given = BTreeSet::new();
            let mut done = BTreeSet::new();
            let mut open = None;
            for (step, reply) in &course.steps {
                if member(reply, "error").is_some() {
                    continue;
                }
                if matches!(
                    step.happening,
                    Happening::Result { .. } | Happening::Output { .. }
                ) {
                    done.extend(open.take());
                }
                for command in commands(reply) {
                    let Given::Execute(id) = command else {
                        continue;
                    };
                    if done.contains(id) {
                        return Err(AFTER);
                    }
                    match (given.insert(id), is_resume(step)) {
                        (false, false) => return Err(TWICE),
                        (true, true) => return Err(OTHER),
                        _ => open = Some(id),
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::testing::{reply, session};
    use super::*;
    use crate::protocol::Answer;

    #[test]
    fn an_action_that_runs_twice_is_found() {
        let case = session(&[
            r#"{"open":true,"expect":{}}"#,
            r#"{"respond":"x","expect":{}}"#,
            r#"{"resume":{},"expect":{}}"#,
            r#"{"result":1,"expect":{}}"#,
            r#"{"respond":"x","expect":{}}"#,
        ]);
        let call = reply(&["call-1 regular p"], 0);
        let check = |actions: [&str; 4]| {
            let [one, resumed, after, last] = actions.map(|action| match action {
                "" => call.clone(),
                action => reply(&[action], 0),
            });
            let line = [&call, &one, &resumed, &after, &last].map(String::as_str);
            let line = line.join("\n");
            let heard = Heard {
                case: &case,
                line: &line,
                answer: Answer::Loaded,
            };
            AtMostOnce.check(&Scene::default(), &[heard], &[])
        };
        assert_eq!(check(["action-1", "action-1", "", "action-2"]), Ok(()));
        assert_eq!(check(["action-1", "action-1", "action-1", ""]), Err(AFTER));
        assert_eq!(check(["action-1", "", "", "action-1"]), Err(AFTER));
        assert_eq!(check(["action-1", "action-9", "", ""]), Err(OTHER));
        let case = ["action-1", "action-1", "action-2", "action-2"];
        assert_eq!(check(case), Err(TWICE));
    }
}
