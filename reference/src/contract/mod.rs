//! The contract: all that a response must satisfy, read and checked once (REQ CON-1 to CON-3).

mod binding;
mod position;
mod tool;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use self::position::{Role, read_list, read_one, with_filters_of_the_call};
use crate::call;
use crate::json::{Document, Kind, Pointer, Value};
use crate::part::Part;
use crate::schema::{self, Containers, Id, Kinds, Schema, Validator, admitted};

pub(crate) use self::binding::{Bindings, Bound, References};
pub(crate) use self::position::{Positions, step};
pub(crate) use self::tool::{Table, Tool};
pub use crate::refusal::{ContractError, ContractFault, PatternFault};

/// A contract that has been checked and compiled. It can be shared between threads.
pub struct Contract {
    document: Document<'static>,
    active: bool,
    positions: Places,
    references: References,
    bindings: Bindings,
    tools: Option<BTreeMap<String, Tool>>,
    actions_left: Option<u64>,
    names: BTreeSet<String>,
    validator: Validator,
    /// Tells container errors from others; only where something is repairable.
    containers: Option<Containers>,
    schema: Schema,
}

impl Contract {
    /// Reads, checks and compiles a contract.
    ///
    /// # Errors
    ///
    /// Anything that `corpus/schema/contract.schema.json` refuses (REQ CON-1), a schema outside the
    /// closed list of keywords or over its bounds (REQ CON-2), a position or reference that does
    /// not lead to one fitting subschema (REQ CON-3).
    pub fn compile(text: &str) -> Result<Self, ContractError> {
        let document = Document::parse(text.to_owned())
            .map_err(|error| ContractFault::Json(error).at(Pointer::root()))?;
        let root = Part::root(document.root());
        root.only(&[
            "contract",
            "phase",
            "schema",
            "positions",
            "references",
            "bindings",
            "tools",
            "budget",
            "context",
        ])?;
        let version = root.require("contract")?;
        if !version.is_one() {
            return Err(version.fault(ContractFault::Expected("the number 1")));
        }
        let phase = root.require("phase")?;
        if phase.string()?.is_empty() {
            return Err(phase.fault(ContractFault::Expected("a string that is not empty")));
        }
        let bindings = Bindings::read(root.get("bindings").as_ref())?;
        let tools = read_tools(root.get("tools").as_ref())?;
        let actions_left = read_budget(root.get("budget").as_ref())?;
        if let Some(context) = root.get("context") {
            context.members()?;
        }

        let place = root.require("schema")?;
        let schema = read_schema(&place)?;
        let mut names = schema.names.clone();
        if tools.is_some() {
            names.extend(call::KEYS.map(str::to_owned));
        }
        let positions = Places::read(root.get("positions").as_ref(), &schema, &mut names)?;
        let active = phase.value.is_str("investigation") && schema.marked;
        let references = References::read(root.get("references").as_ref(), &schema, &mut names)?;
        let validator =
            Validator::compile(&schema).ok_or_else(|| place.fault(ContractFault::Uncompilable))?;
        let containers = if positions.repairable.is_empty() {
            None
        } else {
            let containers = Containers::compile(&schema);
            Some(containers.ok_or_else(|| place.fault(ContractFault::Uncompilable))?)
        };
        Ok(Self {
            document,
            active,
            positions,
            references,
            bindings,
            tools,
            actions_left,
            names,
            validator,
            containers,
            schema,
        })
    }

    /// Whether the rules apply to a call under this contract: its phase is `investigation` and its
    /// schema's root carries the marker (REQ ACT-2).
    #[must_use]
    pub const fn active(&self) -> bool {
        self.active
    }

    /// Whether its phase is the one that rules and repairs are for (REQ ACT-2).
    pub(crate) fn is_investigation(&self) -> bool {
        let phase = self.document().get("phase");
        phase.is_some_and(|phase| phase.is_str("investigation"))
    }

    /// Where a string that encodes an object is decoded (REQ DEC-2).
    pub(crate) const fn objects(&self) -> &Positions {
        &self.positions.objects
    }

