//! Scenes of profile `guard`: outputs of tools whose verdict is known by how they are made, and runs of them whose course
//! follows from a model of section 10.

mod answered;
mod course;
mod drift;
mod exchange;
mod faults;
mod field;
mod led;
mod policy;
mod run;
mod semantic;
#[cfg(test)]
mod tests;
mod text;
mod world;

pub(super) use run::{policies, prefixes, run};

use super::{CONTRACT, Choices, Json, Scene, Spelling};
use crate::case::{Ask, Case, Expectation, Origin, Profile};
use crate::generate::malformation::depth;

use exchange::Exchange;
use faults::Faults;
use world::World;

/// The tool of a scene with one.
const TOOL: &str = "crm.get_profile";

/// A valid output, in any spelling.
pub(super) fn clean(choices: &mut Choices<'_>) -> Scene {
    let world = World::any(TOOL, false, choices);
    let exchange = Faults::none().exchange(&world, choices);
    let case = case(&exchange, &world);
    Scene::new(world.contract(), vec![case])
}

/// An output with one fault.
pub(super) fn broken(choices: &mut Choices<'_>) -> Scene {
    let faults = Faults::one(choices);
    one(&faults, choices)
}

/// An output with a few faults, of which the first gate decides (REQ GRD-1).
pub(super) fn several_faults(choices: &mut Choices<'_>) -> Scene {
    let first = Faults::one(choices);
    let second = Faults::one(choices);
    let mut faults = first.and(second);
    if choices.one_in(3) {
        faults = faults.and(Faults::one(choices));
    }
    one(&faults, choices)
}

/// Any output.
pub(super) fn any(choices: &mut Choices<'_>) -> Scene {
    let faults = Faults::any(choices);
    one(&faults, choices)
}

/// Two to four outputs under one contract.
pub(super) fn several(choices: &mut Choices<'_>) -> Scene {
    let mut all = vec![Faults::any(choices), Faults::any(choices)];
    while choices.more(all.len(), 4) {
        all.push(Faults::any(choices));
    }
    let world = World::any(TOOL, false, choices);
    let exchanges = all
        .into_iter()
        .map(|faults| faults.exchange(&world, choices));
    let exchanges: Vec<_> = exchanges.collect();
    scene(world, &exchanges, choices)
}

/// A valid output, spelled in two ways.
pub(super) fn pair(choices: &mut Choices<'_>) -> Scene {
    let world = World::any(TOOL, false, choices);
    let first = Exchange::valid(&world, choices);
    let mut second = first.clone();
    second.json.turn(choices);
    let exchanges = [first, second].map(|mut exchange| {
        exchange.spell(Spelling::any(choices));
        answered::right(&mut exchange, choices);
        exchange
    });
    let cases = exchanges.iter().map(|exchange| case(exchange, &world));
    Scene::new(world.contract(), cases.collect())
}

/// An output on either side of the limit of characters, of bytes or of nesting (REQ GRD-4).
pub(super) fn limits(choices: &mut Choices<'_>) -> Scene {
    let kind = choices.upto(2);
    let mut world = World::any(TOOL, false, choices);
    world.root.is_closed = false;
    let mut exchange = Exchange::valid(&world, choices);
    if kind == 2 {
        // Nesting is part of the strict parse, as it is for responses.
        let levels = *choices.pick(&[63, 128]);
        let nested = depth::nested(levels, "", choices);
        exchange.json.put("deep", nested);
        exchange.spell(Spelling::PLAIN);
        if levels > 63 {
            exchange.fail(vec![crate::case::OutputReason::InvalidJson]);
        }
        exchange.note("depth", &["GRD-4"]);
    } else {
        let filling = *choices.pick(&["é", "\u{1f600}", "a", "日"]);
        let filling = filling.repeat(1 + choices.upto(300));
        exchange.json.put("filling", Json::string(filling));
        exchange.spell(Spelling::PLAIN);
        let (characters, bytes) = (exchange.characters(), exchange.body.len());
        let most = *choices.pick(&[characters, characters - 1, characters + 1, bytes, bytes - 1]);
        world.max_chars = Some(most);
        exchange.note("size", &["GRD-4", "GRD-3"]);
    }
    let case = case(&exchange, &world);
    Scene::new(world.contract(), vec![case])
}

fn one(faults: &Faults, choices: &mut Choices<'_>) -> Scene {
    let world = World::any(TOOL, false, choices);
    let exchange = faults.exchange(&world, choices);
    scene(world, &[exchange], choices)
}

/// The scene of outputs under one contract, whose limit of characters is drawn now that they are known.
fn scene(mut world: World, exchanges: &[Exchange], choices: &mut Choices<'_>) -> Scene {
    world.max_chars = limit(exchanges, choices);
    let cases = exchanges.iter().map(|exchange| case(exchange, &world));
    Scene::new(world.contract(), cases.collect())
}

/// A limit of characters: mostly the usual one, sometimes one at the edge of an output.
fn limit(exchanges: &[Exchange], choices: &mut Choices<'_>) -> Option<usize> {
    let kind = choices.upto(7);
    let at = choices.pick(exchanges);
    let (characters, bytes) = (at.characters(), at.body.len());
    let most = match kind {
        0..5 => return None,
        5 => characters,
        6 => characters.saturating_sub(1),
        _ => bytes.saturating_sub(1),
    };
    (most > 0).then_some(most)
}

fn case(exchange: &Exchange, world: &World) -> Case {
    Case {
        id: String::new(),
        origin: Origin::Generated,
        profile: Profile::Guard,
        requirements: exchange
            .requirements
            .iter()
            .map(|id| (*id).to_owned())
            .collect(),
        class: exchange.class(),
        ask: Ask::Guard {
            contract: CONTRACT.to_owned(),
            output: exchange.output(),
        },
        expect: Expectation::Guard(exchange.due(world)),
        note: String::new(),
    }
}
