//! Places in a response, and the subschema that a place of a contract must lead to (REQ CON-3).

use std::collections::{BTreeMap, BTreeSet};

use crate::call::{FILTERS, TO_ARGUMENTS};
use crate::json::{Kind, Pointer};
use crate::limits::MAX_DEPTH;
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};
use crate::schema::{Id, Kinds, Schema, admitted};

/// Places in a value as a tree, to walk beside a document: those where a rule applies, or where a
/// reference stands. In a contract's pointers `*` stands for any array index, never for a key, and
/// every other segment for a key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Positions {
    here: bool,
    keys: BTreeMap<String, Positions>,
    each: Option<Box<Positions>>,
}

impl Positions {
    /// Whether the value itself is such a place.
    pub(crate) const fn here(&self) -> bool {
        self.here
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        !self.here && self.keys.is_empty() && self.each.is_none()
    }

    /// The places inside an object's member of that name.
    pub(crate) fn key(&self, name: &str) -> Option<&Self> {
        self.keys.get(name)
    }

    /// Whether there are places inside an object's members.
    pub(crate) fn has_keys(&self) -> bool {
        !self.keys.is_empty()
    }

    /// The one member with places inside, if there is just one.
    pub(crate) fn only_key(&self) -> Option<(&str, &Self)> {
        let mut keys = self.keys.iter();
        let (name, inside) = keys.next()?;
        keys.next().is_none().then_some((name, inside))
    }

    /// The places inside each element of an array.
    pub(crate) fn each(&self) -> Option<&Self> {
        self.each.as_deref()
    }

    fn insert(&mut self, position: Position) {
        let inner = position
            .0
            .into_iter()
            .fold(self, |positions, step| match step {
                Step::Key(name) => positions.keys.entry(name).or_default(),
                Step::Each => positions.each.get_or_insert_default(),
            });
        inner.here = true;
    }
}

/// The filter lists: those at the filter positions, and that of the call (REQ REP-2).
pub(super) fn with_filters_of_the_call(mut positions: Positions) -> Positions {
    let steps = TO_ARGUMENTS.into_iter().chain([FILTERS]);
    positions.insert(Position(
        steps.map(|name| Step::Key(name.to_owned())).collect(),
    ));
    positions
}

/// What the subschema at a place must be.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// Any one subschema.
    Plain,
    /// One that admits objects and no strings: only there is an encoded object wrong as it stands.
    Object,
    /// One of arrays of objects below the arguments: only there is a primitive filter wrong as it
    /// stands.
    Filter,
}

/// Reads a list of places and checks each; adds the keys on the way to `names`.
///
/// # Errors
///
/// An element that is no JSON Pointer, is the whole, stands there twice, or does not lead to one
/// subschema that fits the role (REQ CON-3).
pub(super) fn read_list(
    part: Option<Part<'_>>,
    role: Role,
    schema: &Schema,
    names: &mut BTreeSet<String>,
) -> Result<Positions, ContractError> {
    let mut positions = Positions::default();
    let Some(part) = part else {
        return Ok(positions);
    };
    part.names()?;
    for element in part.elements()? {
        positions.insert(read_position(&element, role, schema, names)?);
    }
    Ok(positions)
}

/// Reads one place, as [`read_list`] does each.
pub(super) fn read_one(
    part: &Part<'_>,
    role: Role,
    schema: &Schema,
    names: &mut BTreeSet<String>,
) -> Result<Positions, ContractError> {
    let mut positions = Positions::default();
    positions.insert(read_position(part, role, schema, names)?);
    Ok(positions)
}

fn read_position(
    part: &Part<'_>,
    role: Role,
    schema: &Schema,
    names: &mut BTreeSet<String>,
) -> Result<Position, ContractError> {
    let position = Position::read(part)?;
    names.extend(position.0.iter().filter_map(Step::key).map(str::to_owned));
    position
        .check(role, schema)
        .map_err(|fault| part.fault(fault))?;
    Ok(position)
}

/// A place inside a response, as a contract names it.
struct Position(Vec<Step>);

enum Step {
    Key(String),
    Each,
}

impl Step {
    fn key(&self) -> Option<&str> {
        match self {
            Self::Key(name) => Some(name),
            Self::Each => None,
        }
    }
}

impl Position {
    fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        let text = part.string()?;
        let Some(segments) = Pointer::segments(&text) else {
            return Err(part.fault(ContractFault::NoPointer(text.into_owned())));
        };
        if segments.is_empty() {
            return Err(part.fault(ContractFault::WholeResponse));
        }
        // Nothing deeper can be reached, and a tree of positions is as deep as the longest of them.
        if segments.len() > MAX_DEPTH {
            return Err(part.fault(ContractFault::TooLongPosition));
        }
        let step = |segment: String| match &*segment {
            "*" => Step::Each,
            _ => Step::Key(segment),
        };
        Ok(Self(segments.into_iter().map(step).collect()))
    }

    fn check(&self, role: Role, schema: &Schema) -> Result<(), ContractFault> {
        let id = self
            .0
            .iter()
            .try_fold(Id::ROOT, |from, to| step(schema, from, to.key()))?;
        match role {
            Role::Plain => Ok(()),
            Role::Object => {
                let kinds = admitted(schema, id);
                if kinds.admits(Kind::Object) && !kinds.admits(Kind::String) {
                    Ok(())
                } else {
                    Err(ContractFault::ObjectPosition)
                }
            }
            Role::Filter => {
                let keys: Vec<_> = self.0.iter().map(Step::key).collect();
                let arguments = TO_ARGUMENTS.map(Some);
                if !keys.starts_with(&arguments) || keys.len() == arguments.len() {
                    return Err(ContractFault::FilterElsewhere);
                }
                let item = step(schema, id, None);
                let item = item.map_err(|_| ContractFault::FilterPosition)?;
                if admitted(schema, id) == Kinds::of(Kind::Array)
                    && admitted(schema, item) == Kinds::of(Kind::Object)
                {
                    Ok(())
                } else {
                    Err(ContractFault::FilterPosition)
                }
            }
        }
    }
}

/// The one subschema that judges what stands one step inside a value that `from` judges, by
/// `properties`, `items` and `$ref`: the member of a name, or each element.
pub(crate) fn step(schema: &Schema, from: Id, to: Option<&str>) -> Result<Id, ContractFault> {
    let mut found = None;
    let mut next = Some(from);
    while let Some(id) = next {
        let subschema = schema.get(id);
        let inside = match to {
            Some(name) => subschema.properties.get(name).copied(),
            None => subschema.items,
        };
        if let Some(inside) = inside
            && found.replace(inside).is_some()
        {
            return Err(ContractFault::Ambiguous);
        }
        next = subschema.reference;
    }
    found.ok_or(ContractFault::Nowhere)
}
