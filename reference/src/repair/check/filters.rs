//! Every filter says what it said, and stands where filters stand (REQ REP-7, FIL-4).

use super::exchange::Exchange;
use super::multiset::{Multiset, spelling};
use crate::call::{COLUMN, OPERATOR, VALUE};
use crate::contract::Contract;
use crate::json::{Kind, Value};
use crate::place::Place;
use crate::vocabulary::{Reading, Triple};

/// Whether the filters at and below the error places come back as items of filter lists, each with its
/// column, operator and value in their places. The filters of the frame that stand in such lists are due
/// as well: else one of them would stand in for its like that came back somewhere else.
pub(super) fn are_kept(exchange: &Exchange<'_>) -> bool {
    let is_ambiguous = |reading: &Reading<'_>| matches!(reading, Reading::Ambiguous);
    if exchange.readings.iter().any(is_ambiguous) {
        return false;
    }
    let mut due = Multiset::default();
    exchange
        .triples()
        .for_each(|triple| due.add(filter(triple)));
    for place in exchange.damage.within(exchange.before) {
        place.each_inside(&mut |value| {
            if let Some(triple) = triple(value) {
                due.add(filter(triple));
            }
        });
    }
    let listed_before = listed(exchange.root, exchange.before, exchange.contract);
    for (item, triple) in listed_before {
        if exchange.is_frame(item) {
            due.add(filter(triple));
        }
    }
    let mut found = Multiset::default();
    for (_, triple) in listed(exchange.rebuilt, exchange.after, exchange.contract) {
        found.add(filter(triple));
    }
    due.within(found)
}

/// The filter objects that are items of filter lists of a response, as far as they stand at or inside
/// `path`.
fn listed<'d>(
    root: Value<'d>,
    path: Value<'d>,
    contract: &Contract,
) -> Vec<(Value<'d>, Triple<'d>)> {
    let mut listed = Vec::new();
    let look = &mut |list: Value<'_>, _: &Place<'_>| {
        // Told by its place, so that it outlives the walk.
        listed.extend(root.at(list.index()).elements().filter_map(|item| {
            let triple = triple(item).filter(|_| path.holds(item))?;
            Some((item, triple))
        }));
        Ok::<(), ()>(())
    };
    // It never ends early.
    let _ = Place::Root.each_at(root, contract.filter_lists(), look);
    listed
}

/// The three parts of a filter object.
pub(super) fn triple(value: Value<'_>) -> Option<Triple<'_>> {
    if value.kind() != Kind::Object || value.len() != 3 {
        return None;
    }
    let part = |name| value.get(name);
    Some(Triple(part(COLUMN)?, part(OPERATOR)?, part(VALUE)?))
}

/// A filter as it is counted: its column, operator and value.
pub(super) fn filter(triple: Triple<'_>) -> String {
    let Triple(column, operator, value) = triple;
    [column, operator, value].map(spelling).join(" ")
}
