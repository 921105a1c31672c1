//! What an output must satisfy, read and checked once.

use std::collections::BTreeSet;
use std::fmt;

use super::gate::Gate;
use super::invariant::{Invariant, InvariantName};
use super::media_type::MediaType;
use super::validator::Validator;
use super::version::SchemaVersion;
use crate::json::{Document, Kind, Pointer};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};
use crate::schema;

/// How many characters a body may have where the contract does not say.
const MAX_CHARS: u64 = 200_000;

/// What a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It only tells.
    Read,
    /// It changes something (REQ GRD-5).
    Write,
}

/// A guard contract that has been checked and compiled. It can be shared between threads.
pub struct GuardContract {
    tool: String,
    effect: Effect,
    pub(super) content_types: Vec<MediaType>,
    max_chars: u64,
    pub(super) version: Option<SchemaVersion>,
    pub(super) schema: Option<Schema>,
    pub(super) invariants: Vec<Invariant>,
}

/// The contract's JSON Schema, and the names that it may tell.
pub(super) struct Schema {
    pub(super) validator: schema::Validator,
    pub(super) names: BTreeSet<String>,
}

impl GuardContract {
    /// Reads, checks and compiles a guard contract.
    ///
    /// # Errors
    ///
    /// Anything that `corpus/schema/guard-contract.schema.json` refuses, and a schema outside the
    /// closed list of keywords or over its bounds (REQ CON-2).
    pub fn compile(text: &str) -> Result<Self, ContractError> {
        let document = Document::parse(text.to_owned())
            .map_err(|error| ContractFault::Json(error).at(Pointer::root()))?;
        Self::read(&Part::root(document.root()))
    }

    /// Reads one that stands in another document.
    pub(crate) fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        part.only(&[
            "tool",
            "effect",
            "content_types",
            "max_chars",
            "schema",
            "schema_version",
            "invariants",
        ])?;
        let tool = part.require("tool")?;
        let name = tool.string()?;
        if name.is_empty() {
            return Err(tool.fault(ContractFault::Expected("a string that is not empty")));
        }
        Ok(Self {
            tool: name.into_owned(),
            effect: read_effect(&part.require("effect")?)?,
            content_types: read_content_types(part.get("content_types").as_ref())?,
            max_chars: part
                .get("max_chars")
                .map_or(Ok(MAX_CHARS), |most| read_max_chars(&most))?,
            version: part
                .get("schema_version")
                .filter(|version| version.value.kind() != Kind::Null)
                .map(|version| SchemaVersion::read(&version))
                .transpose()?,
            schema: part
                .get("schema")
                .map(|schema| Schema::read(&schema))
                .transpose()?,
            invariants: read_invariants(part.get("invariants").as_ref())?,
        })
    }

    /// Adds a validator in code. It is asked after all invariants so far.
    ///
    /// # Errors
    ///
    /// The name, if an invariant has it already: a stop reason must say which one failed.
    pub fn with(
        mut self,
        name: InvariantName,
        validator: impl Validator + 'static,
    ) -> Result<Self, InvariantName> {
        if self.invariants.iter().any(|one| one.name == name) {
            return Err(name);
        }
        self.invariants
            .push(Invariant::code(name, Box::new(validator)));
        Ok(self)
    }

    /// The tool that it is for.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// What the tool does to the world.
    #[must_use]
    pub const fn effect(&self) -> Effect {
        self.effect
    }

    /// How many characters a body may have; whoever reads one from a stream can stop at four times
    /// as many bytes and one more (REQ GRD-4).
    #[must_use]
    pub const fn max_chars(&self) -> u64 {
        self.max_chars
    }

    /// The media types that a body may have, in lower case.
    pub fn content_types(&self) -> impl Iterator<Item = &str> {
        self.content_types.iter().map(MediaType::as_str)
    }

    /// Whether the contract asks for this gate at all: without a schema there is none to satisfy.
    #[must_use]
    pub fn asks(&self, gate: Gate) -> bool {
        match gate {
            Gate::Transport | Gate::ContentType | Gate::Size | Gate::Parse => true,
            Gate::SchemaVersion => self.version.is_some(),
            Gate::Schema => self.schema.is_some(),
            Gate::Invariants => !self.invariants.is_empty(),
        }
    }
}

impl fmt::Debug for GuardContract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardContract")
            .field("tool", &self.tool)
            .field("effect", &self.effect)
            .finish_non_exhaustive()
    }
}

impl Schema {
    fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        let read = schema::read(part)?;
        let validator = schema::Validator::compile(&read)
            .ok_or_else(|| part.fault(ContractFault::Uncompilable))?;
        Ok(Self {
            validator,
            names: read.names,
        })
    }
}

fn read_effect(part: &Part<'_>) -> Result<Effect, ContractError> {
    match &*part.string()? {
        "read" => Ok(Effect::Read),
        "write" => Ok(Effect::Write),
        _ => Err(part.fault(ContractFault::Expected("`read` or `write`"))),
    }
}

fn read_content_types(part: Option<&Part<'_>>) -> Result<Vec<MediaType>, ContractError> {
    let Some(part) = part else {
        return Ok(MediaType::read("application/json").into_iter().collect());
    };
    let mut types = Vec::new();
    for element in part.some_elements()? {
        let read = MediaType::read(&element.string()?).ok_or_else(|| {
            element.fault(ContractFault::Expected(
                "a media type without parameters and without `*`, such as `application/json`",
            ))
        })?;
        if types.contains(&read) {
            return Err(element.fault(ContractFault::Twice(read.as_str().to_owned())));
        }
        types.push(read);
    }
    Ok(types)
}

fn read_max_chars(part: &Part<'_>) -> Result<u64, ContractError> {
    let most = part.count()?;
    if most == 0 {
        return Err(part.fault(ContractFault::Expected(
            "a whole number from 1 to 9007199254740991",
        )));
    }
    Ok(most)
}

fn read_invariants(part: Option<&Part<'_>>) -> Result<Vec<Invariant>, ContractError> {
    let Some(part) = part else {
        return Ok(Vec::new());
    };
    let (mut invariants, mut names) = (Vec::new(), BTreeSet::new());
    for element in part.elements()? {
        let invariant = Invariant::read(&element)?;
        if !names.insert(invariant.name.clone()) {
            let name = invariant.name.as_str().to_owned();
            return Err(element.fault(ContractFault::Twice(name)));
        }
        invariants.push(invariant);
    }
    Ok(invariants)
}
