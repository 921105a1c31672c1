//! `invalid' ∈ {invalid, invalid + 1, 0}`, and `invalid' < limit` unless the session has stopped; an event that does not
//! fit changes nothing. Walked over every interleaving of the seven kinds of events (REQ SES-2).

use super::course::Course;
use super::read::member;
use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct Counters;

const JUMPS: Violation = Violation::corruption(
    "counter-jumps",
    "the counter of invalid responses neither stays nor goes up by one nor back to 0",
);

impl Invariant for Counters {
    fn name(&self) -> &'static str {
        "counters"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Session]
    }

    fn requirement(&self) -> &'static str {
        "SES-2"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::session_interleaved(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for course in first.iter().filter_map(Course::read) {
            let mut before = 0;
            for (_, reply) in &course.steps {
                let Some(now) = member(reply, "state").and_then(invalid_responses) else {
                    continue;
                };
                if now != 0 && now != before && now != before + 1 {
                    return Err(JUMPS);
                }
                before = now;
            }
        }
        Ok(())
    }
}

/// The counter of a state.
fn invalid_responses(state: &Value<'_>) -> Option<u64> {
    let count = member(state, "invalid_responses")?;
    // Small numbers are all that there are.
    (0..1_000).find(|number| Value::read(&number.to_string()).is_ok_and(|number| number == *count))
}

#[cfg(test)]
mod tests {
    use super::super::course::testing::{reply, session};
    use super::*;
    use crate::protocol::Answer;

    #[test]
    fn a_counter_that_jumps_is_found() {
        let event = r#"{"respond":"x","expect":{}}"#;
        let case = session(&[r#"{"open":true,"expect":{}}"#, event, event]);
        let check = |counts: [u64; 3]| {
            let lines = counts.map(|count| reply(&["call-1 regular p"], count));
            let line = lines.join("\n");
            let heard = Heard {
                case: &case,
                line: &line,
                answer: Answer::Loaded,
            };
            Counters.check(&Scene::default(), &[heard], &[])
        };
        for right in [[0, 0, 0], [0, 1, 2], [0, 1, 0], [0, 1, 1]] {
            assert_eq!(check(right), Ok(()));
        }
        for lie in [[0, 2, 0], [1, 3, 0], [0, 1, 3]] {
            assert_eq!(check(lie), Err(JUMPS));
        }
    }
}
