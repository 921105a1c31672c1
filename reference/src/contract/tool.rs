//! The tools that a response may call, and what their arguments may name.

use std::collections::{BTreeMap, BTreeSet};

use crate::guard::{Effect, GuardContract};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

/// A tool that `/next/action` may name.
#[derive(Debug)]
pub(crate) struct Tool {
    /// Whether the action ends the investigation and so costs no budget.
    pub(crate) is_final: bool,
    /// Whether it changes something, so that nothing corrupt may come before it (REQ SES-7).
    pub(crate) is_write: bool,
    /// What its output must satisfy; without it, any JSON is taken (REQ SES-7).
    pub(crate) output: Option<GuardContract>,
    operators: BTreeSet<String>,
    /// The tables it reads. Without them its arguments name neither table, column nor operator.
    pub(crate) tables: Option<BTreeMap<String, Table>>,
    pub(crate) max_filters: Option<u64>,
    pub(crate) max_limit: Option<u64>,
}

/// A table of a tool.
#[derive(Debug)]
pub(crate) struct Table {
    columns: BTreeSet<String>,
}

impl Tool {
    /// Whether a filter may name this operator, compared exactly (REQ FIL-1).
    pub(crate) fn has_operator(&self, name: &str) -> bool {
        self.operators.contains(name)
    }

    pub(super) fn read(name: &str, part: &Part<'_>) -> Result<Self, ContractError> {
        part.only(&[
            "effect",
            "operators",
            "tables",
            "max_filters",
            "max_limit",
            "output",
        ])?;
        let effect = part.require("effect")?;
        let (is_final, is_write) = match &*effect.string()? {
            "read" => (false, false),
            "write" => (false, true),
            "final" => (true, false),
            _ => return Err(effect.fault(ContractFault::Expected("`read`, `write` or `final`"))),
        };
        let output = part.get("output");
        if let (Some(output), true) = (&output, is_final) {
            return Err(output.fault(ContractFault::Expected("no `output` of a final tool")));
        }
        let operators = part
            .get("operators")
            .map(|names| names.names())
            .transpose()?;
        let count = |name| part.get(name).map(|number| number.count()).transpose();
        Ok(Self {
            is_final,
            is_write,
            output: output
                .map(|output| read_output(&output, name, is_write))
                .transpose()?,
            operators: operators.unwrap_or_default(),
            tables: part
                .get("tables")
                .map(|tables| read_tables(&tables))
                .transpose()?,
            max_filters: count("max_filters")?,
            max_limit: count("max_limit")?,
        })
    }
}

/// A guard contract for this tool, as it is: another name or effect would guard something else.
fn read_output(
    part: &Part<'_>,
    name: &str,
    is_write: bool,
) -> Result<GuardContract, ContractError> {
    let output = GuardContract::read(part)?;
    if output.tool() != name || (output.effect() == Effect::Write) != is_write {
        return Err(part.fault(ContractFault::Expected(
            "a guard contract with the name and the effect of this tool",
        )));
    }
    Ok(output)
}

fn read_tables(part: &Part<'_>) -> Result<BTreeMap<String, Table>, ContractError> {
    let tables = part.members()?.into_iter();
    tables
        .map(|(name, columns)| {
            let columns = columns.names()?;
            Ok((name.into_owned(), Table { columns }))
        })
        .collect()
}

impl Table {
    /// Whether it has this column, compared exactly (REQ FIL-1).
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.columns.contains(name)
    }
}
