//! Why a contract is refused: what, where in the contract, and what to do.

use thiserror::Error;

/// A contract that cannot be used (REQ CON-1). It may quote the contract, never a response.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("to be written")]
pub struct ContractError {}
