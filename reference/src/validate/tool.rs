//! The tool check: table, columns, filters and limit of the call (REQ VAL-1).

use super::counted::Counted;
use crate::call::{self, ARGUMENTS, Call, NEXT};
use crate::contract::{Contract, Table, Tool};
use crate::json::{Decimal, Kind, Value};
use crate::outcome::Rejection;
use crate::place::Place;
use crate::reason::{Reason, ToolFault};

const TABLE: Place<'_> = Place::Key(&ARGUMENTS, call::TABLE);
const COLUMNS: Place<'_> = Place::Key(&ARGUMENTS, call::COLUMNS);
const FILTERS: Place<'_> = Place::Key(&ARGUMENTS, call::FILTERS);
const LIMIT: Place<'_> = Place::Key(&ARGUMENTS, call::LIMIT);

/// Checks the arguments of the call. A tool without tables names none of its own, but what it
/// states of filters and limit holds all the same.
///
/// # Errors
///
/// The first fault that counts, where it stands; a missing table at the innermost of its places
/// that is there.
pub(super) fn check(
    contract: &Contract,
    call: Call<'_>,
    tool: &Tool,
    root: Value<'_>,
    counted: Counted<'_>,
) -> Result<(), Rejection> {
    let table = call.table(tool);
    let checker = Checker {
        tool,
        table,
        counted,
    };
    if tool.tables.is_some() && table.is_none() {
        match (call.in_place_of_arguments(), call.argument(call::TABLE)) {
            (_, Some(_)) => checker.tell(ToolFault::UnknownTable, &TABLE)?,
            (Some(_), None) => checker.tell(ToolFault::MissingTable, &ARGUMENTS)?,
            (None, None) => checker.tell(ToolFault::MissingTable, &NEXT)?,
        }
    }
    if let (Some(table), Some(columns)) = (table, call.argument(call::COLUMNS)) {
        checker.columns(table, columns)?;
    }
    let mut look = |filters: Value<'_>, place: &Place<'_>| checker.list(filters, place);
    if let Some(filters) = call.argument(call::FILTERS) {
        look(filters, &FILTERS)?;
    }
    Place::Root.each_at(root, contract.filters(), &mut look)?;
    match (tool.max_limit, call.argument(call::LIMIT)) {
        (Some(most), Some(limit)) if !is_count(limit, most) => {
            checker.tell(ToolFault::Limit, &LIMIT)
        }
        _ => Ok(()),
    }
}

/// The called tool and, if it is known, the table; and which faults count.
struct Checker<'c> {
    tool: &'c Tool,
    table: Option<&'c Table>,
    counted: Counted<'c>,
}

impl Checker<'_> {
    fn tell(&self, fault: ToolFault, place: &Place<'_>) -> Result<(), Rejection> {
        self.counted.tell(Reason::Tool(fault), place)
    }

    fn columns(&self, table: &Table, columns: Value<'_>) -> Result<(), Rejection> {
        if columns.kind() != Kind::Array {
            return self.tell(ToolFault::Columns, &COLUMNS);
        }
        for (index, column) in columns.elements().enumerate() {
            if !column.as_str().is_some_and(|name| table.has_column(&name)) {
                self.tell(ToolFault::UnknownColumn, &Place::Index(&COLUMNS, index))?;
            }
        }
        Ok(())
    }

    /// Checks one list of filters.
    fn list(&self, filters: Value<'_>, place: &Place<'_>) -> Result<(), Rejection> {
        let known = self.table.is_some() || self.tool.max_filters.is_some();
        if known && filters.kind() != Kind::Array {
            return self.tell(ToolFault::Filters, place);
        }
        if let Some(most) = self.tool.max_filters
            && u64::try_from(filters.len()).is_ok_and(|count| count > most)
        {
            self.tell(ToolFault::TooManyFilters, place)?;
        }
        if let Some(table) = self.table {
            for (index, filter) in filters.elements().enumerate() {
                self.filter(table, filter, &Place::Index(place, index))?;
            }
        }
        Ok(())
    }

    fn filter(&self, table: &Table, filter: Value<'_>, place: &Place<'_>) -> Result<(), Rejection> {
        let members = [
            filter.get(call::COLUMN),
            filter.get(call::OPERATOR),
            filter.get(call::VALUE),
        ];
        let ([Some(column), Some(operator), Some(value)], 3) = (members, filter.len()) else {
            return self.tell(ToolFault::FilterShape, place);
        };
        if !column.as_str().is_some_and(|name| table.has_column(&name)) {
            self.tell(ToolFault::UnknownColumn, &Place::Key(place, call::COLUMN))?;
        }
        let known = operator.as_str();
        if !known.is_some_and(|name| self.tool.has_operator(&name)) {
            self.tell(
                ToolFault::UnknownOperator,
                &Place::Key(place, call::OPERATOR),
            )?;
        }
        if !value.kind().is_scalar() {
            self.tell(ToolFault::FilterShape, &Place::Key(place, call::VALUE))?;
        }
        Ok(())
    }
}

/// Whether it is a whole number from 0 to `most`.
fn is_count(value: Value<'_>, most: u64) -> bool {
    let number = value
        .as_number()
        .and_then(|text| Decimal::read(text).to_i128());
    number.is_some_and(|number| (0..=i128::from(most)).contains(&number))
}
