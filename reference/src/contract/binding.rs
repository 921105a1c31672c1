//! What a response may refer to, and where it does (REQ VAL-1).

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::position::{Positions, Role, read_list};
use crate::json::{Document, Kind, Pointer};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};
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

/// What is known: the ids, and the texts that prompts show beside them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bindings {
    /// The hypothesis that the call is about; its text is the statement.
    pub(crate) hypothesis: Option<Bound>,
    /// The result of the action before; its text is the summary.
    pub(crate) previous_result: Option<Bound>,
    /// The ids of the evidence that may be referred to, in the contract's order.
    visible_evidence: Vec<String>,
    known_evidence: BTreeSet<String>,
}

/// An id that is bound, and the text that says what it stands for.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    pub(crate) id: String,
    pub(crate) text: Option<String>,
}

impl Bindings {
    /// Reads bindings that stand alone, in the form of a contract's member `bindings`.
    ///
    /// # Errors
    ///
    /// What a contract would be refused for (REQ CON-1).
    pub(crate) fn read_text(text: &str) -> Result<Self, ContractError> {
        let document = Document::parse(text)
            .map_err(|error| ContractFault::Json(error).at(Pointer::root()))?;
        Self::read(Some(&Part::root(document.root())))
    }

    pub(super) fn read(part: Option<&Part<'_>>) -> Result<Self, ContractError> {
        let Some(part) = part else {
            return Ok(Self::default());
        };
        part.only(&["hypothesis", "previous_result", "visible_evidence"])?;
        let elements = match part.get("visible_evidence") {
            Some(list) => list.elements()?,
            None => Vec::new(),
        };
        let visible_evidence: Vec<String> = elements
            .iter()
            .map(|element| Ok(element.string()?.into_owned()))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            hypothesis: bound(part.get("hypothesis"), "statement")?,
            previous_result: bound(part.get("previous_result"), "summary")?,
            known_evidence: visible_evidence.iter().cloned().collect(),
            visible_evidence,
        })
    }

    /// The ids of the evidence that may be referred to, in the contract's order.
    pub(crate) fn visible_evidence(&self) -> &[String] {
        &self.visible_evidence
    }

    /// Whether evidence of this id may be referred to.
    pub(crate) fn shows(&self, id: &str) -> bool {
        self.known_evidence.contains(id)
    }
}

/// A binding: null, or an id and a text.
fn bound(part: Option<Part<'_>>, text: &str) -> Result<Option<Bound>, ContractError> {
    let Some(part) = part.filter(|part| part.value.kind() != Kind::Null) else {
        return Ok(None);
    };
    part.only(&["id", text])?;
    let text = part.get(text).map(|text| text.string()).transpose()?;
    Ok(Some(Bound {
        id: part.require("id")?.string()?.into_owned(),
        text: text.map(Cow::into_owned),
    }))
}
