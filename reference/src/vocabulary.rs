//! The names that make an array of scalars say a filter: those of the called tool and its table
//! (REQ FIL-1, REP-7).

use crate::call::{COLUMN, Call, OPERATOR, VALUE};
use crate::contract::{Contract, Table, Tool};
use crate::json::{Kind, Value};

/// The tool and the table of a call.
#[derive(Clone, Copy)]
pub(crate) struct Vocabulary<'c> {
    tool: &'c Tool,
    table: &'c Table,
}

/// Column, operator and value, each as it stands in the text.
#[derive(Clone, Copy)]
pub(crate) struct Triple<'d>(
    pub(crate) Value<'d>,
    pub(crate) Value<'d>,
    pub(crate) Value<'d>,
);

/// What an array says.
pub(crate) enum Reading<'d> {
    /// One filter or more, in chunks of three.
    Triples(Vec<Triple<'d>>),
    /// One filter, each part behind its label.
    Labelled(Triple<'d>),
    /// Either of the two: a guess would be needed.
    Ambiguous,
    /// No filter.
    Nothing,
}

impl<'d> Reading<'d> {
    /// The filters that it says; none where it is ambiguous.
    pub(crate) fn triples(&self) -> &[Triple<'d>] {
        match self {
            Self::Triples(triples) => triples,
            Self::Labelled(triple) => std::slice::from_ref(triple),
            Self::Ambiguous | Self::Nothing => &[],
        }
    }
}

impl<'c> Vocabulary<'c> {
    /// That of the call in a response, if its tool and its table are known.
    pub(crate) fn of(contract: &'c Contract, root: Value<'_>) -> Option<Self> {
        let call = Call::of(root)?;
        let tool = call.tool(contract.tools()?)?;
        let table = call.table(tool)?;
        Some(Self { tool, table })
    }

    /// Reads a value as triples or as the labelled form.
    pub(crate) fn read<'d>(&self, value: Value<'d>) -> Reading<'d> {
        match (self.triples(value), self.labelled(value)) {
            (Some(_), Some(_)) => Reading::Ambiguous,
            (Some(triples), None) => Reading::Triples(triples),
            (None, Some(triple)) => Reading::Labelled(triple),
            (None, None) => Reading::Nothing,
        }
    }

    fn triples<'d>(&self, value: Value<'d>) -> Option<Vec<Triple<'d>>> {
        if value.kind() != Kind::Array || value.is_empty() || !value.len().is_multiple_of(3) {
            return None;
        }
        let mut items = value.elements();
        let mut triples = Vec::new();
        while let Some(column) = items.next() {
            triples.push(self.triple(column, items.next()?, items.next()?)?);
        }
        Some(triples)
    }

    fn labelled<'d>(&self, value: Value<'d>) -> Option<Triple<'d>> {
        if value.len() != 6 {
            return None;
        }
        let mut items = value.elements();
        let mut behind = |label| {
            let is_label = items.next()?.is_str(label);
            items.next().filter(|_| is_label)
        };
        self.triple(behind(COLUMN)?, behind(OPERATOR)?, behind(VALUE)?)
    }

    fn triple<'d>(
        &self,
        column: Value<'d>,
        operator: Value<'d>,
        value: Value<'d>,
    ) -> Option<Triple<'d>> {
        let known = self.table.has_column(&column.as_str()?)
            && self.tool.has_operator(&operator.as_str()?)
            && value.kind().is_scalar();
        known.then_some(Triple(column, operator, value))
    }
}
