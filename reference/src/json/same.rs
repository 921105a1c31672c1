//! When two values are the same (REQ CON-2).

use std::borrow::Cow;

use super::decimal::Decimal;
use super::document::{Kind, Value};

/// Whether both are the same value: the same scalar, arrays with the same elements in the same
/// order, objects with the same members in any order.
pub(crate) fn same(one: Value<'_>, other: Value<'_>) -> bool {
    if one.kind() != other.kind() || one.len() != other.len() {
        return false;
    }
    match one.kind() {
        Kind::Null => true,
        Kind::Boolean => one.as_bool() == other.as_bool(),
        // What is beyond all exponents is only the same where it is spelled the same.
        Kind::Number => {
            one.raw() == other.raw() || Decimal::read(one.raw()).same(&Decimal::read(other.raw()))
        }
        Kind::String => one.as_str() == other.as_str(),
        Kind::Array => one
            .elements()
            .zip(other.elements())
            .all(|(one, other)| same(one, other)),
        Kind::Object => {
            let (one, other) = (by_key(one), by_key(other));
            one.iter()
                .zip(&other)
                .all(|((key, one), (other_key, other))| key == other_key && same(*one, *other))
        }
    }
}

/// The members of an object, sorted by their unescaped keys.
pub(crate) fn by_key(object: Value<'_>) -> Vec<(Cow<'_, str>, Value<'_>)> {
    let members = object.members();
    let mut members: Vec<_> = members
        .map(|(key, value)| (key.as_str().unwrap_or_default(), value))
        .collect();
    members.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    members
}
