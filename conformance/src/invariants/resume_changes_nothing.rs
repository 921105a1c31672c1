//! `replies(events) = replies(events with resumes between them)`, and so for the audit: prompts, commands, ids, states,
//! records (REQ SES-4).

use super::course::{Course, is_resume};
use super::read::{items, member};
use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct ResumeChangesNothing;

const COMMANDS: Violation = Violation::corruption(
    "resume-changes-commands",
    "after a resume the session does something else than without",
);
const STATE: Violation = Violation::corruption(
    "resume-changes-state",
    "after a resume the session has another state than without",
);
const RECORDS: Violation = Violation::corruption(
    "resume-changes-audit",
    "after a resume the audit says something else than without",
);

impl Invariant for ResumeChangesNothing {
    fn name(&self) -> &'static str {
        "resume-changes-nothing"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Session]
    }

    fn requirement(&self) -> &'static str {
        "SES-4"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::session_resumed(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let courses: Vec<_> = first.iter().filter_map(Course::read).collect();
        let [plain, resumed] = &courses[..] else {
            return Ok(());
        };
        for (name, violation) in [("commands", COMMANDS), ("state", STATE)] {
            let is_same = events(plain)
                .map(|reply| member(reply, name))
                .eq(events(resumed).map(|reply| member(reply, name)));
            if !is_same {
                return Err(violation);
            }
        }
        if let (Some(plain), Some(resumed)) = (&plain.audit, &resumed.audit)
            && (items(plain, "records") != items(resumed, "records")
                || member(plain, "head") != member(resumed, "head"))
        {
            return Err(RECORDS);
        }
        Ok(())
    }
}

/// The replies to all steps that do not resume the session.
fn events<'c>(course: &'c Course<'_>) -> impl Iterator<Item = &'c Value<'c>> {
    let steps = course.steps.iter();
    steps
        .filter(|(step, _)| !is_resume(step))
        .map(|(_, reply)| reply)
}

#[cfg(test)]
mod tests {
    use super::super::course::testing::{reply, session};
    use super::*;
    use crate::protocol::Answer;

    #[test]
    fn what_a_resume_changes_is_found() {
        let open = r#"{"open":true,"expect":{}}"#;
        let event = r#"{"respond":"x","expect":{}}"#;
        let plain = session(&[open, event]);
        let resumed = session(&[open, r#"{"resume":{},"expect":{}}"#, event]);
        let audit = |hash: &str| {
            format!(r#"{{"id":1,"records":[{{"hash":"{hash}"}}],"head":"{hash}","log":[]}}"#)
        };
        let first = reply(&["call-1 regular p"], 0);
        let checkpoint = r#"{"id":1,"checkpoint":"c"}"#;
        let one = format!(
            "{first}\n{}\n{}",
            reply(&["call-2 regular q"], 1),
            audit("a")
        );
        let check = |last: &str, invalid: u64, hash: &str| {
            let other = [
                first.as_str(),
                checkpoint,
                &first,
                &reply(&[last], invalid),
                &audit(hash),
            ]
            .join("\n");
            let heard = |case, line| Heard {
                case,
                line,
                answer: Answer::Loaded,
            };
            let first = [heard(&plain, &*one), heard(&resumed, &*other)];
            ResumeChangesNothing.check(&Scene::default(), &first, &[])
        };
        assert_eq!(check("call-2 regular q", 1, "a"), Ok(()));
        assert_eq!(check("call-3 regular q", 1, "a"), Err(COMMANDS));
        assert_eq!(check("call-2 regular r", 1, "a"), Err(COMMANDS));
        assert_eq!(check("call-2 regular q", 0, "a"), Err(STATE));
        assert_eq!(check("call-2 regular q", 1, "b"), Err(RECORDS));
    }
}
