//! Places of a contract as a tree, to walk beside a document.

use std::collections::BTreeMap;

/// Places in a value, such as those where a rule applies or a reference stands. In a contract's
/// pointers `*` stands for any array index, never for a key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Positions {
    here: bool,
    keys: BTreeMap<String, Positions>,
    each: Option<Box<Positions>>,
}

impl Positions {
    /// Whether the value itself is such a place.
    pub(crate) const fn here(&self) -> bool {
        self.here
    }

    /// The places inside an object's member of that name.
    pub(crate) fn key(&self, name: &str) -> Option<&Self> {
        self.keys.get(name)
    }

    /// The places inside each element of an array.
    pub(crate) fn each(&self) -> Option<&Self> {
        self.each.as_deref()
    }

    /// Whether there is no such place at all.
    pub(crate) fn is_empty(&self) -> bool {
        !self.here && self.keys.is_empty() && self.each.is_none()
    }
}
