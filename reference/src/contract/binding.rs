//! What a response may refer to, and where it does (REQ VAL-1).

use std::collections::BTreeSet;

use super::position::{Positions, Role, read_list};
use crate::json::Kind;
use crate::part::Part;
use crate::refusal::ContractError;
use crate::schema::Schema;

/// Where references stand, by what they refer to.
#[derive(Debug, Default)]
pub(crate) struct References {
    pub(crate) evidence: Positions,
    pub(crate) hypothesis: Positions,
    pub(crate) previous_result: Positions,
}

impl References {
    pub(super) fn read(
        part: Option<&Part<'_>>,
        schema: &Schema,
        names: &mut BTreeSet<String>,
    ) -> Result<Self, ContractError> {
        let Some(part) = part else {
            return Ok(Self::default());
        };
        part.only(&["evidence", "hypothesis", "previous_result"])?;
        let mut read = |name| read_list(part.get(name), Role::Plain, schema, names);
        Ok(Self {
            evidence: read("evidence")?,
            hypothesis: read("hypothesis")?,
            previous_result: read("previous_result")?,
        })
    }
}

/// The ids that are known. An id that is not bound is null.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    pub(crate) hypothesis: Option<String>,
    pub(crate) previous_result: Option<String>,
    pub(crate) visible_evidence: BTreeSet<String>,
}

impl Bindings {
    pub(super) fn read(part: Option<&Part<'_>>) -> Result<Self, ContractError> {
        let Some(part) = part else {
            return Ok(Self::default());
        };
        part.only(&["hypothesis", "previous_result", "visible_evidence"])?;
        let mut visible_evidence = BTreeSet::new();
        if let Some(list) = part.get("visible_evidence") {
            for element in list.elements()? {
                visible_evidence.insert(element.string()?.into_owned());
            }
        }
        Ok(Self {
            hypothesis: bound(part.get("hypothesis"), "statement")?,
            previous_result: bound(part.get("previous_result"), "summary")?,
            visible_evidence,
        })
    }
}

/// The id of a binding; its text is only checked, since nothing here reads it.
fn bound(part: Option<Part<'_>>, text: &str) -> Result<Option<String>, ContractError> {
    let Some(part) = part.filter(|part| part.value.kind() != Kind::Null) else {
        return Ok(None);
    };
    part.only(&["id", text])?;
    if let Some(text) = part.get(text) {
        text.string()?;
    }
    Ok(Some(part.require("id")?.string()?.into_owned()))
}
