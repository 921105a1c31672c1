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
mod guard;
mod json;
mod malformation;
mod normalize;
mod parse;
mod place;
mod repair;
mod scene;
mod session;
mod spelling;
mod world;

use crate::case::Profile;

use draft::{Draft, Form, Truth};
use json::Json;
use scene::{CONTRACT, OTHER};
use spelling::{Spelled, Spelling};

pub use choices::{Choices, Seeded, Source, Tape};
pub use scene::Scene;

/// A generator of scenes for a profile.
pub type Generator = fn(Profile, &mut Choices<'_>) -> Scene;

/// Every generator that all profiles have, by its name. What a profile has no other scenes for is a course of it.
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
        Profile::Normalize => normalize::clean(choices),
        Profile::Repair => repair::clean(choices),
        Profile::Session => session::course(choices),
        Profile::Guard => guard::clean(choices),
    }
}

/// A right answer in wrappings that the rules take off: one case, accepted, with at least one rule.
pub fn rescued(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::rescued(choices),
        Profile::Normalize => normalize::rescued(choices),
        Profile::Repair => repair::rescued(choices),
        Profile::Session => session::course(choices),
        // The guard takes nothing off.
        Profile::Guard => guard::clean(choices),
    }
}

/// An answer that must be rejected, in wrappings or not: one case.
pub fn broken(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::broken(choices),
        Profile::Normalize => normalize::broken(choices),
        Profile::Repair => repair::broken(choices),
        Profile::Session => session::course(choices),
        Profile::Guard => guard::broken(choices),
    }
}

/// Any answer, right, wrapped or broken, and such as may be accepted or rejected: one case.
pub fn any(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::any(choices),
        Profile::Normalize => normalize::any(choices),
        Profile::Repair => repair::any(choices),
        Profile::Session => session::course(choices),
        Profile::Guard => guard::any(choices),
    }
}

/// A few answers of any kind under one contract: two to four cases.
pub fn several(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::several(choices),
        Profile::Normalize => normalize::several(choices),
        Profile::Repair => repair::several(choices),
        Profile::Session => session::course(choices),
        Profile::Guard => guard::several(choices),
    }
}

/// An answer on either side of a limit: one case.
pub fn limits(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::limits(choices),
        Profile::Normalize => normalize::limits(choices),
        Profile::Repair => repair::limits(choices),
        Profile::Session => session::course(choices),
        Profile::Guard => guard::limits(choices),
    }
}

/// The same answer in two spellings or wrappings that must come to the same: two cases.
pub fn pair(profile: Profile, choices: &mut Choices<'_>) -> Scene {
    match profile {
        Profile::Parse => parse::pair(choices),
        Profile::Normalize => normalize::pair(choices),
        Profile::Repair => repair::pair(choices),
        Profile::Session => session::course(choices),
        Profile::Guard => guard::pair(choices),
    }
}

/// An answer to a repair call, right or not: one case.
pub fn answered(choices: &mut Choices<'_>) -> Scene {
    repair::answered(choices)
}

/// A response for which a repair is due, and the right answer to it: two cases.
pub fn two_steps(choices: &mut Choices<'_>) -> Scene {
    repair::two_steps(choices)
}

/// A response for which a repair is due, under two contracts that differ in their context alone: two cases.
pub fn contexts(choices: &mut Choices<'_>) -> Scene {
    repair::contexts(choices)
}

/// Any session: one case.
pub fn session_course(choices: &mut Choices<'_>) -> Scene {
    session::course(choices)
}

/// A session, and the same with resumes between its events: two cases.
pub fn session_resumed(choices: &mut Choices<'_>) -> Scene {
    session::resumed(choices)
}

/// The interleaving of events that has the scene's number: one case.
pub fn session_interleaved(choices: &mut Choices<'_>) -> Scene {
    session::interleaved(choices)
}

/// Two sessions under one contract and policy: two cases.
pub fn session_two(choices: &mut Choices<'_>) -> Scene {
    session::two(choices)
}

/// A session under version 0, and the same under version 1, with nothing to normalize or repair: two cases.
pub fn session_versions(choices: &mut Choices<'_>) -> Scene {
    session::versions(choices)
}

/// An output of a tool with a few faults, of which the first gate decides: one case.
pub fn guard_faults(choices: &mut Choices<'_>) -> Scene {
    guard::several_faults(choices)
}

/// Any run of calls and writes: one case.
pub fn guard_run(choices: &mut Choices<'_>) -> Scene {
    guard::run(choices)
}

/// A run and its beginnings, the shortest first: two or three cases.
pub fn guard_prefixes(choices: &mut Choices<'_>) -> Scene {
    guard::prefixes(choices)
}

/// The same steps under each policy: two cases.
pub fn guard_policies(choices: &mut Choices<'_>) -> Scene {
    guard::policies(choices)
}

/// The bytes of the value of `replacement` in an answer to a repair call, as they stand.
pub(crate) fn replacement(answer: &str) -> Option<&str> {
    let answer = &answer[answer.find('{')?..];
    place::span(answer, &["replacement".to_owned()]).map(|at| &answer[at])
}

/// A contract that must be refused (one case, which loads it), or a sound one beside it (one case, which recovers a
/// right answer under it).
pub fn contract(choices: &mut Choices<'_>) -> Scene {
    normalize::contract(choices)
}

#[cfg(test)]
mod tests;
