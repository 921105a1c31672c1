//! A place in a response, as a list on the stack: written out only where there is something to tell.

use crate::contract::Positions;
use crate::json::{Kind, Pointer, Value};

/// A place, by the way to it from the root.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place<'p> {
    Root,
    Key(&'p Place<'p>, &'p str),
    Index(&'p Place<'p>, usize),
}

impl Place<'_> {
    pub(crate) fn pointer(&self) -> Pointer {
        match self {
            Self::Root => Pointer::root(),
            Self::Key(parent, name) => parent.pointer().key(name),
            Self::Index(parent, index) => parent.pointer().index(*index),
        }
    }

    /// Visits those children of `value`, which stands here, that lie on the way to a position, in
    /// the order of the text.
    ///
    /// # Errors
    ///
    /// The first that `visit` returns.
    pub(crate) fn each_child<E>(
        &self,
        value: Value<'_>,
        positions: &Positions,
        mut visit: impl FnMut(Value<'_>, &Positions, &Place<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        // Most often one key leads on, and looking for it is cheaper than asking of each member.
        if let Some((name, positions)) = positions.only_key()
            && value.kind() == Kind::Object
        {
            return match value.get(name) {
                Some(member) => visit(member, positions, &Place::Key(self, name)),
                None => Ok(()),
            };
        }
        match value.kind() {
            Kind::Object if positions.has_keys() => {
                for (key, member) in value.members() {
                    let Some(name) = key.as_str() else { continue };
                    if let Some(positions) = positions.key(&name) {
                        visit(member, positions, &Place::Key(self, &name))?;
                    }
                }
            }
            Kind::Array => {
                if let Some(positions) = positions.each() {
                    for (index, element) in value.elements().enumerate() {
                        visit(element, positions, &Place::Index(self, index))?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Looks at every value that stands at one of the positions, `value` itself included, in the
    /// order of the text.
    ///
    /// # Errors
    ///
    /// The first that `look` returns.
    pub(crate) fn each_at<E>(
        &self,
        value: Value<'_>,
        positions: &Positions,
        look: &mut dyn FnMut(Value<'_>, &Place<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if positions.here() {
            look(value, self)?;
        }
        self.each_child(value, positions, |child, positions, place| {
            place.each_at(child, positions, look)
        })
    }
}
