//! The whole contract is checked before anything is done (REQ VAL-1).

mod action;
mod budget;
mod reference;
mod tool;

use crate::json::Value;
use crate::outcome::Rejection;
use crate::terms::Terms;

/// Checks schema, references, action, tool and budget, in this order.
///
/// # Errors
///
/// The first fault and its place, as far as the contract names it (REQ VAL-2, VAL-4).
pub(crate) fn validate(terms: Terms<'_>, root: Value<'_>) -> Result<(), Rejection> {
    let contract = terms.contract;
    contract
        .validator()
        .check(&|key| contract.names(key), root)?;
    reference::check(terms, root)?;
    if let Some(tools) = contract.tools() {
        let (call, tool) = action::check(tools, root)?;
        tool::check(contract, call, tool, root)?;
        budget::check(terms, tool)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