    /// Where a primitive filter becomes a list of one filter object (REQ FIL-1).
    pub(crate) const fn filters(&self) -> &Positions {
        &self.positions.filters
    }

    /// What a repair may be asked for (REQ REP-1).
    pub(crate) const fn repairable(&self) -> &Positions {
        &self.positions.repairable
    }

    /// Where lists of filters stand: at the filter positions, and in the arguments of the call.
    pub(crate) const fn filter_lists(&self) -> &Positions {
        &self.positions.filter_lists
    }

    /// What tells container errors from others, if the contract has repairable positions.
    pub(crate) const fn containers(&self) -> Option<&Containers> {
        self.containers.as_ref()
    }

    pub(crate) const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Where the changes of state stand that an accepted response makes.
    pub(crate) const fn state_changes(&self) -> &Positions {
        &self.positions.state_changes
    }

    /// The contract as it was read.
    pub(crate) fn document(&self) -> Value<'_> {
        self.document.root()
    }

    /// The text of the contract, to the byte.
    pub(crate) fn text(&self) -> &str {
        self.document.text()
    }

    pub(crate) const fn references(&self) -> &References {
        &self.references
    }

    pub(crate) const fn bindings(&self) -> &Bindings {
        &self.bindings
    }

    /// The tools by name; without them action, tool and budget are not checked.
    pub(crate) const fn tools(&self) -> Option<&BTreeMap<String, Tool>> {
        self.tools.as_ref()
    }

    /// How many actions may still be carried out; without it, any number.
    pub(crate) const fn actions_left(&self) -> Option<u64> {
        self.actions_left
    }

    /// Whether the contract names this key, so that it may stand in a path (REQ VAL-4).
    pub(crate) fn names(&self, key: &str) -> bool {
        self.names.contains(key)
    }

    pub(crate) const fn validator(&self) -> &Validator {
        &self.validator
    }
}

impl fmt::Debug for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contract")
            .field("active", &self.active)
            .finish_non_exhaustive()
    }
}

fn read_schema(part: &Part<'_>) -> Result<Schema, ContractError> {
    let schema = schema::read(part)?;
    if admitted(&schema, Id::ROOT) != Kinds::of(Kind::Object) {
        return Err(part.fault(ContractFault::Root));
    }
    Ok(schema)
}

fn read_tools(part: Option<&Part<'_>>) -> Result<Option<BTreeMap<String, Tool>>, ContractError> {
    let Some(part) = part else {
        return Ok(None);
    };
    let mut tools = BTreeMap::new();
    for (name, tool) in part.members()? {
        let read = Tool::read(&name, &tool)?;
        tools.insert(name.into_owned(), read);
    }
    Ok(Some(tools))
}

fn read_budget(part: Option<&Part<'_>>) -> Result<Option<u64>, ContractError> {
    let Some(part) = part else {
        return Ok(None);
    };
    part.only(&["actions_left"])?;
    part.require("actions_left")?.count().map(Some)
}

/// The positions of a contract, by what they are for.
#[derive(Default)]
struct Places {
    objects: Positions,
    filters: Positions,
    filter_lists: Positions,
    repairable: Positions,
    state_changes: Positions,
}

impl Places {
    fn read(
        part: Option<&Part<'_>>,
        schema: &Schema,
        names: &mut BTreeSet<String>,
    ) -> Result<Self, ContractError> {
        let Some(part) = part else {
            return Ok(Self::default());
        };
        part.only(&["objects", "filters", "repairable", "state_changes"])?;
        let mut read = |name, role| read_list(part.get(name), role, schema, names);
        let objects = read("objects", Role::Object)?;
        let filters = read("filters", Role::Filter)?;
        let repairable = read("repairable", Role::Plain)?;
        let state_changes = match part.get("state_changes") {
            Some(place) => read_one(&place, Role::Plain, schema, names)?,
            None => Positions::default(),
        };
        Ok(Self {
            objects,
            filter_lists: with_filters_of_the_call(filters.clone()),
            filters,
            repairable,
            state_changes,
        })
    }
}

#[cfg(test)]
mod tests;
