//! A contract's JSON Schema as a flat list of subschemas, read by a closed list of keywords
//! (REQ CON-2).

use std::collections::{BTreeMap, BTreeSet};

use super::assertion::{self, Assertion};
use super::kinds::Kinds;
use super::reference;
use crate::json::{Kind, Value};
use crate::limits::MAX_SUBSCHEMAS;
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";
/// The keyword at the root that marks a schema for the rules (REQ ACT-2).
pub(crate) const MARKER: &str = "x-viano-response-recovery";

/// The place of a subschema in its [`Schema`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(usize);

impl Id {
    pub(crate) const ROOT: Self = Self(0);

    pub(crate) const fn number(self) -> usize {
        self.0
    }
}

/// All subschemas of a contract's schema, in the order of the text; the first is the root.
#[derive(Debug)]
pub(crate) struct Schema {
    subschemas: Vec<Subschema>,
    /// The keys of every `properties`.
    pub(crate) names: BTreeSet<String>,
    /// Whether the root carries the marker (REQ ACT-2).
    pub(crate) marked: bool,
}

/// One subschema: what it asserts itself, and the subschemas it asserts by.
#[derive(Debug)]
pub(crate) struct Subschema {
    /// Where it stands in the contract, in the order of the text.
    pub(super) place: usize,
    /// The types that its own `type`, `enum` and `const` allow.
    pub(super) kinds: Kinds,
    /// The types that its `type` names.
    pub(super) types: Kinds,
    /// What its pattern counts.
    pub(super) places: usize,
    /// What its `enum`, `const` and `required` list.
    pub(super) listed: usize,
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) reference: Option<Id>,
    pub(crate) all_of: Vec<Id>,
    pub(crate) any_of: Vec<Id>,
    pub(crate) one_of: Vec<Id>,
    /// The subschemas of `if`, `then` and `else`.
    pub(crate) conditional: Vec<(&'static str, Id)>,
    pub(crate) properties: BTreeMap<String, Id>,
    pub(crate) additional: Option<Id>,
    pub(crate) items: Option<Id>,
}

/// What stands where no subschema is. It is never reached from a schema and spares a panic.
static NOTHING: Subschema = Subschema::of(Kinds::NONE, 0);

impl Subschema {
    const fn of(kinds: Kinds, place: usize) -> Self {
        Self {
            place,
            kinds,
            types: Kinds::ALL,
            places: 0,
            listed: 0,
            assertions: Vec::new(),
            reference: None,
            all_of: Vec::new(),
            any_of: Vec::new(),
            one_of: Vec::new(),
            conditional: Vec::new(),
            properties: BTreeMap::new(),
            additional: None,
            items: None,
        }
    }

    /// The container that its `type` asks for, if that is its only use: an object or an array, or
    /// null beside one of them (REQ REP-1).
    pub(crate) fn container(&self) -> Option<Kind> {
        let null = Kinds::of(Kind::Null);
        [Kind::Object, Kind::Array].into_iter().find(|kind| {
            let alone = Kinds::of(*kind);
            self.types == alone || self.types == alone | null
        })
    }

    /// The container that is due, if `value` is none of the types that the `type` of a container
    /// names: a container error (REQ REP-1).
    pub(crate) fn misses_container(&self, value: Value<'_>) -> Option<Kind> {
        self.container()
            .filter(|_| !self.types.admits(value.kind()))
    }

    /// Whether it is `false`, or a `type` and an `enum` that exclude each other.
    pub(crate) fn admits_nothing(&self) -> bool {
        self.kinds == Kinds::NONE
    }

    /// The subschema of its `if`, `then` or `else`.
    pub(super) fn conditional(&self, keyword: &str) -> Option<Id> {
        let mut conditional = self.conditional.iter();
        conditional.find_map(|(name, id)| (*name == keyword).then_some(*id))
    }

    /// The subschemas that judge the same value, each as often as it does.
    pub(super) fn in_place(&self) -> impl Iterator<Item = Id> + '_ {
        let lists = [&self.all_of, &self.any_of, &self.one_of];
        self.reference
            .into_iter()
            .chain(lists.into_iter().flatten().copied())
            .chain(self.conditional.iter().map(|(_, id)| *id))
    }

    /// All subschemas that it judges by.
    pub(super) fn leads_to(&self) -> impl Iterator<Item = Id> + '_ {
        self.in_place().chain(self.inside())
    }

    /// The subschemas that judge values inside.
    pub(super) fn inside(&self) -> impl Iterator<Item = Id> + '_ {
        let properties = self.properties.values().copied();
        properties.chain(self.additional).chain(self.items)
    }
}

impl Schema {
    /// Reads the member `schema` of a contract.
    ///
    /// # Errors
    ///
    /// A keyword outside the list or with a value of another form, a reference that leads to no
    /// subschema, more than [`MAX_SUBSCHEMAS`] (REQ CON-2).
    pub(super) fn read(root: &Part<'_>) -> Result<Self, ContractError> {
        let mut reader = Reader {
            subschemas: Vec::new(),
            places: BTreeMap::new(),
            references: Vec::new(),
            names: BTreeSet::new(),
        };
        if root.value.kind() != Kind::Object {
            return Err(root.fault(ContractFault::Expected("an object")));
        }
        reader.subschema(root)?;
        reader.resolve(root.value)?;
        Ok(Self {
            subschemas: reader.subschemas,
            names: reader.names,
            marked: root.get(MARKER).is_some_and(|marker| marker.is_one()),
        })
    }

