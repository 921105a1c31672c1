//! The schema of a contract: a closed list of keywords, what it may cost, and the check of a value
//! against it (REQ CON-2).

mod assertion;
mod containers;
mod excerpt;
mod expansion;
mod keyword;
mod kinds;
mod pattern;
mod reference;
mod subschema;
mod tree;
mod validator;
mod writer;

pub(crate) use self::containers::Containers;
pub(crate) use self::excerpt::excerpt;
pub(crate) use self::kinds::{Kinds, admitted};
pub(crate) use self::subschema::{Id, MARKER, Schema};
pub(crate) use self::validator::Validator;

use crate::part::Part;
use crate::refusal::ContractError;

/// Reads the member `schema` of a contract and checks what it can cost.
///
/// # Errors
///
/// What [`Schema::read`] refuses, and a schema that is over the bounds.
pub(crate) fn read(part: &Part<'_>) -> Result<Schema, ContractError> {
    let schema = Schema::read(part)?;
    expansion::check(&schema).map_err(|(fault, id)| {
        let place = part.value.at(schema.get(id).place);
        part.other(place).fault(fault)
    })?;
    Ok(schema)
}

#[cfg(test)]
mod tests;
