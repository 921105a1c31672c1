//! The contract: all that a response must satisfy, read and checked once (REQ CON-1 to CON-3).

mod error;
mod position;
mod tool;

use std::collections::BTreeMap;

use crate::json::Value;

pub use error::ContractError;
pub(crate) use position::Positions;
pub(crate) use tool::{Table, Tool};

/// A contract that has been checked and compiled. It can be shared between threads.
#[derive(Debug)]
pub struct Contract {
    active: bool,
    objects: Positions,
    filters: Positions,
    tools: Option<BTreeMap<String, Tool>>,
}

impl Contract {
    /// Reads, checks and compiles a contract.
    ///
    /// # Errors
    ///
    /// Anything that `corpus/schema/contract.schema.json` refuses (REQ CON-1), a schema outside the
    /// closed list of keywords or over its bounds (REQ CON-2), a position or reference that does
    /// not lead to one fitting subschema (REQ CON-3).
    pub fn compile(_text: &str) -> Result<Self, ContractError> {
        Err(ContractError {})
    }

    /// Whether the rules apply to a call under this contract: its phase is `investigation` and its
    /// schema's root carries the marker (REQ ACT-2).
    pub(crate) const fn active(&self) -> bool {
        self.active
    }

    /// Where a string that encodes an object is decoded (REQ DEC-2).
    pub(crate) const fn objects(&self) -> &Positions {
        &self.objects
    }

    /// Where a primitive filter becomes a list of one filter object (REQ FIL-1).
    pub(crate) const fn filters(&self) -> &Positions {
        &self.filters
    }

    /// The call's tool, named at `/next/action`, and its table, named at `/next/arguments/table`,
    /// if both are known (REQ FIL-1).
    pub(crate) fn table(&self, root: Value<'_>) -> Option<(&Tool, &Table)> {
        let action = root.descend(&["next", "action"])?.as_str()?;
        let tool = self.tools.as_ref()?.get(&*action)?;
        let name = root.descend(&["next", "arguments", "table"])?.as_str()?;
        let table = tool.tables.as_ref()?.get(&*name)?;
        Some((tool, table))
    }
}
