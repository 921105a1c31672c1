//! Scenes of profile `normalize`: a contract, and a response under it.

mod breaks;
mod contracts;
mod faults;
mod limits;
mod plan;
mod text;
mod wrapping;

use super::world::{Activity, Part, Parts, World};
use super::{CONTRACT, Choices, Draft, Form, Json, Scene, Spelling, Truth};
use crate::case::{Level, Profile};

pub(super) use contracts::contract;
pub(super) use faults::Faults;
pub(super) use limits::limits;
pub(super) use plan::Plan;
pub(super) use wrapping::{Wrapping, put_all};

/// A right answer as it stands, in any spelling.
pub(super) fn clean(choices: &mut Choices<'_>) -> Scene {
    let world = World::draw(Activity::Any, Parts::default(), &[], choices);
    let json = world.answer(choices);
    let spelled = Spelling::any(choices).spell(&json);
    let mut draft = Draft::accepted(spelled, json.value_text());
    for requirement in ["VAL-1", "NRM-2", "PAR-4", "DEC-4"] {
        draft.tests(requirement);
    }
    if !world.is_active {
        draft.note("inactive", &["ACT-2"]);
    }
    scene(&world, [draft])
}

/// A right answer in wrappings that the rules take off.
pub(super) fn rescued(choices: &mut Choices<'_>) -> Scene {
    one(&Plan::rescued(choices), choices)
}

/// An answer that must be rejected.
pub(super) fn broken(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(13) {
        0..7 => one(&Plan::broken(choices), choices),
        7..13 => text::broken(choices),
        _ => inactive(choices),
    }
}

/// Any answer, among them such as may be rejected.
pub(super) fn any(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(23) {
        0..4 => clean(choices),
        4..10 => rescued(choices),
        10..17 => broken(choices),
        17..19 => perhaps(choices),
        19..23 => text::perhaps(choices),
        _ => limits(choices),
    }
}

/// A few answers of any kind under one contract.
pub(super) fn several(choices: &mut Choices<'_>) -> Scene {
    // Where no action is left every answer is at fault.
    let is_exhausted = choices.one_in(12);
    let (plan, mut all): (fn(&mut Choices<'_>) -> Plan, _) = if is_exhausted {
        (
            Plan::exhausted,
            Plan::of(Vec::new(), vec![breaks::EXHAUSTED]),
        )
    } else {
        (Plan::any, Plan::default())
    };
    let mut plans = vec![plan(choices), plan(choices)];
    while choices.more(plans.len() - 2, 2) {
        plans.push(plan(choices));
    }
    for plan in &mut plans {
        if all.is_at_odds(plan) {
            *plan = Plan::default();
        }
        all.add(plan);
    }
    let world = all.world(choices);
    let drafts: Vec<_> = plans
        .iter()
        .map(|plan| plan.draft(&world, choices))
        .collect();
    scene(&world, drafts)
}

/// The same answer in two spellings: white space, escapes, fences and, of a right one, the order of members.
pub(super) fn pair(choices: &mut Choices<'_>) -> Scene {
    let plan = if choices.one_in(3) {
        Plan::broken(choices)
    } else {
        Plan::wrapped(choices)
    };
    let world = plan.world(choices);
    let mut answer = plan.answer(&world, choices);
    let one = answer.draft(choices);
    if plan.breaks.is_empty() {
        answer.json.turn(choices);
    }
    let other = answer.draft(choices);
    scene(&world, [one, other])
}

/// One answer after a plan.
fn one(plan: &Plan, choices: &mut Choices<'_>) -> Scene {
    let world = plan.world(choices);
    let draft = plan.draft(&world, choices);
    scene(&world, [draft])
}

/// A right answer in wrappings, in a call in which no rule applies (REQ ACT-2).
fn inactive(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::rescued(choices);
    let world = World::draw(Activity::Inactive, plan.needed.clone(), &[], choices);
    let answer = plan.answer(&world, choices);
    let mut draft = answer.draft(choices);
    draft.truth = wrapping::standing(&world, &answer.json, &answer.wrappings).truth();
    draft.note("inactive", &["ACT-2"]);
    scene(&world, [draft])
}

/// An answer with a number that may be rejected, since not every implementation holds it (REQ PAR-3): in a primitive
/// filter, and where there is no rule.
fn perhaps(choices: &mut Choices<'_>) -> Scene {
    const NUMBERS: [&str; 6] = [
        "9007199254740993",
        "18446744073709551616",
        "1e400",
        "-1e-400",
        "0.1234567890123456",
        "1.00000000000000000000000000000000001",
    ];
    const FROM_0_TO_1: [&str; 4] = [
        "0.1234567890123456",
        "1e-400",
        "0.30000000000000004",
        "0.99999999999999999999",
    ];
    let place = choices.upto(4);
    let numbers = if place == 2 {
        &FROM_0_TO_1[..]
    } else {
        &NUMBERS
    };
    // A limit is a whole number.
    let numbers = if place == 3 { &NUMBERS[..3] } else { numbers };
    let number = *choices.pick(numbers);
    let (wrappings, parts, missing, path, key): (_, _, &[_], &[_], _) = match place {
        0 => (vec![Wrapping::Triple], Part::Filters, &[], &[], ""),
        1 => (vec![Wrapping::Labelled], Part::Filters, &[], &[], ""),
        2 => (
            Vec::new(),
            Part::Evidence,
            &[],
            &["evidence", "0"],
            "confidence",
        ),
        3 => (
            Vec::new(),
            Part::Limit,
            &[Part::MaxLimit],
            &["next", "arguments"],
            "limit",
        ),
        _ => (Vec::new(), Part::Changes, &[], &["state_changes", "0"], "a"),
    };
    let plan = Plan::of(wrappings, Vec::new()).lacking(missing);
    let world = plan.world_with(&[parts], choices);
    let mut answer = plan.answer(&world, choices);
    answer.filter_by(number);
    if let (false, Some(object)) = (path.is_empty(), answer.json.at(path)) {
        object.put(key, Json::Number(number.to_owned()));
    }
    let mut draft = answer.draft(choices);
    if let Truth::Accepted { level, .. } = &mut draft.truth {
        *level = Level::May;
    }
    draft.form = Form::Perhaps;
    draft.note("number-beyond", &["PAR-3", "FIL-2"]);
    scene(&world, [draft])
}

fn scene(world: &World, drafts: impl IntoIterator<Item = Draft>) -> Scene {
    let cases = drafts
        .into_iter()
        .map(|draft| draft.into_case(Profile::Normalize, CONTRACT));
    Scene::new(world.contract(), cases.collect())
}

#[cfg(test)]
mod tests;
