//! Every filter says what it said, and stands where filters stand (REQ REP-7, FIL-4).

use super::exchange::Exchange;
use super::multiset::{Multiset, spelling};
use crate::call::{COLUMN, OPERATOR, VALUE};
use crate::json::{Kind, Value};
use crate::place::Place;
use crate::vocabulary::{Reading, Triple};

/// Whether the filters at and below the error places come back as items of filter lists, each with its
/// column, operator and value in their places.
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
    due.within(after(exchange))
}

/// The filter objects in filter lists, as far as they stand at or inside the path.
fn after(exchange: &Exchange<'_>) -> Multiset {
    let mut found = Multiset::default();
    let lists = exchange.contract.filter_lists();
    let look = &mut |list: Value<'_>, _: &Place<'_>| {
        let items = list.elements().filter(|item| exchange.after.holds(*item));
        for triple in items.filter_map(triple) {
            found.add(filter(triple));
        }
        Ok::<(), ()>(())
    };
    // It never ends early.
    let _ = Place::Root.each_at(exchange.rebuilt, lists, look);
    found
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
