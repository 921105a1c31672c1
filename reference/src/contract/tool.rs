//! The tools that a response may call, and what their arguments may name.

use std::collections::{BTreeMap, BTreeSet};

use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

/// A tool that `/next/action` may name.
#[derive(Debug)]
pub(crate) struct Tool {
    /// Whether the action ends the investigation and so costs no budget.
    pub(crate) is_final: bool,
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

    pub(super) fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        part.only(&[
            "effect",
            "operators",
            "tables",
            "max_filters",
            "max_limit",
            "output",
        ])?;
        let effect = part.require("effect")?;
        let is_final = match &*effect.string()? {
            "read" | "write" => false,
            "final" => true,
            _ => return Err(effect.fault(ContractFault::Expected("`read`, `write` or `final`"))),
        };
        if let Some(output) = part.get("output") {
            output.members()?;
        }
        let operators = part
            .get("operators")
            .map(|names| names.names())
            .transpose()?;
        let count = |name| part.get(name).map(|number| number.count()).transpose();
        Ok(Self {
            is_final,
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
