//! How much a schema can cost: its size after following references, and its recursion (REQ CON-2).
//!
//! The validator has no budget of its own, so a schema is bounded before it is used. What is
//! checked here makes the number of subschemas that look at one value at most the number of nodes,
//! whatever the value: outside of cycles each look is a node of the unfolded tree, and inside of
//! one there is no choice of ways, so going round multiplies nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::subschema::{Id, Schema, Subschema};
use crate::limits::{MAX_DEPTH, MAX_LISTED, MAX_NESTED, MAX_NODES, MAX_PLACES};
use crate::refusal::ContractFault;

/// Checks the bounds.
///
/// # Errors
///
/// The first fault; where it has one place, the subschema at which it stands.
pub(super) fn check(schema: &Schema) -> Result<(), (ContractFault, Id)> {
    unfold(schema)?;
    let order = in_place_order(schema)?;
    let live = live(schema);
    for id in schema.ids() {
        one_way(schema, &order, &live, id)?;
    }
    nesting(schema, &order)
}

/// A set of subschemas, or a number for each.
#[derive(PartialEq)]
struct Table<T>(Vec<T>);

impl<T: Copy + Default> Table<T> {
    fn new(schema: &Schema) -> Self {
        Self(vec![T::default(); schema.ids().len()])
    }

    fn get(&self, id: Id) -> T {
        self.0.get(id.number()).copied().unwrap_or_default()
    }

    fn set(&mut self, id: Id, value: T) {
        if let Some(place) = self.0.get_mut(id.number()) {
            *place = value;
        }
    }
}

enum Step {
    Enter(Id),
    Leave(Id),
}

/// Counts the nodes of the tree that the root unfolds to: a subschema counts one, then those
/// directly in it (not those of `$defs`) and the one that its `$ref` leads to, each use anew. A
/// subschema that is being unfolded already adds nothing. The walk ends with the first node too
/// many.
pub(super) fn unfold(schema: &Schema) -> Result<usize, (ContractFault, Id)> {
    let mut open = Table::<bool>::new(schema);
    let (mut nodes, mut places, mut listed) = (0, 0_usize, 0_usize);
    let mut steps = vec![Step::Enter(Id::ROOT)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Leave(id) => open.set(id, false),
            Step::Enter(id) if open.get(id) => {}
            Step::Enter(id) => {
                let subschema = schema.get(id);
                nodes += 1;
                if nodes > MAX_NODES {
                    return Err((ContractFault::TooManyNodes, Id::ROOT));
                }
                places = places.saturating_add(subschema.places);
                if places > MAX_PLACES {
                    return Err((ContractFault::TooManyPlaces, Id::ROOT));
                }
                listed = listed.saturating_add(subschema.listed);
                if listed > MAX_LISTED {
                    return Err((ContractFault::TooManyListed, Id::ROOT));
                }
                open.set(id, true);
                steps.push(Step::Leave(id));
                steps.extend(subschema.leads_to().map(Step::Enter));
            }
        }
    }
    Ok(nodes)
}

/// The subschemas in such an order that each comes after all that judge the same value for it.
///
/// # Errors
///
/// A subschema that judges a value by judging that value.
pub(super) fn in_place_order(schema: &Schema) -> Result<Vec<Id>, (ContractFault, Id)> {
    let (mut open, mut done) = (Table::<bool>::new(schema), Table::<bool>::new(schema));
    let mut order = Vec::with_capacity(schema.ids().len());
    for id in schema.ids() {
        let mut steps = vec![Step::Enter(id)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(id) => {
                    open.set(id, false);
                    done.set(id, true);
                    order.push(id);
                }
                Step::Enter(id) if done.get(id) => {}
                Step::Enter(id) if open.get(id) => return Err((ContractFault::Endless, id)),
                Step::Enter(id) => {
                    open.set(id, true);
                    steps.push(Step::Leave(id));
                    steps.extend(schema.get(id).in_place().map(Step::Enter));
                }
            }
        }
    }
    Ok(order)
}

/// The recursive subschemas: those from which a way leads back to themselves, or to one of which this
/// is so (REQ CON-2).
pub(crate) fn recursive(schema: &Schema) -> BTreeSet<Id> {
    let live = live(schema);
    schema.ids().filter(|id| live.get(*id)).collect()
}

