//! How much a schema can cost: its size after following references, and its recursion (REQ CON-2).
//!
//! The validator has no budget of its own, so a schema is bounded before it is used. What is
//! checked here makes the number of subschemas that look at one value at most the number of nodes,
//! whatever the value: outside of cycles each look is a node of the unfolded tree, and inside of
//! one there is no choice of ways, so going round multiplies nothing.

use std::collections::BTreeMap;

use super::error::ContractFault;
use super::schema::{Id, Schema, Subschema};
use crate::limits::{MAX_DEPTH, MAX_NESTED, MAX_NODES, MAX_PLACES};

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
fn unfold(schema: &Schema) -> Result<usize, (ContractFault, Id)> {
    let mut open = Table::<bool>::new(schema);
    let (mut nodes, mut places) = (0, 0_usize);
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
fn in_place_order(schema: &Schema) -> Result<Vec<Id>, (ContractFault, Id)> {
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
        inside = here;
    }
    if inside.get(Id::ROOT) > MAX_NESTED {
        return Err((ContractFault::TooNested, Id::ROOT));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::contract::part::Part;
    use crate::json::Document;

    fn read(text: &str) -> Schema {
        let document = Document::parse(text).unwrap();
        Schema::read(&Part::root(document.root())).unwrap()
    }

    fn fault(text: &str) -> Option<ContractFault> {
        check(&read(text)).err().map(|(fault, _)| fault)
    }

    #[test]
    fn nodes_count_every_use_and_no_definition() {
        let count = |text: &str| unfold(&read(text)).unwrap();
        assert_eq!(count("{}"), 1);
        assert_eq!(count(r#"{"$defs":{"a":{"items":true}}}"#), 1);
        // The root, two properties, and the definition of two nodes for each.
        let twice = r##"{"properties":{"a":{"$ref":"#/$defs/d"},"b":{"$ref":"#/$defs/d"}},
            "$defs":{"d":{"items":true}}}"##;
        assert_eq!(count(twice), 1 + 2 + 2 * 2);
        // A way back adds the place it stands at, and nothing for what is unfolded already.
        assert_eq!(count(r##"{"properties":{"a":{"$ref":"#"}}}"##), 2);
    }

    #[test]
    fn doubling_definitions_are_refused_at_once() {
        let defs: Vec<_> = (0..26)
            .map(|level| {
                let next = level + 1;
                format!(r##""d{level}":{{"allOf":[{{"$ref":"#/$defs/d{next}"}},{{"$ref":"#/$defs/d{next}"}}]}}"##)
            })
            .collect();
        let text = format!(
            r##"{{"$ref":"#/$defs/d0","$defs":{{{},"d26":{{}}}}}}"##,
            defs.join(",")
        );
        assert_eq!(fault(&text), Some(ContractFault::TooManyNodes));
    }

    #[test]
    fn a_linear_recursion_is_fine() {
        for text in [
            r##"{"properties":{"left":{"$ref":"#"},"right":{"$ref":"#"}}}"##,
            r##"{"properties":{"children":{"items":{"$ref":"#"}}}}"##,
            r##"{"additionalProperties":{"$ref":"#"}}"##,
            r##"{"properties":{"a":{"$ref":"#"}},"additionalProperties":{"$ref":"#"}}"##,
            r##"{"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"type":"object"}}}]}"##,
            r##"{"properties":{"a":{"anyOf":[{"type":"null"},{"$ref":"#"}]}}}"##,
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }

    #[test]
    fn two_recursive_ways_to_one_child_are_refused() {
        for text in [
            r##"{"allOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}]}"##,
            r##"{"anyOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}]}"##,
            r##"{"if":{"items":{"$ref":"#"}},"then":{"items":{"$ref":"#"}}}"##,
            r##"{"properties":{"a":{"$ref":"#"}},"allOf":[{"additionalProperties":{"$ref":"#"}}]}"##,
            r##"{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"items":{"$ref":"#"}}}}"##,
        ] {
            assert_eq!(fault(text), Some(ContractFault::TwoWays), "{text}");
        }
    }

    #[test]
    fn a_chain_of_recursive_subschemas_is_refused() {
        let text = r##"{"$ref":"#/$defs/n1","$defs":{
            "n1":{"allOf":[{"items":{"$ref":"#/$defs/n1"}},{"items":{"$ref":"#/$defs/n2"}}]},
            "n2":{"items":{"$ref":"#/$defs/n2"}}}}"##;
        assert_eq!(fault(text), Some(ContractFault::TwoWays));
    }

    #[test]
    fn a_way_back_needs_a_step_into_the_value() {
        for text in [
            r##"{"$ref":"#"}"##,
            r##"{"anyOf":[true,{"$ref":"#"}]}"##,
            r##"{"$defs":{"unused":{"if":{"$ref":"#/$defs/unused"}}}}"##,
        ] {
            assert_eq!(fault(text), Some(ContractFault::Endless), "{text}");
        }
    }

    #[test]
    fn nesting_is_bounded_on_both_sides() {
        // The root, and so many references in a row behind it.
        let row = |length: usize| {
            let defs: Vec<_> = (1..length)
                .map(|at| format!(r##""d{at}":{{"$ref":"#/$defs/d{}"}}"##, at + 1))
                .collect();
            let comma = if defs.is_empty() { "" } else { "," };
            format!(
                r##"{{"$ref":"#/$defs/d1","$defs":{{{}{comma}"d{length}":{{}}}}}}"##,
                defs.join(",")
            )
        };
        assert_eq!(fault(&row(MAX_NESTED - 1)), None);
        assert_eq!(fault(&row(MAX_NESTED)), Some(ContractFault::TooNested));
    }

    /// Small schemas in which every reference leads to one of four definitions.
    fn schemas() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("true".to_owned()),
            (0..4).prop_map(|at| format!(r##"{{"$ref":"#/$defs/{at}"}}"##)),
        ];
        let schema = leaf.prop_recursive(3, 10, 2, |inner| {
            let two = (inner.clone(), inner.clone());
            prop_oneof![
                inner
                    .clone()
                    .prop_map(|one| format!(r#"{{"items":{one}}}"#)),
                inner.prop_map(|one| format!(r#"{{"additionalProperties":{one}}}"#)),
                two.clone()
                    .prop_map(|(a, b)| format!(r#"{{"properties":{{"a":{a},"b":{b}}}}}"#)),
                two.clone()
                    .prop_map(|(a, b)| format!(r#"{{"allOf":[{a},{b}]}}"#)),
                two.prop_map(|(a, b)| format!(r#"{{"if":{a},"then":{b}}}"#)),
            ]
        });
        prop::collection::vec(schema, 4).prop_map(|defs| {
            let defs: Vec<_> = (0..4)
                .zip(defs)
                .map(|(at, def)| format!(r#""{at}":{def}"#))
                .collect();
            format!(r##"{{"$ref":"#/$defs/0","$defs":{{{}}}}}"##, defs.join(","))
        })
    }

    /// How often subschemas look at a value, and with them those that they judge it by.
    fn looks(schema: &Schema, order: &[Id], entered: &BTreeMap<Id, u128>) -> BTreeMap<Id, u128> {
        let mut looks = entered.clone();
        for from in order.iter().rev() {
            let count = looks.get(from).copied().unwrap_or_default();
            for to in schema.get(*from).in_place() {
                *looks.entry(to).or_default() += count;
            }
        }
        looks
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

        /// checked(schema) ⇒ looks(schema, any value) ≤ nodes(schema)
        #[test]
        fn no_value_is_looked_at_more_often_than_the_schema_has_nodes(
            text in schemas(),
            way in prop::collection::vec(0..4, 120),
        ) {
            let schema = read(&text);
            prop_assume!(check(&schema).is_ok());
            let nodes = unfold(&schema).unwrap() as u128;
            let order = in_place_order(&schema).unwrap();
            let mut entered = BTreeMap::from([(Id::ROOT, 1)]);
            for step in way {
                let here = looks(&schema, &order, &entered);
                let all: u128 = here.values().filter(|count| **count > 0).sum();
                prop_assert!(all <= nodes, "{} looks, {} nodes: {}", all, nodes, text);
                entered.clear();
                for (id, count) in here {
                    let from = schema.get(id);
                    let named = |name| from.properties.get(name).copied().or(from.additional);
                    let to = match step {
                        0 => from.items,
                        1 => named("a"),
                        2 => named("b"),
                        _ => from.additional,
                    };
                    if let Some(to) = to {
                        *entered.entry(to).or_default() += count;
                    }
                }
            }
        }
    }
}
