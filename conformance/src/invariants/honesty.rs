//! `value = rules(response)`: who takes a response and does to it exactly the rules that the reply names gets exactly
//! the value, and the text says the same (REQ NRM-1, NRM-4).

use super::replay::replay;
use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct Honesty;

const IMPOSSIBLE: Violation = Violation::imprecise(
    "impossible-rule",
    "a rule is named that cannot apply at the place named",
);
const OTHER: Violation = Violation::corruption(
    "other-than-named",
    "the rules named do not lead from the response to the value",
);
const TEXT: Violation = Violation::corruption(
    "text-other-than-value",
    "the text does not say what the value says",
);

impl Invariant for Honesty {
    fn name(&self) -> &'static str {
        "honesty"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Parse, Profile::Normalize]
    }

    fn requirement(&self) -> &'static str {
        "NRM-1"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::rescued(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for Heard { case, answer, .. } in first {
            let Answer::Accepted {
                value, text, rules, ..
            } = answer
            else {
                continue;
            };
            if let Some(text) = text
                && !is_same(text, value)
            {
                return Err(TEXT);
            }
            if let Some(rules) = rules {
                let response = case.response().unwrap_or_default();
                let replayed = replay(response, rules).ok_or(IMPOSSIBLE)?;
                if !is_same(&replayed, value) {
                    return Err(OTHER);
                }
            }
        }
        Ok(())
    }
}

fn is_same(one: &str, other: &str) -> bool {
    matches!((Value::read(one), Value::read(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{accepted, accepting, check};

    #[test]
    fn rules_that_are_not_what_was_done_are_found() {
        let response = "```\n{\"a\":\"{\\\"b\\\":1}\"}\n```";
        let case = accepting(response, "{}");
        let (kept, decoded) = (r#"{"a":"{\"b\":1}"}"#, r#"{"a":{"b":1}}"#);
        for (value, rules, due) in [
            (kept, &["fence "][..], Ok(())),
            (decoded, &["fence ", "decode /a"], Ok(())),
            (decoded, &["fence "], Err(OTHER)),
            (kept, &["fence ", "decode /a"], Err(OTHER)),
            (kept, &[], Err(OTHER)),
            (decoded, &["decode /a", "fence "], Err(IMPOSSIBLE)),
            (decoded, &["fence ", "decode /b"], Err(IMPOSSIBLE)),
            (decoded, &["fence ", "mend "], Err(IMPOSSIBLE)),
        ] {
            let line = accepted(value, rules);
            assert_eq!(check(&Honesty, &case, &line), due, "{line}");
        }
        let line = r#"{"id":1,"outcome":"accepted","value":{"a":1},"text":"{}"}"#;
        assert_eq!(check(&Honesty, &case, line), Err(TEXT));
    }
}
