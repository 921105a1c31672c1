//! `result = before ++ replacement ++ after`, where `text = before ++ what stood at the path ++ after`: outside the repair
//! path an accepted repair changes no byte, and at it stand the answer's own (REQ REP-8).

use super::read::{member, text};
use super::{Heard, Invariant, Violation};
use crate::case::{Ask, Expectation, Profile};
use crate::exact::Value;
use crate::generate::{self, Choices, Scene, replacement};

/// The invariant.
pub(super) struct OutsideUntouched;

const CHANGED: Violation = Violation::corruption(
    "changed-outside",
    "the rebuilt text is not the normalized text with the replacement's own bytes in one place",
);

impl Invariant for OutsideUntouched {
    fn name(&self) -> &'static str {
        "outside-untouched"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Repair]
    }

    fn requirement(&self) -> &'static str {
        "REP-8"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::rescued(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for Heard { case, line, .. } in first {
            let (Ask::Repair { answer, .. }, Expectation::Accepted(due)) =
                (&case.ask, &case.expect)
            else {
                continue;
            };
            let Ok(reply) = Value::read(line) else {
                continue;
            };
            let result = member(&reply, "repair").and_then(|repair| text(repair, "result"));
            let (Some(result), Some(bytes)) = (result, replacement(answer)) else {
                continue;
            };
            let text = due.text.as_deref().or(case.response()).unwrap_or_default();
            let is_spliced = |(at, _): (usize, &str)| {
                let (before, after) = (&result[..at], &result[at + bytes.len()..]);
                before.len() + after.len() <= text.len()
                    && text.starts_with(before)
                    && text.ends_with(after)
            };
            if !result.match_indices(bytes).any(is_spliced) {
                return Err(CHANGED);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{check, rebuilt, repairing};

    #[test]
    fn a_byte_that_is_changed_outside_is_found() {
        let text = "{ \"a\":1.0, \"b\":\"x\" }";
        let answer = r#"{"replacement": [ "x"] }"#;
        let right = "{ \"a\":1.0, \"b\":[ \"x\"] }";
        let case = repairing(text, answer, right, right);
        for (result, due) in [
            (right, Ok(())),
            ("{ \"a\":1, \"b\":[ \"x\"] }", Err(CHANGED)),
            ("{\"a\":1.0,\"b\":[ \"x\"]}", Err(CHANGED)),
            ("{ \"a\":1.0, \"b\":[\"x\"] }", Err(CHANGED)),
        ] {
            let line = rebuilt(right, result);
            assert_eq!(check(&OutsideUntouched, &case, &line), due, "{result}");
        }
    }
}
