//! The version that an output states of itself (REQ GRD-4, GRD-9).

use crate::json::{Document, Kind, Pointer, Value, same};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

/// Where the version stands, and which are accepted.
#[derive(Debug)]
pub(super) struct SchemaVersion {
    path: Vec<String>,
    accepted: Vec<Document<'static>>,
}

impl SchemaVersion {
    /// Reads the member `schema_version` of a contract.
    pub(super) fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        part.only(&["path", "accepted"])?;
        let path = part.require("path")?;
        let text = path.string()?;
        let segments = Pointer::segments(&text)
            .ok_or_else(|| path.fault(ContractFault::NoPointer(text.into_owned())))?;
        if segments.iter().any(|segment| segment == "*") {
            return Err(path.fault(ContractFault::Expected("one place, without `*`")));
        }
        Ok(Self {
            path: segments,
            accepted: read_accepted(&part.require("accepted")?)?,
        })
    }

    /// Whether the scalar there is one of the accepted, in type and value.
    pub(super) fn holds(&self, root: Value<'_>) -> bool {
        let found = self
            .path
            .iter()
            .try_fold(root, |value, segment| child(value, segment));
        found.is_some_and(|found| self.accepted.iter().any(|one| same(one.root(), found)))
    }
}

/// The member of that name, or the element of that index: as RFC 6901 has it, without leading zeros.
fn child<'v>(value: Value<'v>, segment: &str) -> Option<Value<'v>> {
    match value.kind() {
        Kind::Object => value.get(segment),
        Kind::Array => {
            let index: usize = segment.parse().ok()?;
            let is_index = index.to_string() == segment;
            is_index.then(|| value.elements().nth(index))?
        }
        _ => None,
    }
}

fn read_accepted(part: &Part<'_>) -> Result<Vec<Document<'static>>, ContractError> {
    let mut accepted: Vec<Document<'static>> = Vec::new();
    for version in part.some_elements()? {
        if !version.value.kind().is_scalar() {
            return Err(version.fault(ContractFault::Expected(
                "a string, a number, a boolean or null",
            )));
        }
        let raw = version.value.raw();
        if accepted.iter().any(|one| same(one.root(), version.value)) {
            return Err(version.fault(ContractFault::Twice(raw.to_owned())));
        }
        let copy = Document::parse(raw.to_owned())
            .map_err(|error| version.fault(ContractFault::Json(error)))?;
        accepted.push(copy);
    }
    Ok(accepted)
}
