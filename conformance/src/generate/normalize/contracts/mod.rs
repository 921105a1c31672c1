//! Contracts that must be refused, each with a sound one beside it (REQ CON-1, CON-2, CON-3).

mod answers;
mod bounds;
mod planted;
mod spots;

use super::super::{CONTRACT, Choices, Draft, Scene, Spelled};
use crate::case::{Ask, Case, Expectation, Origin, Profile};

use answers::KINDS;
use bounds::BOUNDS;
use spots::SPOTS;

/// A contract that must be refused, loaded, or a sound one, under which an answer is asked for.
pub(in super::super) fn contract(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(10) {
        0..8 => spot_or_bound(choices),
        8..10 => choices.pick(&KINDS)(choices),
        _ => planted::refused(choices),
    }
}

/// A contract with something at a spot or at the edge of a bound.
fn spot_or_bound(choices: &mut Choices<'_>) -> Scene {
    let is_sound = choices.one_in(4);
    // The bounds make long contracts.
    if choices.one_in(12) {
        let bound = choices.pick(&BOUNDS);
        let contract = (bound.contract)(if is_sound { bound.most } else { bound.most + 1 });
        return scene(bound.name, "CON-2", contract, is_sound.then_some("{}"));
    }
    let spot = choices.pick(&SPOTS);
    let parts = if is_sound { spot.sound } else { spot.refused };
    let contract = spot.contract.replace('@', choices.pick::<&str>(parts));
    scene(
        spot.name,
        spot.requirement,
        contract,
        is_sound.then_some(spot.answer),
    )
}

/// The scene of a contract: with an answer that is right under it, or refused.
fn scene(
    name: &'static str,
    requirement: &'static str,
    contract: String,
    answer: Option<&str>,
) -> Scene {
    let case = if let Some(answer) = answer {
        let spelled = Spelled {
            response: answer.to_owned(),
            text: answer.to_owned(),
            rules: Vec::new(),
        };
        let mut draft = Draft::accepted(spelled, answer.to_owned());
        draft.note("sound", &[]);
        draft.note(name, &[requirement]);
        draft.into_case(Profile::Normalize, CONTRACT)
    } else {
        Case {
            id: String::new(),
            origin: Origin::Generated,
            profile: Profile::Normalize,
            requirements: vec![requirement.to_owned()],
            class: name.to_owned(),
            ask: Ask::Load {
                contract: CONTRACT.to_owned(),
            },
            expect: Expectation::Refused,
            note: String::new(),
        }
    };
    Scene::new(contract, vec![case])
}

/// How many names its scenes have.
#[cfg(test)]
pub(super) fn count() -> usize {
    let of_answers = 3;
    2 * (SPOTS.len() + BOUNDS.len()) + planted::PLANTED.len() + of_answers
}
