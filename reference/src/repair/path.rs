//! Where a repair is to be asked for (REQ REP-1).

use super::damage::{Damage, Standing};
use crate::contract::{Contract, step};
use crate::json::{Pointer, Value};
use crate::schema::Id;

/// The repair path, the value that stands there, and the subschema that judges it.
pub(super) struct RepairPath<'d> {
    pub(super) pointer: Pointer,
    pub(super) value: Value<'d>,
    pub(super) judge: Id,
}

/// Follows the way from the root to what holds all error places, and takes the last repairable
/// position on it.
pub(super) fn repair_path<'d>(
    contract: &Contract,
    damage: &Damage,
    root: Value<'d>,
) -> Option<RepairPath<'d>> {
    let mut positions = contract.repairable();
    let (mut value, mut judge, mut pointer) = (root, Id::ROOT, Pointer::root());
    let mut found = None;
    loop {
        if positions.here() {
            found = Some(RepairPath {
                pointer: pointer.clone(),
                value,
                judge,
            });
        }
        if let Standing::At(_) = damage.standing(value) {
            return found;
        }
        let mut children = children(value);
        let Some((to, child)) = children.find(|(_, child)| damage.is_within(*child)) else {
            return found;
        };
        let name = match to {
            Step::Key(key) => Some(key.as_str()?),
            Step::Index(_) => None,
        };
        let onward = match &name {
            Some(name) => positions.key(name),
            None => positions.each(),
        };
        let Some(onward) = onward else {
            return found;
        };
        positions = onward;
        // Every position leads to one subschema (REQ CON-3).
        judge = step(contract.schema(), judge, name.as_deref()).ok()?;
        pointer = match to {
            Step::Key(_) => pointer.key(&name.unwrap_or_default()),
            Step::Index(index) => pointer.index(index),
        };
        value = child;
    }
}

enum Step<'d> {
    Key(Value<'d>),
    Index(usize),
}

fn children(value: Value<'_>) -> impl Iterator<Item = (Step<'_>, Value<'_>)> {
    let members = value
        .members()
        .map(|(key, member)| (Step::Key(key), member));
    let elements = value.elements().enumerate();
    members.chain(elements.map(|(index, element)| (Step::Index(index), element)))
}
