//! The tools that a response may call, and what their arguments may name.

use std::collections::{BTreeMap, BTreeSet};

/// A tool that `/next/action` may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tool {
    /// Whether the action ends the investigation and so costs no budget.
    pub(crate) is_final: bool,
    pub(crate) operators: BTreeSet<String>,
    /// The tables it reads; a tool without tables takes any arguments.
    pub(crate) tables: Option<BTreeMap<String, Table>>,
    pub(crate) max_filters: Option<u64>,
    pub(crate) max_limit: Option<u64>,
}

impl Tool {
    /// Whether a filter may name this operator, compared exactly (REQ FIL-1).
    pub(crate) fn has_operator(&self, name: &str) -> bool {
        self.operators.contains(name)
    }
}

/// A table of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) columns: BTreeSet<String>,
}

impl Table {
    /// Whether it has this column, compared exactly (REQ FIL-1).
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.columns.contains(name)
    }
}
