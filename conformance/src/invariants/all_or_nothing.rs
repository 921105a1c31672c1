//! `rejected(t) ⇒ nothing of t is given`: a rejection carries no value, no text and no rules (REQ VAL-3, LIM-4).

use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct AllOrNothing;

const PART: Violation = Violation::corruption(
    "part-of-rejected",
    "a rejection carries a value, a text or rules",
);

impl Invariant for AllOrNothing {
    fn name(&self) -> &'static str {
        "all-or-nothing"
    }

    fn requirement(&self) -> &'static str {
        "VAL-3"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::broken(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let mut rejected = first
            .iter()
            .filter(|heard| matches!(heard.answer, Answer::Rejected { .. }));
        if rejected.any(|heard| carries_a_part(heard.line)) {
            return Err(PART);
        }
        Ok(())
    }
}

/// Whether a reply has a member that only an accepted one has. `null` and an empty list are nothing.
fn carries_a_part(line: &str) -> bool {
    let Ok(Value::Object(members)) = Value::read(line) else {
        return false;
    };
    members.iter().any(|member| {
        let is_part = matches!(&*member.key, "value" | "text" | "rules");
        let is_nothing = match &member.value {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        is_part && !is_nothing
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, check, rejecting};

    #[test]
    fn a_rejection_that_carries_a_part_is_found() {
        let case = rejecting("{");
        assert_eq!(check(&AllOrNothing, &case, REJECTED), Ok(()));
        for (member, due) in [
            (r#""value":null,"rules":[]"#, Ok(())),
            (r#""value":{}"#, Err(PART)),
            (r#""text":"{}""#, Err(PART)),
            (r#""rules":[{"rule":"fence","path":""}]"#, Err(PART)),
        ] {
            let line = format!(r#"{{"id":1,"outcome":"rejected","reason":"parse",{member}}}"#);
            assert_eq!(check(&AllOrNothing, &case, &line), due, "{member}");
        }
    }
}
