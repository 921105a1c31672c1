//! At and below an error place containers change by the forms alone (REQ REP-2, REP-6).

use super::aligned::{aligned, filters, items, members, say};
use super::exchange::Exchange;
use crate::json::{Kind, Value, same};

/// Whether every member stands under its key and every item in its order, but for the forms.
pub(super) fn nothing_is(exchange: &Exchange<'_>) -> bool {
    let in_form = |before: Value<'_>, after: Value<'_>| {
        if before.kind().is_scalar() {
            return only(after).is_some_and(|after| same(before, after));
        }
        reshaped(exchange, before, after)
    };
    aligned(exchange, exchange.before, exchange.after, Some(&in_form))
}

/// Whether a container comes back as it is or in a form; that it has to be one, and which, is for the
/// schema to say.
fn reshaped<'e>(exchange: &Exchange<'_>, before: Value<'e>, after: Value<'e>) -> bool {
    let inside = |before: Value<'e>, after: Value<'e>| reshaped(exchange, before, after);
    match (before.kind(), after.kind()) {
        (Kind::Object, Kind::Object) => members(before, after, &inside),
        (Kind::Array, Kind::Array) => {
            let says_filters = |item| filters(exchange, item);
            match says_filters(before) {
                Some(said) => say(after.elements(), said),
                None => items(before, after, &says_filters, &inside),
            }
        }
        (Kind::Object, Kind::Array) => {
            only_object(after).is_some_and(|after| inside(before, after))
        }
        (Kind::Array, Kind::Object) => {
            // An item of a filter list alone at the path says one filter, or it is a list of one.
            let says_it = |said| say([after], said);
            filters(exchange, before).is_some_and(says_it)
                || only_object(before).is_some_and(|before| inside(before, after))
        }
        _ => same(before, after),
    }
}

/// The one item of an array.
fn only(value: Value<'_>) -> Option<Value<'_>> {
    let mut items = value.elements();
    items.next().filter(|_| value.len() == 1)
}

fn only_object(value: Value<'_>) -> Option<Value<'_>> {
    only(value).filter(|item| item.kind() == Kind::Object)
}
