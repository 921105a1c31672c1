//! A property: an invariant in a profile, under the id by which it is selected.

use std::fmt;

use crate::case::{Case, Profile};
use crate::generate::{Choices, Scene, Source};
use crate::invariants::{self, Invariant};

/// An invariant in a profile.
#[derive(Clone, Copy)]
pub struct Property {
    /// The invariant.
    pub invariant: &'static dyn Invariant,
    /// The profile.
    pub profile: Profile,
}

impl fmt::Debug for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id())
    }
}

impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Property {}

/// Every property, profile by profile.
#[must_use]
pub fn properties() -> Vec<Property> {
    let of_profile = |profile| {
        let invariants = invariants::ALL.into_iter();
        invariants
            .filter(move |invariant| invariant.profiles().contains(&profile))
            .map(move |invariant| Property { invariant, profile })
    };
    Profile::ALL.into_iter().flat_map(of_profile).collect()
}

impl Property {
    /// Its id: `generated/PROFILE/NAME`.
    #[must_use]
    pub fn id(self) -> String {
        format!("generated/{}/{}", self.profile, self.invariant.name())
    }

    /// The scene of a number, made from a source of choices, in its place in a run: its cases have ids, and its
    /// contracts have names that no other scene of the property has. With it, the choices that were made.
    pub(super) fn scene(self, source: &mut dyn Source, number: u64) -> (Scene, Vec<u64>) {
        let mut choices = Choices::new(source, number);
        let mut scene = self.invariant.scene(self.profile, &mut choices);
        let made = choices.made().to_vec();
        for (index, case) in scene.cases.iter_mut().enumerate() {
            case.id = format!("{}/{number}.{index}", self.id());
        }
        scene.rename_contracts(|name| format!("{name}-{number}"));
        (scene, made)
    }

    /// Gives cases that are asked afterwards their ids.
    pub(super) fn place_again(self, cases: &mut [Case], number: u64) {
        for (index, case) in cases.iter_mut().enumerate() {
            case.id = format!("{}/{number}.again.{index}", self.id());
        }
    }
}
