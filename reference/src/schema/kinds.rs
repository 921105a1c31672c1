//! Sets of JSON types: what a subschema admits (REQ CON-3).

use std::ops::{BitAnd, BitOr};

use super::subschema::{Id, Schema};
use crate::json::{Decimal, Kind, Value};

/// A set of JSON types; whole numbers are told apart from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(0b111_1111);
    /// What `integer` names.
    pub(crate) const WHOLE: Self = Self(1 << 2);
    pub(crate) const CONTAINERS: Self = Self(1 << 4 | 1 << 5);

    pub(crate) const fn of(kind: Kind) -> Self {
        Self(match kind {
            Kind::Null => 1,
            Kind::Boolean => 1 << 1,
            Kind::Number => 1 << 2 | 1 << 6,
            Kind::String => 1 << 3,
            Kind::Array => 1 << 4,
            Kind::Object => 1 << 5,
        })
    }

    /// The type of this value.
    pub(crate) fn of_value(value: Value<'_>) -> Self {
        let fraction = |number| !Decimal::read(number).is_whole();
        match value.as_number() {
            Some(number) if fraction(number) => Self(1 << 6),
            Some(_) => Self::WHOLE,
            None => Self::of(value.kind()),
        }
    }

    /// Whether values of this type are in it, all or some.
    pub(crate) fn admits(self, kind: Kind) -> bool {
        self.meets(Self::of(kind))
    }

    /// Whether the two have a type in common.
    pub(crate) fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    pub(crate) fn union(sets: impl Iterator<Item = Self>) -> Self {
        sets.fold(Self::NONE, BitOr::bitor)
    }
}

impl BitAnd for Kinds {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Kinds {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The types that the subschema admits, at most: those that its `type`, `enum` and `const` allow,
/// and its `$ref`, each of its `allOf`, one of its `anyOf` and one of its `oneOf`. No value of
/// another type is valid there; other keywords do not count.
///
/// Its cost is bounded by [`super::expansion::check`], which must have passed.
pub(crate) fn admitted(schema: &Schema, id: Id) -> Kinds {
    let subschema = schema.get(id);
    let all = subschema.reference.iter().chain(&subschema.all_of);
    let mut kinds = all.fold(subschema.kinds, |kinds, id| kinds & admitted(schema, *id));
    for branches in [&subschema.any_of, &subschema.one_of] {
        if !branches.is_empty() {
            kinds = kinds & Kinds::union(branches.iter().map(|id| admitted(schema, *id)));
        }
    }
    kinds
}
