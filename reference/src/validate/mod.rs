//! The whole contract is checked before anything is done (REQ VAL-1).

mod action;
mod budget;
mod reference;
mod tool;

use crate::contract::Contract;
use crate::json::Value;
use crate::outcome::Rejection;

/// Checks schema, references, action, tool and budget, in this order.
///
/// # Errors
///
/// The first fault and its place, as far as the contract names it (REQ VAL-2, VAL-4).
pub(crate) fn validate(contract: &Contract, root: Value<'_>) -> Result<(), Rejection> {
    contract
        .validator()
        .check(&|key| contract.names(key), root)?;
    reference::check(contract, root)?;
    if let Some(tools) = contract.tools() {
        let (call, tool) = action::check(tools, root)?;
        tool::check(contract, call, tool, root)?;
        budget::check(contract, tool)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
