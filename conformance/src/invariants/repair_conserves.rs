//! `scalars(accepted repair) = scalars(normalized text) \ labels`, whatever the answer was (REQ REP-5).

use super::read::scalars;
use super::{Heard, Invariant, Violation};
use crate::case::{Ask, Expectation, Profile};
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct RepairConserves;

const LOST: Violation = Violation::corruption(
    "scalar-lost-in-repair",
    "a scalar of the response is not in the rebuilt value, and it was no label",
);
const INVENTED: Violation = Violation::corruption(
    "scalar-invented-in-repair",
    "a scalar of the rebuilt value is not in the response",
);

impl Invariant for RepairConserves {
    fn name(&self) -> &'static str {
        "repair-conserves"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Repair]
    }

    fn requirement(&self) -> &'static str {
        "REP-5"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::answered(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for Heard { case, answer, .. } in first {
            let (Ask::Repair { .. }, Answer::Accepted { value, .. }, Expectation::Accepted(due)) =
                (&case.ask, answer, &case.expect)
            else {
                continue;
            };
            let text = due.text.as_deref().or(case.response()).unwrap_or_default();
            let (Ok(before), Ok(after)) = (Value::read(text), Value::read(value)) else {
                continue;
            };
            let mut before = scalars(&before);
            for scalar in scalars(&after) {
                let at = before.iter().position(|known| *known == scalar);
                before.swap_remove(at.ok_or(INVENTED)?);
            }
            let is_label = |scalar: &&Value<'_>| matches!(scalar, Value::String(text) if ["column", "operator", "value"].contains(&&**text));
            if !before.iter().all(is_label) {
                return Err(LOST);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, accepted, check, repairing};

    #[test]
    fn a_scalar_that_is_lost_or_invented_is_found() {
        let text = r#"{"f":[["column","a","operator","eq","value",1],["b","eq","1"]]}"#;
        let case = repairing(text, "{}", "{}", "{}");
        for (value, due) in [
            (
                r#"{"f":[{"column":"a","operator":"eq","value":1},{"column":"b","operator":"eq","value":"1"}]}"#,
                Ok(()),
            ),
            (
                r#"{"f":[{"column":"a","operator":"eq","value":1},{"column":"b","operator":"eq","value":1}]}"#,
                Err(INVENTED),
            ),
            (
                r#"{"f":[{"column":"a","operator":"eq","value":1.0},{"column":"b","operator":"eq"}]}"#,
                Err(LOST),
            ),
        ] {
            let line = accepted(value, &[]);
            assert_eq!(check(&RepairConserves, &case, &line), due, "{value}");
        }
        assert_eq!(check(&RepairConserves, &case, REJECTED), Ok(()));
    }
}
