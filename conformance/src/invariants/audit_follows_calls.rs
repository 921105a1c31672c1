//! `records = closed calls`, one for each in their order, numbered without a gap, each naming the one before (REQ AUD-1).
//! What stands in them, and their hashes, the judge recomputes.

use super::course::{Course, is_resume};
use super::read::{items, member, text};
use super::{Heard, Invariant, Violation};
use crate::case::{Happening, Profile};
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct AuditFollowsCalls;

const COUNT: Violation = Violation::corruption(
    "records-and-calls",
    "there is not one record for each call that was closed",
);
const CHAIN: Violation = Violation::corruption(
    "chain-broken",
    "a record does not name the hash of the one before it, or the head is not the hash of the last",
);

impl Invariant for AuditFollowsCalls {
    fn name(&self) -> &'static str {
        "audit-follows-calls"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Session]
    }

    fn requirement(&self) -> &'static str {
        "AUD-1"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::session_course(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for course in first.iter().filter_map(Course::read) {
            let Some(audit) = &course.audit else {
                continue;
            };
            let is_answer = |happening: &Happening| {
                matches!(
                    happening,
                    Happening::Respond { .. } | Happening::TransportError { .. }
                )
            };
            let closed = course.steps.iter().filter(|(step, reply)| {
                is_answer(&step.happening)
                    && !is_resume(step)
                    && member(reply, "commands").is_some()
            });
            let records = items(audit, "records");
            if records.len() != closed.count() {
                return Err(COUNT);
            }
            let zeros = "0".repeat(64);
            let mut before = zeros.as_str();
            for record in records {
                if text(record, "previous") != Some(before) {
                    return Err(CHAIN);
                }
                before = text(record, "hash").unwrap_or_default();
            }
            if text(audit, "head") != Some(before) {
                return Err(CHAIN);
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
    fn a_record_too_few_and_a_chain_that_is_broken_are_found() {
        let case = session(&[
            r#"{"open":true,"expect":{}}"#,
            r#"{"respond":"x","expect":{}}"#,
            r#"{"resume":{},"expect":{}}"#,
            r#"{"transport_error":"timeout","expect":{}}"#,
        ]);
        let zeros = "0".repeat(64);
        let record =
            |previous: &str, hash: &str| format!(r#"{{"previous":"{previous}","hash":"{hash}"}}"#);
        let check = |records: &[String], head: &str| {
            let call = reply(&["call-1 regular p"], 0);
            let records = records.join(",");
            let audit = format!(r#"{{"id":1,"records":[{records}],"head":"{head}","log":[]}}"#);
            let line = [&call, &call, &call, &call, &audit].map(String::as_str);
            let line = line.join("\n");
            let heard = Heard {
                case: &case,
                line: &line,
                answer: Answer::Loaded,
            };
            AuditFollowsCalls.check(&Scene::default(), &[heard], &[])
        };
        let (first, second) = (record(&zeros, "a"), record("a", "b"));
        assert_eq!(check(&[first.clone(), second.clone()], "b"), Ok(()));
        assert_eq!(check(std::slice::from_ref(&first), "a"), Err(COUNT));
        assert_eq!(check(&[first.clone(), record("c", "b")], "b"), Err(CHAIN));
        assert_eq!(check(&[record("a", "a"), second.clone()], "b"), Err(CHAIN));
        assert_eq!(check(&[first, second], "a"), Err(CHAIN));
    }
}
