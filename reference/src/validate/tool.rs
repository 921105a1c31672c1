//! The tool check: table, columns, filters and limit of the call (REQ VAL-1).

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
/// The first fault, where it stands; a missing table at the innermost object that is there.
pub(super) fn check(
    contract: &Contract,
    call: Call<'_>,
    tool: &Tool,
    root: Value<'_>,
) -> Result<(), Rejection> {
    let table = call.table(tool);
    if tool.tables.is_some() && table.is_none() {
        return Err(match (call.arguments(), call.argument(call::TABLE)) {
            (_, Some(_)) => fault(ToolFault::UnknownTable, &TABLE),
            (Some(_), None) => fault(ToolFault::MissingTable, &ARGUMENTS),
            (None, None) => fault(ToolFault::MissingTable, &NEXT),
        });
    }
    if let (Some(table), Some(columns)) = (table, call.argument(call::COLUMNS)) {
        check_columns(table, columns)?;
    }
    let mut look = |filters: Value<'_>, place: &Place<'_>| check_list(tool, table, filters, place);
    if let Some(filters) = call.argument(call::FILTERS) {
        look(filters, &FILTERS)?;
    }
    Place::Root.each_at(root, contract.filters(), &mut look)?;
    match (tool.max_limit, call.argument(call::LIMIT)) {
        (Some(most), Some(limit)) if !is_count(limit, most) => Err(fault(ToolFault::Limit, &LIMIT)),
        _ => Ok(()),
    }
}

fn fault(fault: ToolFault, place: &Place<'_>) -> Rejection {
    Rejection::at(Reason::Tool(fault), place.pointer())
}

fn check_columns(table: &Table, columns: Value<'_>) -> Result<(), Rejection> {
    if columns.kind() != Kind::Array {
        return Err(fault(ToolFault::Columns, &COLUMNS));
    }
    for (index, column) in columns.elements().enumerate() {
        if !column.as_str().is_some_and(|name| table.has_column(&name)) {
            return Err(fault(
                ToolFault::UnknownColumn,
                &Place::Index(&COLUMNS, index),
            ));
        }
    }
    Ok(())
}

/// Checks one list of filters.
fn check_list(
    tool: &Tool,
    table: Option<&Table>,
    filters: Value<'_>,
    place: &Place<'_>,
) -> Result<(), Rejection> {
    let known = table.is_some() || tool.max_filters.is_some();
    if known && filters.kind() != Kind::Array {
        return Err(fault(ToolFault::Filters, place));
    }
    if let Some(most) = tool.max_filters
        && u64::try_from(filters.len()).is_ok_and(|count| count > most)
    {
        return Err(fault(ToolFault::TooManyFilters, place));
    }
    let Some(table) = table else {
        return Ok(());
    };
    for (index, filter) in filters.elements().enumerate() {
        check_filter(tool, table, filter, &Place::Index(place, index))?;
    }
    Ok(())
}

fn check_filter(
    tool: &Tool,
    table: &Table,
    filter: Value<'_>,
    place: &Place<'_>,
) -> Result<(), Rejection> {
    let members = [
        filter.get(call::COLUMN),
        filter.get(call::OPERATOR),
        filter.get(call::VALUE),
    ];
    let ([Some(column), Some(operator), Some(value)], 3) = (members, filter.len()) else {
        return Err(fault(ToolFault::FilterShape, place));
    };
    if !column.as_str().is_some_and(|name| table.has_column(&name)) {
        return Err(fault(
            ToolFault::UnknownColumn,
            &Place::Key(place, call::COLUMN),
        ));
    }
    if !operator
        .as_str()
        .is_some_and(|name| tool.has_operator(&name))
    {
        return Err(fault(
            ToolFault::UnknownOperator,
            &Place::Key(place, call::OPERATOR),
        ));
    }
    if !value.kind().is_scalar() {
        return Err(fault(
            ToolFault::FilterShape,
            &Place::Key(place, call::VALUE),
        ));
    }
    Ok(())
}

/// Whether it is a whole number from 0 to `most`.
fn is_count(value: Value<'_>, most: u64) -> bool {
    let number = value
        .as_number()
        .and_then(|text| Decimal::read(text).to_i128());
    number.is_some_and(|number| (0..=i128::from(most)).contains(&number))
}
