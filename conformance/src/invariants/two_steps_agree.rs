//! `rules(recover(t)) = rules(repair(t, a))`, and the patch leads from the text of the one to the path of the other: both
//! steps speak of the same normalized response (REQ REP-1, REP-11).

use super::read::{items, member, text};
use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct TwoStepsAgree;

const RULES: Violation = Violation::imprecise(
    "steps-name-other-rules",
    "the repair call and the repair name other rules",
);
const RESULT: Violation = Violation::corruption(
    "result-other-than-value",
    "the rebuilt text does not say what the value says",
);
const PATH: Violation = Violation::corruption(
    "patch-elsewhere",
    "the patch changes a place that is not at or below the repair path",
);

impl Invariant for TwoStepsAgree {
    fn name(&self) -> &'static str {
        "two-steps-agree"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Repair]
    }

    fn requirement(&self) -> &'static str {
        "REP-11"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::two_steps(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let [asked, repaired] = first else {
            return Ok(());
        };
        let (Ok(asked), Ok(repaired)) = (Value::read(asked.line), Value::read(repaired.line))
        else {
            return Ok(());
        };
        if items(&asked, "rules") != items(&repaired, "rules") {
            return Err(RULES);
        }
        let Some(repair) = member(&repaired, "repair") else {
            return Ok(());
        };
        let result = text(repair, "result").map(Value::read);
        if result.is_some_and(|result| result.ok().as_ref() != member(&repaired, "value")) {
            return Err(RESULT);
        }
        let path = text(&asked, "path").unwrap_or_default();
        let is_inside = |step: &Value<'_>| {
            let place = text(step, "path").unwrap_or_default();
            let below = place.strip_prefix(path);
            text(step, "op") == Some("test")
                || below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
        };
        if !items(repair, "patch").iter().all(is_inside) {
            return Err(PATH);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{heard, rejecting};

    #[test]
    fn steps_that_do_not_agree_are_found() {
        let case = rejecting("{}");
        let asked =
            r#"{"id":1,"outcome":"repair","path":"/a","rules":[{"rule":"fence","path":""}]}"#;
        let check = |rules: &str, place: &str, result: &str| {
            let line = format!(
                r#"{{"id":1,"outcome":"accepted","value":{{"a":[1]}},"rules":[{rules}],"repair":{{"patch":[{{"op":"replace","path":"{place}","value":[1]}}],"result":"{result}"}}}}"#
            );
            let heard = [heard(&case, asked), heard(&case, &line)];
            let scene = Scene::default();
            TwoStepsAgree.check(&scene, &heard, &[])
        };
        let fence = r#"{"rule":"fence","path":""}"#;
        let right = r#"{\"a\":[1.0]}"#;
        assert_eq!(check(fence, "/a", right), Ok(()));
        assert_eq!(check(fence, "/a/0", right), Ok(()));
        assert_eq!(check("", "/a", right), Err(RULES));
        assert_eq!(check(fence, "/ab", right), Err(PATH));
        assert_eq!(check(fence, "", right), Err(PATH));
        assert_eq!(check(fence, "/a", r#"{\"a\":[2]}"#), Err(RESULT));
    }
}
