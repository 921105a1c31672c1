//! A place in a response, written out only if a fault is told there.

use crate::contract::Positions;
use crate::json::{Pointer, Value};
use crate::outcome::Rejection;

/// A place, by the way to it from the root.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'p> {
    Root,
    Key(&'p Place<'p>, &'p str),
    Index(&'p Place<'p>, usize),
}

impl Place<'_> {
    pub(super) fn pointer(&self) -> Pointer {
        match self {
            Self::Root => Pointer::root(),
            Self::Key(parent, name) => parent.pointer().key(name),
            Self::Index(parent, index) => parent.pointer().index(*index),
        }
    }
}

/// Looks at every value that stands at one of the positions, in the order of the text.
///
/// # Errors
///
/// The first that `look` finds.
pub(super) fn look_at(
    positions: &Positions,
    value: Value<'_>,
    place: &Place<'_>,
    look: &mut dyn FnMut(Value<'_>, &Place<'_>) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    if positions.here() {
        look(value, place)?;
    }
    if positions.has_keys() {
        for (key, member) in value.members() {
            let Some(name) = key.as_str() else { continue };
            if let Some(positions) = positions.key(&name) {
                look_at(positions, member, &Place::Key(place, &name), look)?;
            }
        }
    }
    if let Some(positions) = positions.each() {
        for (index, element) in value.elements().enumerate() {
            look_at(positions, element, &Place::Index(place, index), look)?;
        }
    }
    Ok(())
}
