//! `answer(a | b, c) = answer(a)`: no request changes the answer to another (REQ NRM-2, VAL-3).
//!
//! A few answers are asked one after the other, and the first once more at the end; later, in another process, all of
//! them from the last to the first.

use super::same::{Extent, all_same, same};
use super::{Heard, Invariant, Violation};
use crate::case::{Case, Profile};
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct Independence;

impl Invariant for Independence {
    fn name(&self) -> &'static str {
        "independence"
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
        let mut scene = generate::several(profile, choices);
        let first = scene.cases.first().cloned();
        scene.cases.extend(first);
        scene
    }

    fn again(&self, scene: &Scene, _: &[Heard<'_>]) -> Vec<Case> {
        scene.cases.iter().rev().cloned().collect()
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], again: &[Heard<'_>]) -> Result<(), Violation> {
        if let (Some(one), Some(other)) = (first.first(), first.last()) {
            same(one, other, Extent::All)?;
        }
        all_same(first, again.iter().rev())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, accepted, accepting, heard, rejecting};

    #[test]
    fn an_answer_that_depends_on_another_request_is_found() {
        let (a, b) = (accepting("1", "1"), rejecting("x"));
        let scene = Scene {
            cases: vec![a.clone(), b.clone(), a.clone()],
            ..Scene::default()
        };
        let (right, other) = (accepted("1", &[]), accepted("1", &["fence "]));
        let check = |first: [&str; 3], again: [&str; 3]| {
            let cases = [&a, &b, &a];
            let hear =
                |lines: [&'static str; 3]| [0, 1, 2].map(|index| heard(cases[index], lines[index]));
            let fixed = |lines: [&str; 3]| lines.map(|line| &*line.to_owned().leak());
            Independence.check(&scene, &hear(fixed(first)), &hear(fixed(again)))
        };
        let good = [&*right, REJECTED, &*right];
        assert_eq!(check(good, good), Ok(()));
        let later = check([&right, REJECTED, &other], good).unwrap_err();
        assert_eq!(later.name, "rules-differ");
        let elsewhere = check(good, [REJECTED, REJECTED, &right]).unwrap_err();
        assert_eq!(elsewhere.name, "outcome-differs");
    }
}
