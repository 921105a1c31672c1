//! The scalar members of an object stay together, under their keys (REQ REP-6).

use super::exchange::Exchange;
use super::multiset::{Multiset, spelling};
use crate::call::{COLUMN, OPERATOR, VALUE};
use crate::json::{Kind, Value, by_key, canonical_string};
use crate::repair::damage::Standing;
use crate::vocabulary::Triple;

/// Whether the objects after have the scalar members of the objects before, each those of one, and
/// those of the filters that arrays said.
pub(super) fn stay_together(exchange: &Exchange<'_>) -> bool {
    // A scalar at an error place becomes an item of a list.
    let is_member = |value: Value<'_>| exchange.damage.standing(value) == Standing::Apart;
    let mut before = of(exchange.before, &is_member);
    for Triple(column, operator, value) in exchange.triples() {
        before.add(set([
            (COLUMN, column),
            (OPERATOR, operator),
            (VALUE, value),
        ]));
    }
    before.equals(of(exchange.after, &|_| true))
}

/// The objects at and inside a value, each by its scalar members.
fn of(value: Value<'_>, is_member: &dyn Fn(Value<'_>) -> bool) -> Multiset {
    let mut objects = Multiset::default();
    value.each_inside(&mut |value| {
        if value.kind() == Kind::Object {
            let members = by_key(value);
            let scalars = members
                .iter()
                .map(|(key, value)| (&**key, *value))
                .filter(|(_, value)| value.kind().is_scalar() && is_member(*value));
            objects.add(set(scalars));
        }
    });
    objects
}

/// Members in the order of their keys.
fn set<'m>(members: impl IntoIterator<Item = (&'m str, Value<'m>)>) -> String {
    let mut set = String::new();
    for (key, value) in members {
        canonical_string(key, &mut set);
        set.push(':');
        set.push_str(&spelling(value));
    }
    set
}
