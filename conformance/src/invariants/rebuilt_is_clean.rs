//! `accept(rebuilt(t, a)) = (value, no rule)`: what a repair led to is valid as it stands (REQ REP-9, NRM-2).

use super::read::{member, text};
use super::same::{Extent, same};
use super::{Heard, Invariant, Violation};
use crate::case::{Accepted, Ask, Case, Expectation, Level, Profile};
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct RebuiltIsClean;

const RULES: Violation = Violation::imprecise(
    "rules-on-rebuilt",
    "rules are applied to the rebuilt text when it is fed back",
);

impl Invariant for RebuiltIsClean {
    fn name(&self) -> &'static str {
        "rebuilt-is-clean"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Repair]
    }

    fn requirement(&self) -> &'static str {
        "REP-9"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::rescued(profile, choices)
    }

    fn again(&self, _: &Scene, first: &[Heard<'_>]) -> Vec<Case> {
        first.iter().filter_map(fed_back).collect()
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], again: &[Heard<'_>]) -> Result<(), Violation> {
        let rebuilt = first.iter().filter(|heard| fed_back(heard).is_some());
        for (first, again) in rebuilt.zip(again) {
            if let Answer::Accepted {
                rules: Some(rules), ..
            } = &again.answer
                && !rules.is_empty()
            {
                return Err(RULES);
            }
            same(first, again, Extent::Outcome)?;
        }
        Ok(())
    }
}

/// The rebuilt text as a response, which must be accepted as it stands.
fn fed_back(heard: &Heard<'_>) -> Option<Case> {
    let (Ask::Repair { contract, .. }, Expectation::Accepted(due)) =
        (&heard.case.ask, &heard.case.expect)
    else {
        return None;
    };
    let reply = Value::read(heard.line).ok()?;
    let result = text(member(&reply, "repair")?, "result")?;
    Some(Case {
        ask: Ask::Recover {
            contract: contract.clone(),
            response: result.to_owned(),
            finish: None,
        },
        expect: Expectation::Accepted(Accepted {
            value_text: due.value_text.clone(),
            text: Some(result.to_owned()),
            rules: Some(Vec::new()),
            level: Level::Must,
            reasons: Vec::new(),
            result: None,
        }),
        ..heard.case.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, accepted, heard, rebuilt, repairing};

    #[test]
    fn a_rebuilt_text_that_is_not_accepted_as_it_stands_is_found() {
        let case = repairing("{}", "{}", "{\"a\":[1]}", "{\"a\":[1]}");
        let line = rebuilt("{\"a\":[1]}", "{\"a\":[1]}");
        let first = [heard(&case, &line)];
        let again = RebuiltIsClean.again(&Scene::default(), &first);
        assert_eq!(again[0].response(), Some("{\"a\":[1]}"));
        let check = |line: &str| {
            let again = [heard(&again[0], line)];
            RebuiltIsClean.check(&Scene::default(), &first, &again)
        };
        assert_eq!(check(&accepted("{\"a\":[1]}", &[])), Ok(()));
        assert_eq!(check(&accepted("{\"a\":[1]}", &["decode /a"])), Err(RULES));
        assert_eq!(check(REJECTED).unwrap_err().name, "outcome-differs");
    }
}
