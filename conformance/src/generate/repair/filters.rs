//! Filters without their names, in the forms that no rule takes off and a repair may (REQ REP-2, REP-7).

use super::super::world::World;
use super::super::{Choices, Json};
use super::spots::Spot;
use super::wrong::Torn;
use crate::case::Category::{Schema, Tool};
use crate::generate::place::{at, below, path, pointer, set};

const LABELS: [&str; 3] = ["column", "operator", "value"];

/// Tears a list of filters in one of the forms.
pub(super) fn tear(torn: &mut Torn<'_>, spot: &Spot, choices: &mut Choices<'_>) {
    let most = torn.world.tool().and_then(|tool| tool.max_filters);
    let form = choices.upto(7);
    // These two take two filters at least.
    let least = 1 + usize::from(matches!(form, 1 | 2) && most.is_none_or(|most| most > 1));
    let world = torn.world;
    let Some(Json::Array(items)) = at(&mut torn.clean, &spot.path) else {
        return;
    };
    while items.len() < least {
        items.push(world.filter(choices));
    }
    let items = items.clone();
    let flat: Vec<Json> = items.iter().flat_map(triple).collect();
    let is_clear = least == 2 && !is_labelled(&flat);
    match form {
        1 if is_clear => {
            set(&mut torn.wrong, &spot.path, Json::Array(flat.clone()));
            torn.note("triples-in-one-list", &spot.path);
            for index in 0..flat.len() {
                let item = pointer(&below(&spot.path, &index));
                torn.faults.add(&[Schema, Tool], item);
            }
            loosen(torn, spot, 0..items.len());
        }
        2 if is_clear => {
            let item = Json::Array(flat);
            put(torn, spot, vec![item], &[0], "triples-in-one-item");
            loosen(torn, spot, 0..items.len());
        }
        3 => torn.one_for_many(spot, "filter-for-list"),
        4 => {
            let deep = items.iter().map(|item| form_of(world, item, choices));
            let deep = Json::Array(deep.collect());
            put(torn, spot, vec![deep], &[0], "triples-too-deep");
            loosen(torn, spot, 0..items.len());
        }
        5 => {
            let mut wrong = items.clone();
            let index = choices.upto(items.len() - 1);
            wrong[index] = Json::Array(vec![wrong[index].clone()]);
            put(torn, spot, wrong, &[index], "filter-in-a-list");
        }
        _ => {
            let mut wrong = items.clone();
            let mut indexes = Vec::new();
            for (index, item) in wrong.iter_mut().enumerate() {
                // One at least is no filter, and it may be any of them.
                if index + 1 == items.len() && indexes.is_empty() || !choices.one_in(3) {
                    *item = form_of(world, item, choices);
                    indexes.push(index);
                }
            }
            put(torn, spot, wrong, &indexes, "list-of-triples");
            for index in indexes {
                loosen(torn, spot, index..index + 1);
            }
        }
    }
}

/// Turns the filters of arguments that stand below an error place into a list of triples. `list` is `filters`, or the
/// object in the arguments that has filters.
pub(super) fn inside(torn: &mut Torn<'_>, list: &str) {
    let mut place = path("/next/arguments");
    place.push(list.to_owned());
    if list != "filters" {
        place.push("filters".to_owned());
    }
    let is_known = super::spots::spots(torn.world, &mut torn.clean)
        .iter()
        .any(|spot| spot.path == place && spot.due == super::spots::Due::Filters);
    let Some(Json::Array(items)) = at(&mut torn.wrong, &place) else {
        return;
    };
    if !is_known || items.is_empty() {
        return;
    }
    let count = items.len();
    for item in items {
        *item = Json::Array(triple(item));
    }
    torn.names.push("triples-below");
    for index in 0..count {
        torn.triples.push(below(&place, &index));
    }
}

fn put(torn: &mut Torn<'_>, spot: &Spot, wrong: Vec<Json>, indexes: &[usize], name: &'static str) {
    set(&mut torn.wrong, &spot.path, Json::Array(wrong));
    for index in indexes {
        torn.note(name, &below(&spot.path, &index));
    }
}

fn loosen(torn: &mut Torn<'_>, spot: &Spot, indexes: std::ops::Range<usize>) {
    for index in indexes {
        torn.triples.push(below(&spot.path, &index));
    }
}

/// A filter as a triple or with its labels.
fn form_of(world: &World, filter: &Json, choices: &mut Choices<'_>) -> Json {
    let parts = triple(filter);
    if choices.one_in(3) {
        let labels = LABELS.map(Json::string);
        let items = labels.into_iter().zip(parts.clone());
        let items: Vec<_> = items.flat_map(|(label, part)| [label, part]).collect();
        let is_both = match (parts.first(), parts.get(1)) {
            (Some(Json::String(column)), Some(Json::String(operator))) => {
                world.is_two_triples(column, operator)
            }
            _ => true,
        };
        if !is_both {
            return Json::Array(items);
        }
    }
    Json::Array(parts)
}

/// Column, operator and value of a filter object.
pub(super) fn triple(filter: &Json) -> Vec<Json> {
    let Json::Object(members) = filter else {
        return Vec::new();
    };
    let member = |label: &&str| {
        let found = members.iter().find(|(key, _)| key == label);
        found.map(|(_, value)| value.clone())
    };
    LABELS.iter().filter_map(member).collect()
}

/// Whether six items have the labels in their places.
pub(super) fn is_labelled(items: &[Json]) -> bool {
    items.len() == 6 && items.iter().step_by(2).eq(&LABELS.map(Json::string))
}
