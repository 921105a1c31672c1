//! `answer(t) = answer'(t)`, where `answer'` is given by another process, asked in another order, after the first
//! process was killed (REQ NRM-2).

use super::same::all_same;
use super::{Heard, Invariant, Violation};
use crate::case::{Case, Profile};
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct Determinism;

impl Invariant for Determinism {
    fn name(&self) -> &'static str {
        "determinism"
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
        "NRM-2"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::any(profile, choices)
    }

    fn again(&self, scene: &Scene, _: &[Heard<'_>]) -> Vec<Case> {
        scene.cases.clone()
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], again: &[Heard<'_>]) -> Result<(), Violation> {
        all_same(first, again)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, accepted, accepting, check_twice};

    #[test]
    fn an_answer_that_changes_is_found() {
        let case = accepting("1", "1");
        let one = accepted("1", &[]);
        assert_eq!(check_twice(&Determinism, &case, [&one, &one]), Ok(()));
        let changed = check_twice(&Determinism, &case, [&one, REJECTED]).unwrap_err();
        assert_eq!(changed.name, "outcome-differs");
    }
}
