//! `outcome(t) = outcome(t')` for two spellings or wrappings `t`, `t'` of one answer: LF or CRLF, white space, order of
//! keys, length of a fence, escapes spelled otherwise (REQ FEN-1, PAR-1, PAR-4).

use super::same::{Extent, same};
use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct Metamorphic;

impl Invariant for Metamorphic {
    fn name(&self) -> &'static str {
        "metamorphic"
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
        generate::pair(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        first.windows(2).try_for_each(|pair| match pair {
            [one, other] => same(one, other, Extent::Outcome),
            _ => Ok(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, accepted, accepting, heard};

    #[test]
    fn a_spelling_that_changes_the_outcome_is_found() {
        let (one, other) = (accepting("1", "1"), accepting(" 1", "1"));
        let scene = Scene {
            cases: vec![one.clone(), other.clone()],
            ..Scene::default()
        };
        let right = accepted("1", &[]);
        let check = |second: &str| {
            Metamorphic.check(&scene, &[heard(&one, &right), heard(&other, second)], &[])
        };
        assert_eq!(check(&accepted("1.0", &["fence "])), Ok(()));
        assert_eq!(check(REJECTED).unwrap_err().name, "outcome-differs");
        assert_eq!(
            check(&accepted("2", &[])).unwrap_err().name,
            "value-differs"
        );
    }
}
