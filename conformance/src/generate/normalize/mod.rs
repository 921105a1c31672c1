//! Scenes of profile `normalize`: a contract, and a response under it.

mod breaks;
mod faults;
mod wrapping;

use super::world::{Activity, Part, Parts, World};
use super::{CONTRACT, Choices, Draft, Json, Scene, Spelling};
use crate::case::Profile;

use breaks::{Answer, Break};
use faults::Faults;
use wrapping::Wrapping;

/// How long a response may become by its spelling, in bytes.
const LONGEST: usize = 16_384;

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
    let wrappings = Wrapping::some(1, choices);
    let world = World::draw(Activity::Active, wrapping::parts(&wrappings), &[], choices);
    let json = world.answer(choices);
    scene(&world, [wrapped(&world, json, &wrappings, choices)])
}

/// An answer that must be rejected.
pub(super) fn broken(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(7) {
        0..7 => faulty(choices),
        _ => inactive(choices),
    }
}

/// An answer with one fault or two, in wrappings or not.
fn faulty(choices: &mut Choices<'_>) -> Scene {
    let breaks = breaks::some(choices);
    let wrappings = Wrapping::some(0, choices);
    let (mut needed, missing) = breaks::parts(&breaks);
    let wrappings: Vec<_> = wrappings
        .into_iter()
        .filter(|wrapping| is_apart(*wrapping, &needed, &missing))
        .collect();
    for wrapping in &wrappings {
        needed.add(wrapping.parts());
    }
    let activity = if wrappings.is_empty() {
        Activity::Any
    } else {
        Activity::Active
    };
    let mut world = World::draw(activity, needed, &missing, choices);
    let (json, faults) = broken_answer(&mut world, &breaks, choices);
    let mut draft = wrapped(&world, json, &wrappings, choices);
    draft.truth = faults.truth();
    for each in &breaks {
        draft.note(each.name, each.requirements);
    }
    scene(&world, [draft])
}

/// Whether a wrapping stays where it is put: no break takes its place, and the world may have what it needs.
fn is_apart(wrapping: Wrapping, broken: &Parts, missing: &[Part]) -> bool {
    let parts = Parts::of(wrapping.parts());
    let is_possible = !missing.iter().any(|part| parts.has(*part));
    is_possible && !(wrapping.is_filter() && broken.has(Part::Call))
}

/// An answer with these faults, and what may be told of them.
fn broken_answer(world: &mut World, breaks: &[Break], choices: &mut Choices<'_>) -> (Json, Faults) {
    let json = world.answer(choices);
    let mut answer = Answer {
        world,
        json,
        faults: Faults::default(),
    };
    for each in breaks {
        (each.make)(&mut answer, choices);
    }
    (answer.json, answer.faults)
}

/// A right answer in wrappings, in a call in which no rule applies (REQ ACT-2).
fn inactive(choices: &mut Choices<'_>) -> Scene {
    let wrappings = Wrapping::some(1, choices);
    let needed = wrapping::parts(&wrappings);
    let world = World::draw(Activity::Inactive, needed, &[], choices);
    let mut json = world.answer(choices);
    let put = wrapping::put_all(&world, &mut json, &wrappings, choices);
    let mut draft = spelled(&json, &put, choices);
    draft.truth = wrapping::standing(&world, &json, &put).truth();
    draft.note("inactive", &["ACT-2"]);
    scene(&world, [draft])
}

/// An answer in wrappings; right, if the answer is.
fn wrapped(
    world: &World,
    mut json: Json,
    wrappings: &[Wrapping],
    choices: &mut Choices<'_>,
) -> Draft {
    let put = wrapping::put_all(world, &mut json, wrappings, choices);
    spelled(&json, &put, choices)
}

/// An answer as text. The wrappings are those that were put.
fn spelled(json: &Json, put: &[Wrapping], choices: &mut Choices<'_>) -> Draft {
    let mut spelled = Spelling::any(choices).spell(json);
    // Escapes of escapes grow. What is to be rescued stays well below the limit for that.
    if spelled.response.len() > LONGEST {
        spelled = Spelling::PLAIN.spell(json);
    }
    let mut draft = Draft::accepted(spelled, json.value_text());
    for wrapping in put {
        match wrapping {
            Wrapping::Fence => wrapping::fence(&mut draft, choices),
            _ => draft.note(wrapping.name(), wrapping.requirements()),
        }
    }
    draft
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