/// The subschemas from which a recursive one is reached, the recursive ones included: what is left
/// when those are taken away, again and again, that lead only to what was taken away.
fn live(schema: &Schema) -> Table<bool> {
    let mut left = Table::<usize>::new(schema);
    let mut sources: Vec<Vec<Id>> = vec![Vec::new(); schema.ids().len()];
    let mut dead = Vec::new();
    for id in schema.ids() {
        let mut count = 0;
        for to in schema.get(id).leads_to() {
            count += 1;
            if let Some(sources) = sources.get_mut(to.number()) {
                sources.push(id);
            }
        }
        left.set(id, count);
        if count == 0 {
            dead.push(id);
        }
    }
    while let Some(id) = dead.pop() {
        for source in sources.get(id.number()).into_iter().flatten() {
            let count = left.get(*source).saturating_sub(1);
            left.set(*source, count);
            if count == 0 {
                dead.push(*source);
            }
        }
    }
    let mut live = Table::<bool>::new(schema);
    for id in schema.ids() {
        live.set(id, left.get(id) > 0);
    }
    live
}

/// Whether a subschema leads back to itself.
fn is_recursive(schema: &Schema, live: &Table<bool>, id: Id) -> bool {
    let mut seen = Table::<bool>::new(schema);
    let mut next = vec![id];
    while let Some(from) = next.pop() {
        for to in schema.get(from).leads_to().filter(|to| live.get(*to)) {
            if to == id {
                return true;
            }
            if !seen.get(to) {
                seen.set(to, true);
                next.push(to);
            }
        }
    }
    false
}

/// Checks that from a subschema that leads back to itself at most one way leads, for one and the
/// same child, to a subschema from which a recursive one is reached. A way is any number of steps
/// in place and one step to the child; `additionalProperties` is a way to every name that the
/// `properties` beside it do not have.
fn one_way(
    schema: &Schema,
    order: &[Id],
    live: &Table<bool>,
    id: Id,
) -> Result<(), (ContractFault, Id)> {
    if !live.get(id) || !is_recursive(schema, live, id) {
        return Ok(());
    }
    let mut times = Table::<usize>::new(schema);
    times.set(id, 1);
    let mut ways = Ways::default();
    for from in order.iter().rev() {
        let count = times.get(*from);
        if count > 0 {
            let subschema = schema.get(*from);
            for to in subschema.in_place() {
                times.set(to, times.get(to).saturating_add(count));
            }
            ways.add(subschema, live, count);
        }
    }
    if ways.most() > 1 {
        return Err((ContractFault::TwoWays, id));
    }
    Ok(())
}

/// How many ways lead to each child.
#[derive(Default)]
struct Ways<'s> {
    items: usize,
    /// To a member that no `properties` names.
    others: usize,
    named: BTreeMap<&'s str, Named>,
}

/// How many ways lead to a member of a certain name.
#[derive(Default)]
struct Named {
    by_name: usize,
    /// How many of [`Ways::others`] are not for it, since the `properties` beside them name it.
    not_others: usize,
}

impl<'s> Ways<'s> {
    /// Adds the ways of a subschema that judges the value so many times.
    fn add(&mut self, subschema: &'s Subschema, live: &Table<bool>, count: usize) {
        let ways = |to: Id| if live.get(to) { count } else { 0 };
        let items = subschema.items.map_or(0, ways);
        let others = subschema.additional.map_or(0, ways);
        self.items = self.items.saturating_add(items);
        self.others = self.others.saturating_add(others);
        for (name, to) in &subschema.properties {
            let named = self.named.entry(name).or_default();
            named.by_name = named.by_name.saturating_add(ways(*to));
            named.not_others = named.not_others.saturating_add(others);
        }
    }

    /// The most ways that lead to one and the same child.
    fn most(&self) -> usize {
        let named = self.named.values().map(|named| {
            let others = self.others.saturating_sub(named.not_others);
            named.by_name.saturating_add(others)
        });
        named
            .chain([self.items, self.others])
            .max()
            .unwrap_or_default()
    }
}

/// Checks how many subschemas judge a value and what is inside it, one inside the other, along the
/// deepest value that can be parsed: the stack that validation takes grows with it.
fn nesting(schema: &Schema, order: &[Id]) -> Result<(), (ContractFault, Id)> {
    let most = |table: &Table<usize>, ids: &mut dyn Iterator<Item = Id>| {
        ids.map(|id| table.get(id)).max().unwrap_or_default()
    };
    let mut inside = Table::<usize>::new(schema);
    for _ in 0..=MAX_DEPTH {
        let mut here = Table::<usize>::new(schema);
        for id in order {
            let subschema = schema.get(*id);
            let deepest = most(&here, &mut subschema.in_place());
            let deepest = deepest.max(most(&inside, &mut subschema.inside()));
            here.set(*id, deepest.saturating_add(1));
        }
        // What does not grow with one level more does not grow with the next.
        if here == inside {
            break;
        }
        inside = here;
    }
    if inside.get(Id::ROOT) > MAX_NESTED {
        return Err((ContractFault::TooNested, Id::ROOT));
    }
    Ok(())
}
