//! What a run may do after a failure: by name, and nothing by omission (REQ GRD-5, GRD-10).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Contracts;
use crate::guard::contract::Effect;
use crate::json::{Document, Pointer};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

/// How often a tool may be tried again, at most.
const MAX_RETRIES: u64 = 100;

/// The policy of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunPolicy {
    pub(super) on_corruption: OnCorruption,
    tools: BTreeMap<String, OfTool>,
}

/// What becomes of a run after its first corrupt output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnCorruption {
    /// It ends.
    #[default]
    Stop,
    /// Reads go on; no write does, to the end of the run.
    BlockWrites,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct OfTool {
    retries: u64,
    fallback: Option<String>,
}

impl RunPolicy {
    /// Reads a policy document that is to hold for these contracts.
    ///
    /// # Errors
    ///
    /// An unknown member or value; a fallback that is the tool itself, has no contract, or writes.
    pub fn compile(text: &str, contracts: &Contracts) -> Result<Self, ContractError> {
        let document = Document::parse(text.to_owned())
            .map_err(|error| ContractFault::Json(error).at(Pointer::root()))?;
        Self::read(&Part::root(document.root()), contracts)
    }

    pub(super) fn read(part: &Part<'_>, contracts: &Contracts) -> Result<Self, ContractError> {
        part.only(&["on_corruption", "tools"])?;
        let on_corruption = part.get("on_corruption");
        let mut tools = BTreeMap::new();
        if let Some(named) = part.get("tools") {
            for (tool, part) in named.members()? {
                let read = OfTool::read(&part, &tool, contracts)?;
                tools.insert(tool.into_owned(), read);
            }
        }
        Ok(Self {
            on_corruption: on_corruption.map_or(Ok(OnCorruption::Stop), |part| {
                OnCorruption::of_name(&part.string()?)
                    .ok_or_else(|| part.fault(ContractFault::Expected("`stop` or `block_writes`")))
            })?,
            tools,
        })
    }

    /// How often a call of this tool is tried again after a tool failure.
    pub(super) fn retries(&self, tool: &str) -> u64 {
        self.tools.get(tool).map_or(0, |of_tool| of_tool.retries)
    }

    /// The tool that is used where this one fails.
    pub(super) fn fallback(&self, tool: &str) -> Option<&str> {
        self.tools.get(tool)?.fallback.as_deref()
    }
}

impl OnCorruption {
    /// Whether it is the default: nothing goes on.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde gives what it asks about by reference"
    )]
    pub(crate) const fn is_stop(&self) -> bool {
        matches!(self, Self::Stop)
    }

    /// The one of that name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "stop" => Some(Self::Stop),
            "block_writes" => Some(Self::BlockWrites),
            _ => None,
        }
    }
}

impl OfTool {
    fn read(part: &Part<'_>, tool: &str, contracts: &Contracts) -> Result<Self, ContractError> {
        part.only(&["retries", "fallback"])?;
        let retries = part.get("retries");
        let fallback = part.get("fallback");
        Ok(Self {
            retries: retries.map_or(Ok(0), |part| read_retries(&part))?,
            fallback: fallback
                .map(|part| read_fallback(&part, tool, contracts))
                .transpose()?,
        })
    }
}

fn read_retries(part: &Part<'_>) -> Result<u64, ContractError> {
    let retries = part.count()?;
    if retries > MAX_RETRIES {
        return Err(part.fault(ContractFault::Expected("a whole number from 0 to 100")));
    }
    Ok(retries)
}

/// A fallback is a read: a write that stands in for another one is no retry of it.
fn read_fallback(
    part: &Part<'_>,
    tool: &str,
    contracts: &Contracts,
) -> Result<String, ContractError> {
    let name = part.string()?.into_owned();
    let contract = contracts.get(&name).filter(|_| name != tool);
    if contract.is_none_or(|contract| contract.effect() == Effect::Write) {
        return Err(part.fault(ContractFault::Expected(
            "another tool, with a contract of effect `read`",
        )));
    }
    Ok(name)
}