    pub(crate) fn get(&self, id: Id) -> &Subschema {
        self.subschemas.get(id.0).unwrap_or(&NOTHING)
    }

    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + ExactSizeIterator {
        (0..self.subschemas.len()).map(Id)
    }
}

struct Reader<'d> {
    subschemas: Vec<Subschema>,
    /// By the place in the text, so that only a subschema can be referred to.
    places: BTreeMap<usize, Id>,
    references: Vec<(Id, Part<'d>)>,
    names: BTreeSet<String>,
}

impl<'d> Reader<'d> {
    fn subschema(&mut self, part: &Part<'d>) -> Result<Id, ContractError> {
        let id = Id(self.subschemas.len());
        if id.0 == MAX_SUBSCHEMAS {
            return Err(part.fault(ContractFault::TooManySubschemas));
        }
        self.places.insert(part.value.index(), id);
        let kinds = match part.value.as_bool() {
            Some(false) => Kinds::NONE,
            _ => Kinds::ALL,
        };
        self.subschemas
            .push(Subschema::of(kinds, part.value.index()));
        if part.value.kind() == Kind::Boolean {
            return Ok(id);
        }
        if part.value.kind() != Kind::Object {
            return Err(part.fault(ContractFault::Expected("a schema: an object or a boolean")));
        }
        let mut subschema = Subschema::of(kinds, part.value.index());
        for (keyword, value) in part.members()? {
            if !self.keyword(id, &mut subschema, &keyword, &value)? {
                return Err(part.fault(ContractFault::Keyword(keyword.into_owned())));
            }
        }
        if let Some(place) = self.subschemas.get_mut(id.0) {
            *place = subschema;
        }
        Ok(id)
    }

    /// Reads one keyword; says whether it is in the list.
    fn keyword(
        &mut self,
        id: Id,
        to: &mut Subschema,
        keyword: &str,
        part: &Part<'d>,
    ) -> Result<bool, ContractError> {
        match keyword {
            "$schema" if id == Id::ROOT => {
                if part.string()? != DRAFT {
                    return Err(part.fault(ContractFault::Expected(DRAFT)));
                }
            }
            "$defs" => {
                self.named(part)?;
            }
            "$ref" => self.references.push((id, *part)),
            "properties" => {
                to.properties = self.named(part)?;
                self.names.extend(to.properties.keys().cloned());
            }
            "additionalProperties" => to.additional = Some(self.subschema(part)?),
            "items" => to.items = Some(self.subschema(part)?),
            "allOf" => to.all_of = self.listed(part)?,
            "anyOf" => to.any_of = self.listed(part)?,
            "oneOf" => to.one_of = self.listed(part)?,
            "if" => to.conditional.push(("if", self.subschema(part)?)),
            "then" => to.conditional.push(("then", self.subschema(part)?)),
            "else" => to.conditional.push(("else", self.subschema(part)?)),
            "title" | "description" | "format" => {
                part.string()?;
            }
            "examples" => {
                part.elements()?;
            }
            "default" => {}
            _ if keyword.starts_with("x-") => {}
            _ => {
                let Some(asserted) = assertion::read(keyword, part)? else {
                    return Ok(false);
                };
                if keyword == "type" {
                    to.types = asserted.kinds;
                }
                to.kinds = to.kinds & asserted.kinds;
                to.places = to.places.saturating_add(asserted.places);
                to.listed = to.listed.saturating_add(asserted.listed);
                to.assertions.push(asserted.assertion);
            }
        }
        Ok(true)
    }

    fn named(&mut self, part: &Part<'d>) -> Result<BTreeMap<String, Id>, ContractError> {
        let members = part.members()?.into_iter();
        members
            .map(|(name, member)| Ok((name.into_owned(), self.subschema(&member)?)))
            .collect()
    }

    fn listed(&mut self, part: &Part<'d>) -> Result<Vec<Id>, ContractError> {
        let elements = part.some_elements()?;
        elements
            .iter()
            .map(|element| self.subschema(element))
            .collect()
    }

    /// Finds the subschema of every `$ref`, now that all are known.
    fn resolve(&mut self, root: Value<'d>) -> Result<(), ContractError> {
        for (from, part) in &self.references {
            let text = part.string()?;
            let Some(segments) = reference::segments(&text) else {
                return Err(part.fault(ContractFault::RefForm));
            };
            let target = reference::target(root, &segments)
                .and_then(|value| self.places.get(&value.index()))
                .ok_or_else(|| part.fault(ContractFault::RefTarget))?;
            if let Some(subschema) = self.subschemas.get_mut(from.0) {
                subschema.reference = Some(*target);
            }
        }
        Ok(())
    }
}
