//! What must hold of a value beyond its form, each with a name (REQ GRD-1, GRD-3).

use std::fmt;

use super::validator::Validator;
use crate::json::Value;
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};
use crate::schema;

/// The most characters that the name of an invariant may have.
const MAX_NAME: usize = 100;

/// The name of an invariant: letters and digits of ASCII, `_`, `.` and `-`, so that it can stand in
/// a stop reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InvariantName(String);

impl InvariantName {
    /// Reads a name; none if it is empty, longer than 100 characters, or has others.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        let is_name = !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(is_allowed);
        is_name.then(|| Self(name.to_owned()))
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InvariantName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An invariant of a contract.
pub(super) struct Invariant {
    pub(super) name: InvariantName,
    check: Check,
}

enum Check {
    Schema(schema::Validator),
    Code(Box<dyn Validator>),
}

impl Invariant {
    /// Reads one entry of the list `invariants`.
    pub(super) fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        part.only(&["name", "schema"])?;
        let name = part.require("name")?;
        let name = InvariantName::read(&name.string()?).ok_or_else(|| {
            name.fault(ContractFault::Expected(
                "a name of 1 to 100 of the characters A-Z a-z 0-9 _ . -",
            ))
        })?;
        let place = part.require("schema")?;
        let compiled = schema::Validator::compile(&schema::read(&place)?)
            .ok_or_else(|| place.fault(ContractFault::Uncompilable))?;
        Ok(Self {
            name,
            check: Check::Schema(compiled),
        })
    }

    pub(super) fn code(name: InvariantName, validator: Box<dyn Validator>) -> Self {
        Self {
            name,
            check: Check::Code(validator),
        }
    }

    /// Whether it holds of the whole value.
    pub(super) fn holds(&self, root: Value<'_>) -> bool {
        match &self.check {
            Check::Schema(schema) => schema.check(&|_| false, root).is_ok(),
            Check::Code(validator) => validator.holds(root),
        }
    }
}
