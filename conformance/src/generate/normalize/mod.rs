//! Scenes of profile `normalize`: a contract, and a response under it.

mod wrapping;

use super::world::{Activity, Parts, World};
use super::{CONTRACT, Choices, Draft, Scene, Spelling};
use crate::case::Profile;

use wrapping::Wrapping;

/// A right answer as it stands, in any spelling.
pub(super) fn clean(choices: &mut Choices<'_>) -> Scene {
    let world = World::draw(Activity::Any, Parts::default(), &[], choices);
    let json = world.answer(choices);
    let spelled = Spelling::any(choices).spell(&json);
    let mut draft = Draft::accepted(spelled, json.value_text());
    if !world.is_active {
        draft.note("inactive", &["ACT-2"]);
    }
    scene(&world, [draft])
}

/// A right answer in wrappings that the rules take off.
pub(super) fn rescued(choices: &mut Choices<'_>) -> Scene {
    let wrappings = Wrapping::some(choices);
    let needed = wrapping::parts(&wrappings);
    let world = World::draw(Activity::Active, needed, &[], choices);
    let draft = wrapping::wrapped(&world, &wrappings, choices);
    scene(&world, [draft])
}

fn scene(world: &World, drafts: impl IntoIterator<Item = Draft>) -> Scene {
    let cases = drafts.into_iter();
    Scene {
        contract: Some(world.contract()),
        cases: cases
            .map(|draft| draft.into_case(Profile::Normalize, CONTRACT))
            .collect(),
    }
}
