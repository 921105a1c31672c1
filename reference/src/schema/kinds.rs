//! Sets of JSON types: what a subschema admits (REQ CON-3).

use std::ops::{BitAnd, BitOr};

use super::subschema::{Id, Schema};
use crate::json::Kind;

/// A set of JSON types; `integer` counts as number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(0b11_1111);

    pub(crate) const fn of(kind: Kind) -> Self {
        Self(match kind {
            Kind::Null => 1,
            Kind::Boolean => 1 << 1,
            Kind::Number => 1 << 2,
            Kind::String => 1 << 3,
            Kind::Array => 1 << 4,
            Kind::Object => 1 << 5,
        })
    }

    pub(crate) fn admits(self, kind: Kind) -> bool {
        self & Self::of(kind) != Self::NONE
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
