//! At and below an error place containers change by the forms alone (REQ REP-2, REP-6).

use super::aligned::{aligned, filters, items, members};
use super::exchange::Exchange;
use crate::json::{Kind, Value, same};

/// Whether every member stands under its key and every item in its order, but for the forms.
pub(super) fn nothing_is(exchange: &Exchange<'_>) -> bool {
    aligned(
        exchange,
        exchange.before,
        exchange.after,
        &|before, after| {
            if before.kind().is_scalar() {
                return only(after).is_some_and(|after| same(before, after));
            }
            reshaped(exchange, before, after)
        },
    )
}

/// Whether a container comes back as it is or in a form; that it has to be one, and which, is for the
/// schema to say.
fn reshaped(exchange: &Exchange<'_>, before: Value<'_>, after: Value<'_>) -> bool {
    let inside = |before: Value<'_>, after: Value<'_>| reshaped(exchange, before, after);
    match (before.kind(), after.kind()) {
        (Kind::Object, Kind::Object) => members(before, after, &inside),
        (Kind::Array, Kind::Array) => {
            let says_filters = |item: Value<'_>| match filters(exchange, item) {
                0 => None,
                count => Some(count),
            };
            match says_filters(before) {
                Some(count) => after.len() == count,
                None => items(before, after, &says_filters, &inside),
            }
        }
        (Kind::Object, Kind::Array) => {
            only_object(after).is_some_and(|after| inside(before, after))
        }
        (Kind::Array, Kind::Object) => {
            only_object(before).is_some_and(|before| inside(before, after))
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
