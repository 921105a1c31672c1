//! `accept(t) = (t, no rule, value(t))` for every right answer `t`, to the byte; and the value of a valid output of
//! a tool is what its body says (REQ NRM-4, DEC-4, GRD-6).

use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct ValidInSameOut;

const RULES: Violation =
    Violation::imprecise("rules-on-valid", "rules are named for a valid response");
const TEXT: Violation = Violation::imprecise(
    "text-of-valid",
    "the text of a valid response is not the response",
);
const VALUE: Violation = Violation::corruption(
    "value-of-valid",
    "the value is not what the valid response says",
);

impl Invariant for ValidInSameOut {
    fn name(&self) -> &'static str {
        "valid-in-same-out"
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
        "NRM-4"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::clean(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for Heard { case, answer, .. } in first {
            if let (Answer::Guarded(guarded), [output]) = (answer, &case.outputs()[..]) {
                let body = output.text().unwrap_or_default();
                let value = guarded.value.map(Value::read);
                match (value, Value::read(&body)) {
                    (Some(Ok(value)), Ok(said)) if value == said => continue,
                    _ => return Err(VALUE),
                }
            }
            let Answer::Accepted {
                value, text, rules, ..
            } = answer
            else {
                continue;
            };
            let response = case.response().unwrap_or_default();
            match (Value::read(value), Value::read(response)) {
                (Ok(value), Ok(said)) if value == said => {}
                _ => return Err(VALUE),
            }
            if rules.as_ref().is_some_and(|rules| !rules.is_empty()) {
                return Err(RULES);
            }
            if text.as_ref().is_some_and(|text| text != response) {
                return Err(TEXT);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{accepted, accepting, check};

    #[test]
    fn a_valid_response_that_does_not_come_out_as_it_is_is_found() {
        let case = accepting(r#"{"a":1}"#, r#"{"a":1}"#);
        let line = |value: &str, rules: &[&str]| accepted(value, rules);
        for (line, due) in [
            (line(r#"{"a":1}"#, &[]), Ok(())),
            (line(r#"{"a":2}"#, &[]), Err(VALUE)),
            (line(r#"{"a":1}"#, &["fence "]), Err(RULES)),
            (line(r#"{"a":1.0}"#, &[]), Err(TEXT)),
        ] {
            assert_eq!(check(&ValidInSameOut, &case, &line), due, "{line}");
        }
    }
}
