//! Semantic corruption: a body that satisfies the schema and breaks exactly one named invariant, or a few of them.

use super::exchange::Exchange;
use super::field::{Field, Invariant};
use super::world::World;
use crate::case::OutputReason;
use crate::generate::Choices;

/// Breaks invariants of the contract, where it has any: mostly one, sometimes more, of which the first decides.
pub(super) fn semantic(exchange: &mut Exchange, world: &World, choices: &mut Choices<'_>) {
    let mut broken: Vec<(usize, Invariant)> = Vec::new();
    let fields = world.root.fields.iter();
    let all: Vec<(usize, Vec<Invariant>)> = fields
        .map(Field::invariants)
        .enumerate()
        .filter(|(_, invariants)| !invariants.is_empty())
        .collect();
    if all.is_empty() {
        return;
    }
    let most = all.len().min(2);
    // Of the invariants of one field only one can be broken at a time.
    while broken.is_empty() || choices.more(broken.len(), most) {
        let (at, invariants) = choices.pick(&all);
        let invariant = choices.pick(invariants).clone();
        if broken.iter().any(|(known, _)| known == at) {
            break;
        }
        let members = choices.pick(&invariant.breaks).clone();
        for (name, value) in members {
            exchange.json.put(&name, value);
        }
        broken.push((*at, invariant));
    }
    broken.sort_by_key(|(at, _)| *at);
    exchange.note("semantic", &["GRD-3", "GRD-1"]);
    if let Some((_, first)) = broken.into_iter().next() {
        exchange.fail(vec![OutputReason::Invariant(first.name)]);
    }
}
