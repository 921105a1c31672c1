//! The tool check: table, columns, filters and limit of the call (REQ VAL-1).

use super::action::NEXT;
use crate::contract::{Contract, Table, Tool};
use crate::json::{Decimal, Kind, Value};
use crate::outcome::Rejection;
use crate::place::Place;
use crate::reason::{Reason, ToolFault};

const ARGUMENTS: Place<'_> = Place::Key(&NEXT, "arguments");
const TABLE: Place<'_> = Place::Key(&ARGUMENTS, "table");
const COLUMNS: Place<'_> = Place::Key(&ARGUMENTS, "columns");
const FILTERS: Place<'_> = Place::Key(&ARGUMENTS, "filters");
const LIMIT: Place<'_> = Place::Key(&ARGUMENTS, "limit");

/// Checks the arguments of the call. A tool without tables names none of its own, but what it
/// states of filters and limit holds all the same.
///
/// # Errors
///
/// The first fault, where it stands; a missing table at the innermost object that is there.
pub(super) fn check(contract: &Contract, tool: &Tool, root: Value<'_>) -> Result<(), Rejection> {
    let argument = |name| root.descend(&["next", "arguments", name]);
    let table = match &tool.tables {
        None => None,
        Some(tables) => {
            let Some(name) = argument("table") else {
                let arguments = root.descend(&["next", "arguments"]);
                let inside = arguments.is_some_and(|value| value.kind() == Kind::Object);
                let place = if inside { &ARGUMENTS } else { &NEXT };
                return Err(fault(ToolFault::MissingTable, place));
            };
            let table = name.as_str().and_then(|name| tables.get(&*name));
            Some(table.ok_or_else(|| fault(ToolFault::UnknownTable, &TABLE))?)
        }
    };
    if let (Some(table), Some(columns)) = (table, argument("columns")) {
        check_columns(table, columns)?;
    }
    check_filters(contract, tool, table, root)?;
    match (tool.max_limit, argument("limit")) {
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

/// Checks the filters of the arguments and those at every filter position.
fn check_filters(
    contract: &Contract,
    tool: &Tool,
    table: Option<&Table>,
    root: Value<'_>,
) -> Result<(), Rejection> {
    let own = root.descend(&["next", "arguments", "filters"]);
    let mut look = |filters: Value<'_>, place: &Place<'_>| check_list(tool, table, filters, place);
    if let Some(filters) = own {
        look(filters, &FILTERS)?;
    }
    Place::Root.each_at(root, contract.filters(), &mut look)
}

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
        filter.get("column"),
        filter.get("operator"),
        filter.get("value"),
    ];
    let ([Some(column), Some(operator), Some(value)], 3) = (members, filter.len()) else {
        return Err(fault(ToolFault::FilterShape, place));
    };
    if !column.as_str().is_some_and(|name| table.has_column(&name)) {
        return Err(fault(
            ToolFault::UnknownColumn,
            &Place::Key(place, "column"),
        ));
    }
    if !operator
        .as_str()
        .is_some_and(|name| tool.has_operator(&name))
    {
        return Err(fault(
            ToolFault::UnknownOperator,
            &Place::Key(place, "operator"),
        ));
    }
    if !value.kind().is_scalar() {
        return Err(fault(ToolFault::FilterShape, &Place::Key(place, "value")));
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
