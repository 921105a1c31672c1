//! The value before and the one after, walked side by side.

use super::exchange::Exchange;
use crate::json::{Kind, Value, by_key, same};
use crate::repair::damage::Standing;
use crate::repair::form::{Form, filters_in};

/// Whether `after` is `before` with other values at the error places, on which `at_error` decides:
/// what is no error place and holds none is the same, an object around one has the same keys, an array
/// around one the same items in the same order. Filter objects that come of arrays may stand anywhere
/// among the items.
pub(super) fn aligned(
    exchange: &Exchange<'_>,
    before: Value<'_>,
    after: Value<'_>,
    at_error: &dyn Fn(Value<'_>, Value<'_>) -> bool,
) -> bool {
    let inside = |before: Value<'_>, after: Value<'_>| aligned(exchange, before, after, at_error);
    match exchange.damage.standing(before) {
        Standing::Apart => same(before, after),
        Standing::At(_) => at_error(before, after),
        Standing::Around if before.kind() == Kind::Object => members(before, after, &inside),
        Standing::Around => {
            let says_filters = |item: Value<'_>| {
                let at = Standing::At(Form::Filters);
                (exchange.damage.standing(item) == at).then(|| filters(exchange, item))
            };
            items(before, after, &says_filters, &inside)
        }
    }
}

/// How many filters an array says, or a list of such arrays.
pub(super) fn filters(exchange: &Exchange<'_>, value: Value<'_>) -> usize {
    let vocabulary = exchange.vocabulary.as_ref();
    vocabulary
        .and_then(|vocabulary| filters_in(value, vocabulary))
        .unwrap_or_default()
}

/// Whether both are objects with the same keys, and `holds` holds for each two members.
pub(super) fn members(
    before: Value<'_>,
    after: Value<'_>,
    holds: &dyn Fn(Value<'_>, Value<'_>) -> bool,
) -> bool {
    if after.kind() != Kind::Object || before.len() != after.len() {
        return false;
    }
    let (before, after) = (by_key(before), by_key(after));
    let mut pairs = before.iter().zip(&after);
    pairs.all(|((key, before), (other_key, after))| key == other_key && holds(*before, *after))
}

/// Whether both are arrays, the items before come back in their order so that `holds` holds for each
/// two, and besides there are as many items as those say that `says_filters`.
pub(super) fn items(
    before: Value<'_>,
    after: Value<'_>,
    says_filters: &dyn Fn(Value<'_>) -> Option<usize>,
    holds: &dyn Fn(Value<'_>, Value<'_>) -> bool,
) -> bool {
    let (mut due, mut filters) = (Vec::new(), 0);
    for item in before.elements() {
        match says_filters(item) {
            Some(count) => filters += count,
            None => due.push(item),
        }
    }
    if after.kind() != Kind::Array || after.len() != due.len() + filters {
        return false;
    }
    let mut found = after.elements();
    let mut due = due.iter();
    if filters == 0 {
        return due.all(|before| found.next().is_some_and(|after| holds(*before, after)));
    }
    due.all(|before| found.any(|after| holds(*before, after)))
}
