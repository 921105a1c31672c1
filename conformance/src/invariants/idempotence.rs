//! `accept(serialize(accept(t))) = accept(t)`, with no rule (REQ NRM-2).

use super::same::{Extent, same};
use super::{Heard, Invariant, Violation};
use crate::case::{Accepted, Ask, Case, Expectation, Level, Profile};
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct Idempotence;

/// Without a contract, a longer response may be rejected whatever it holds (REQ PAR-7).
const SURE_BYTES: usize = 65_536;

const REJECTED: Violation = Violation {
    name: "not-idempotent",
    verdict: recovery_reports::Verdict::Refusal,
    sentence: "the accepted value is rejected when it is fed back",
};
const RULES: Violation = Violation::imprecise(
    "rules-on-own-value",
    "rules are applied to the accepted value when it is fed back",
);

impl Invariant for Idempotence {
    fn name(&self) -> &'static str {
        "idempotence"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Parse, Profile::Normalize]
    }

    fn requirement(&self) -> &'static str {
        "NRM-2"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::rescued(profile, choices)
    }

    fn again(&self, _: &Scene, first: &[Heard<'_>]) -> Vec<Case> {
        first.iter().filter_map(fed_back).collect()
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], again: &[Heard<'_>]) -> Result<(), Violation> {
        let accepted = first.iter().filter(|heard| fed_back(heard).is_some());
        for (first, again) in accepted.zip(again) {
            match &again.answer {
                Answer::Accepted { rules, .. } => {
                    if rules.as_ref().is_some_and(|rules| !rules.is_empty()) {
                        return Err(RULES);
                    }
                    same(first, again, Extent::Outcome)?;
                }
                _ if again.case.level() == Level::May => {}
                _ => return Err(REJECTED),
            }
        }
        Ok(())
    }
}

/// The case that feeds an accepted value back, in the spelling in which it came.
fn fed_back(heard: &Heard<'_>) -> Option<Case> {
    let (Answer::Accepted { value, .. }, Expectation::Accepted(due)) =
        (&heard.answer, &heard.case.expect)
    else {
        return None;
    };
    let response = (*value).to_owned();
    let is_sure = heard.case.profile == Profile::Normalize || response.len() <= SURE_BYTES;
    let ask = match &heard.case.ask {
        Ask::Parse { .. } => Ask::Parse {
            response: response.clone(),
            finish: None,
        },
        Ask::Recover { contract, .. } => Ask::Recover {
            contract: contract.clone(),
            response: response.clone(),
            finish: None,
        },
        Ask::Load { .. }
        | Ask::Repair { .. }
        | Ask::Session(_)
        | Ask::Guard { .. }
        | Ask::Run(_) => return None,
    };
    Some(Case {
        ask,
        expect: Expectation::Accepted(Accepted {
            value_text: response.clone(),
            text: Some(response),
            rules: Some(Vec::new()),
            level: if is_sure { due.level } else { Level::May },
            reasons: due.reasons.clone(),
            result: None,
        }),
        ..heard.case.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED as REJECTION, accepted, accepting, check_twice};

    #[test]
    fn a_value_that_does_not_come_back_as_it_is_is_found() {
        let case = accepting("", r#"{"a":1}"#);
        let first = accepted(r#"{"a":1}"#, &["fence "]);
        let check = |second: &str| check_twice(&Idempotence, &case, [&first, second]);
        assert_eq!(check(&accepted(r#"{"a":1.0}"#, &[])), Ok(()));
        assert_eq!(check(&accepted(r#"{"a":1}"#, &["decode "])), Err(RULES));
        assert_eq!(check(REJECTION), Err(REJECTED));
        let other = check(&accepted(r#"{"a":2}"#, &[])).unwrap_err();
        assert_eq!(other.name, "value-differs");
    }
}
