//! The value before and the one after, walked side by side.

use super::exchange::Exchange;
use super::filters::{filter, triple};
use super::multiset::{Multiset, spelling};
use crate::json::{Kind, Value, by_key, same};
use crate::repair::damage::Standing;
use crate::repair::form::{Form, filters_in};
use crate::vocabulary::Triple;

/// Whether `after` is `before` with other values at the error places, on which `at_error` decides;
/// without it they may be anything. What is no error place and holds none is the same, an object around
/// one has the same keys, an array around one the same items in the same order. Filter objects that come
/// of arrays may stand anywhere among the items.
pub(super) fn aligned<'e>(
    exchange: &Exchange<'_>,
    before: Value<'e>,
    after: Value<'e>,
    at_error: Option<&dyn Fn(Value<'e>, Value<'e>) -> bool>,
) -> bool {
    let inside = |before: Value<'e>, after: Value<'e>| aligned(exchange, before, after, at_error);
    match exchange.damage.standing(before) {
        Standing::Apart => same(before, after),
        Standing::At(_) => at_error.is_none_or(|holds| holds(before, after)),
        Standing::Around if before.kind() == Kind::Object => members(before, after, &inside),
        Standing::Around => {
            let says = |item| match exchange.damage.standing(item) {
                Standing::At(Form::Filters) => Some(filters(exchange, item).unwrap_or_default()),
                _ => None,
            };
            if at_error.is_some() {
                return items(before, after, &says, &inside);
            }
            // An item that holds errors has its counterpart only where these count, too. Each item is
            // spelled once, for one long item may be held against thousands.
            let is_right = |item: &Value<'_>| exchange.damage.standing(*item) == Standing::Apart;
            let mut right = before.elements().filter(is_right).map(spelling);
            let mut found = after.elements().map(spelling);
            after.kind() == Kind::Array && right.all(|item| found.any(|after| item == after))
        }
    }
}

/// The filters that an array says, or a list of such arrays.
pub(super) fn filters<'e>(exchange: &Exchange<'_>, value: Value<'e>) -> Option<Vec<Triple<'e>>> {
    let vocabulary = exchange.vocabulary.as_ref();
    vocabulary.and_then(|vocabulary| filters_in(value, vocabulary))
}

/// Whether the items are these filters and nothing else, in any order.
pub(super) fn say<'e>(
    items: impl IntoIterator<Item = Value<'e>>,
    filters: impl IntoIterator<Item = Triple<'e>>,
) -> bool {
    let mut due = Multiset::default();
    for said in filters {
        due.add(filter(said));
    }
    let mut found = Multiset::default();
    for item in items {
        match triple(item) {
            Some(said) => found.add(filter(said)),
            None => return false,
        }
    }
    due.equals(found)
}

/// Whether a value can be a filter object that comes of an array: its parts are scalars.
fn is_made(item: Value<'_>) -> bool {
    triple(item).is_some_and(|Triple(column, operator, value)| {
        let mut parts = [column, operator, value].into_iter();
        parts.all(|part| part.kind().is_scalar())
    })
}

/// Whether both are objects with the same keys, and `holds` holds for each two members.
pub(super) fn members<'e>(
    before: Value<'e>,
    after: Value<'e>,
    holds: &dyn Fn(Value<'e>, Value<'e>) -> bool,
) -> bool {
    if after.kind() != Kind::Object || before.len() != after.len() {
        return false;
    }
    let (before, after) = (by_key(before), by_key(after));
    let mut pairs = before.iter().zip(&after);
    pairs.all(|((key, before), (other_key, after))| key == other_key && holds(*before, *after))
}

/// Whether both are arrays, the items before come back in their order so that `holds` holds for each
/// two, and the other items after are the filters of those before that `says_filters`: a filter that
/// went to another list would be another query.
pub(super) fn items<'e>(
    before: Value<'e>,
    after: Value<'e>,
    says_filters: &dyn Fn(Value<'e>) -> Option<Vec<Triple<'e>>>,
    holds: &dyn Fn(Value<'e>, Value<'e>) -> bool,
) -> bool {
    let (mut due, mut filters) = (Vec::new(), Vec::new());
    for item in before.elements() {
        match says_filters(item) {
            Some(said) => filters.extend(said),
            None => due.push(item),
        }
    }
    if after.kind() != Kind::Array || after.len() != due.len() + filters.len() {
        return false;
    }
    let mut due = due.into_iter().peekable();
    let mut made = Vec::new();
    for item in after.elements() {
        if due.next_if(|before| holds(*before, item)).is_some() {
            continue;
        }
        // Told at once, else one long item before would be compared with each of many after.
        if !is_made(item) {
            return false;
        }
        made.push(item);
    }
    due.peek().is_none() && say(made, filters)
}
