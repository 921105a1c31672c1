//! Generators: responses, and the contracts for them, whose right outcome is known by how they are made.
//!
//! A generator takes [`Choices`] and gives a [`Scene`]. Where the choices come from is not its business: a seed, a
//! recorded tape that is being shrunk, the bytes of a fuzzer and proptest all drive the same generators. No
//! implementation is ever asked what is right.
//!
//! A response is made in three steps: a clean answer as a `Json` tree; malformations of the tree; the tree spelled
//! out as text (a `Draft`), and malformations of the text. Each malformation takes what is right before it to what is
//! right after it, so they compose.

mod choices;
mod draft;
mod json;
mod malformation;
mod normalize;
mod parse;
mod scene;
mod spelling;
mod world;

use crate::case::Profile;

use draft::{Draft, Form, Truth};
use json::Json;
use scene::CONTRACT;
use spelling::{Spelled, Spelling};

pub use choices::{Choices, Seeded, Source, Tape};
pub use scene::Scene;

/// A generator of scenes for a profile.
pub type Generator = fn(Profile, &mut Choices<'_>) -> Scene;

/// Every generator that both profiles have, by its name.
pub const ALL: [(&str, Generator); 7] = [
    ("clean", clean),
    ("rescued", rescued),
    ("broken", broken),
    ("any", any),
    ("several", several),
    ("limits", limits),
    ("pair", pair),
];

/// A right answer as it stands, in any spelling: one case, accepted with no rule.
pub fn clean(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::clean(choices),
        Profile::Normalize | Profile::Repair | Profile::Session => normalize::clean(choices),
    }
}

/// A right answer in wrappings that the rules take off: one case, accepted, with at least one rule.
pub fn rescued(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::rescued(choices),
        Profile::Normalize | Profile::Repair | Profile::Session => normalize::rescued(choices),
    }
}

/// An answer that must be rejected, in wrappings or not: one case.
pub fn broken(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::broken(choices),
        Profile::Normalize | Profile::Repair | Profile::Session => normalize::broken(choices),
    }
}

/// Any answer, right, wrapped or broken, and such as may be accepted or rejected: one case.
pub fn any(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::any(choices),
        Profile::Normalize | Profile::Repair | Profile::Session => normalize::any(choices),
    }
}

/// A few answers of any kind under one contract: two to four cases.
pub fn several(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::several(choices),
        Profile::Normalize | Profile::Repair | Profile::Session => normalize::several(choices),
    }
}

/// An answer on either side of a limit: one case.
pub fn limits(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::limits(choices),
        Profile::Normalize | Profile::Repair | Profile::Session => normalize::limits(choices),
    }
}

/// The same answer in two spellings or wrappings that must come to the same: two cases.
pub fn pair(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::pair(choices),
        Profile::Normalize | Profile::Repair | Profile::Session => normalize::pair(choices),
    }
}

/// A contract that must be refused (one case, which loads it), or a sound one beside it (one case, which recovers a
/// right answer under it).
pub fn contract(choices: &mut Choices<'_>) -> Scene {
    normalize::contract(choices)
}

#[cfg(test)]
mod tests;
