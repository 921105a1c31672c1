//! What one call is judged by: a contract, and what a session has put in place of its own bindings,
//! budget and marker.

use crate::contract::{Bindings, Contract};

/// The terms of one call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms<'c> {
    /// Schema, positions, references and tools.
    pub(crate) contract: &'c Contract,
    /// What the references are held against.
    pub(crate) bindings: &'c Bindings,
    /// How many actions may still be carried out; without it, any number.
    pub(crate) actions_left: Option<u64>,
    /// Whether rules and repairs apply (REQ ACT-2).
    pub(crate) active: bool,
}

impl Contract {
    /// The terms as the contract itself states them.
    pub(crate) const fn terms(&self) -> Terms<'_> {
        Terms {
            contract: self,
            bindings: self.bindings(),
            actions_left: self.actions_left(),
            active: self.active(),
        }
    }
}
