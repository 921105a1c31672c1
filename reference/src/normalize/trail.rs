//! The way from the root to a place, as a list on the stack: written out only where a rule applies.

use std::borrow::Cow;

use crate::contract::Positions;
use crate::json::{Kind, Pointer, Value};

/// The root, or one step further than another trail.
pub(super) enum Trail<'a> {
    Root,
    Key(&'a Trail<'a>, Cow<'a, str>),
    Index(&'a Trail<'a>, usize),
}

impl Trail<'_> {
    /// The place as a JSON Pointer.
    pub(super) fn pointer(&self) -> Pointer {
        match self {
            Self::Root => Pointer::root(),
            Self::Key(parent, name) => parent.pointer().key(name),
            Self::Index(parent, index) => parent.pointer().index(*index),
        }
    }

    /// Visits the children of `value` that lie on the way to a position, in the order of the text.
    ///
    /// # Errors
    ///
    /// The first that `visit` returns.
    pub(super) fn each_child<E>(
        &self,
        value: Value<'_>,
        positions: &Positions,
        mut visit: impl FnMut(Value<'_>, &Positions, &Trail<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match value.kind() {
            Kind::Object => {
                for (key, child) in value.members() {
                    let name = key.as_str().unwrap_or_default();
                    if let Some(positions) = positions.key(&name) {
                        visit(child, positions, &Trail::Key(self, name))?;
                    }
                }
            }
            Kind::Array => {
                if let Some(positions) = positions.each() {
                    for (index, child) in value.elements().enumerate() {
                        visit(child, positions, &Trail::Index(self, index))?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}
