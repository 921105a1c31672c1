//! `load(c) = load'(c)`, where `load'` is asked of another process: a contract that must be refused is refused before
//! any response is read, always, and the sound one beside it never is (REQ CON-1, CON-2, CON-3).

use super::same::all_same;
use super::{Heard, Invariant, Violation};
use crate::case::{Case, Profile};
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct Contracts;

impl Invariant for Contracts {
    fn name(&self) -> &'static str {
        "contracts"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Normalize]
    }

    fn requirement(&self) -> &'static str {
        "CON-1"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::contract(choices)
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
    use crate::invariants::testing::{accepting, check_twice};

    #[test]
    fn a_contract_that_is_refused_only_once_is_found() {
        let case = accepting("1", "1");
        let refused = r#"{"id":1,"error":"contract"}"#;
        let check = |second| check_twice(&Contracts, &case, [refused, second]);
        assert_eq!(check(refused), Ok(()));
        let loaded = check(r#"{"id":1,"ok":true}"#).unwrap_err();
        assert_eq!(loaded.name, "outcome-differs");
    }
}
