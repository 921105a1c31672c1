//! `rules(t) ≠ [] ⇒ |t|, |text(t)| ≤ 65,536 ∧ |rules(t)| ≤ 16`, and `depth(text(t)) ≤ 128` always (REQ LIM-1, LIM-2,
//! LIM-3, PAR-5). On which side of a limit a response must be accepted is for its truth to say.

use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct Limits;

const MAX_BYTES: usize = 65_536;
const MAX_RULES: usize = 16;
const MAX_DEPTH: usize = 128;

const BYTES: Violation = Violation::corruption(
    "too-long-for-rules",
    "rules are applied to a response, or lead to a text, of more than 65,536 bytes",
);
const RULES: Violation = Violation::corruption("too-many-rules", "more than 16 rules are applied");
const DEPTH: Violation = Violation::corruption("too-deep", "the value is nested deeper than 128");

impl Invariant for Limits {
    fn name(&self) -> &'static str {
        "limits"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[
            Profile::Parse,
            Profile::Normalize,
            Profile::Repair,
            Profile::Guard,
        ]
    }

    fn requirement(&self) -> &'static str {
        "LIM-1"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::limits(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for Heard { case, answer, .. } in first {
            let Answer::Accepted {
                value, text, rules, ..
            } = answer
            else {
                continue;
            };
            let rules = rules.as_ref().map_or(0, Vec::len);
            if rules > MAX_RULES {
                return Err(RULES);
            }
            let lengths = [case.response(), text.as_deref()];
            let longest = lengths.iter().flatten().map(|text| text.len()).max();
            if rules > 0 && longest > Some(MAX_BYTES) {
                return Err(BYTES);
            }
            if Value::read(value).is_ok_and(|value| depth(&value) > MAX_DEPTH) {
                return Err(DEPTH);
            }
        }
        Ok(())
    }
}

/// How many arrays and objects are open at once at most.
fn depth(value: &Value<'_>) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => {
            let values = members.iter().map(|member| &member.value);
            1 + values.map(depth).max().unwrap_or(0)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{accepted, accepting, check};

    #[test]
    fn what_is_past_a_limit_is_found() {
        let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let long = "a".repeat(MAX_BYTES + 1);
        let short = "a".repeat(MAX_BYTES);
        for (response, value, rules, due) in [
            ("", &*nested(128), &["fence "; 16][..], Ok(())),
            ("", &*nested(129), &[], Err(DEPTH)),
            ("", "1", &["decode /a"; 17], Err(RULES)),
            (&short, "1", &["fence "], Ok(())),
            (&long, "1", &[], Ok(())),
            (&long, "1", &["fence "], Err(BYTES)),
        ] {
            let case = accepting(response, "1");
            let line = accepted(value, rules);
            assert_eq!(check(&Limits, &case, &line), due);
        }
    }
}
