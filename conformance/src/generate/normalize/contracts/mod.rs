//! Contracts that must be refused, each with a sound one beside it (REQ CON-1, CON-2, CON-3).

mod bounds;
mod spots;

use super::super::{CONTRACT, Choices, Draft, Scene, Spelled};
use crate::case::{Ask, Case, Expectation, Origin, Profile};

use bounds::BOUNDS;
use spots::SPOTS;

/// A contract that must be refused, loaded, or a sound one, under which a right answer is asked for.
pub(in super::super) fn contract(choices: &mut Choices<'_>) -> Scene {
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
    Scene {
        contract: Some(contract),
        cases: vec![case],
    }
}

/// How many spots and bounds there are.
#[cfg(test)]
pub(super) fn count() -> usize {
    SPOTS.len() + BOUNDS.len()
}
