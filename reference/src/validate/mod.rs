//! The whole contract is checked before anything is done (REQ VAL-1).

mod action;
mod budget;
mod counted;
mod reference;
mod tool;

use self::counted::Counted;
use crate::json::{Pointer, Value};
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
    beyond_schema(terms, root, Counted::All)
}

/// Checks references, action, tool and budget where they have nothing to do with what stands at or
/// below `path` (REQ REP-1).
///
/// # Errors
///
/// The first fault whose path is neither.
pub(crate) fn validate_outside(
    terms: Terms<'_>,
    root: Value<'_>,
    path: &Pointer,
) -> Result<(), Rejection> {
    beyond_schema(terms, root, Counted::Outside(path))
}

fn beyond_schema(terms: Terms<'_>, root: Value<'_>, counted: Counted<'_>) -> Result<(), Rejection> {
    reference::check(terms, root, counted)?;
    if let Some(tools) = terms.contract.tools()
        && let Some((call, tool)) = action::check(tools, root, counted)?
    {
        tool::check(terms.contract, call, tool, root, counted)?;
        budget::check(terms, tool, counted)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
