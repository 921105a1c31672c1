//! `replies(events) = model(events)`: each step of any session comes to what section 9 says (REQ SES-1 to SES-6, HNT-1,
//! TRN-1). The truth of each step says it all; this adds that no reply is missing.

use super::course::Course;
use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct SessionSteps;

const MISSING: Violation = Violation::imprecise("step-unanswered", "a step has no reply");

impl Invariant for SessionSteps {
    fn name(&self) -> &'static str {
        "steps"
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
        for heard in first {
            let steps = super::course::script(heard).map_or(0, |script| script.steps.len());
            if Course::read(heard).is_some_and(|course| course.steps.len() < steps) {
                return Err(MISSING);
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
    fn a_step_without_a_reply_is_found() {
        let case = session(&[
            r#"{"open":true,"expect":{}}"#,
            r#"{"transport_error":"timeout","expect":{}}"#,
        ]);
        let one = reply(&["call-1 regular p"], 0);
        let two = format!("{one}\n{}", reply(&["stop"], 0));
        let check = |line: &str| {
            let heard = Heard {
                case: &case,
                line,
                answer: Answer::Loaded,
            };
            SessionSteps.check(&Scene::default(), &[heard], &[])
        };
        assert_eq!(check(&two), Ok(()));
        assert_eq!(check(&one), Err(MISSING));
    }
}
