//! The JSON Schema check: the contract's schema in the library's form, and where a value fails it.

use std::collections::BTreeSet;

use jsonschema::error::ValidationErrorKind as Failure;
use jsonschema::{Draft, ValidationError, options_for};
use serde_json::{Map, Value as Plain, json};

use super::assertion::Assertion;
use super::keyword;
use super::subschema::{Id, Schema};
use super::tree::Tree;
use crate::json::{Kind, Pointer, Value};
use crate::outcome::Rejection;
use crate::reason::{Reason, SchemaFault};

/// A contract's schema, compiled once.
pub(crate) struct Validator(jsonschema::Validator<Tree>);

impl Validator {
    /// Compiles a schema that has passed the checks of its contract; `None` if the library refuses
    /// it all the same.
    pub(crate) fn compile(schema: &Schema) -> Option<Self> {
        let options = options_for::<Tree>().with_draft(Draft::Draft202012);
        keyword::teach(options)
            .build(&Writer::new(schema).document())
            .ok()
            .map(Self)
    }

    /// Checks a response against the schema; `names` says of a key whether the contract names it.
    ///
    /// # Errors
    ///
    /// The first fault, with the part of its place that the contract names.
    pub(crate) fn check(
        &self,
        names: &dyn Fn(&str) -> bool,
        root: Value<'_>,
    ) -> Result<(), Rejection> {
        if self.0.is_valid(root) {
            return Ok(());
        }
        Err(match self.0.validate(root) {
            Err(error) => Rejection::at(
                Reason::Schema(fault(&error)),
                named_path(names, root, error.instance_path().as_str()),
            ),
            // The two ways of the library to look at a value never disagree; if they did, the
            // answer stays no.
            Ok(()) => Rejection::whole(Reason::Schema(SchemaFault::Never)),
        })
    }
}

fn fault(error: &ValidationError<'_>) -> SchemaFault {
    match error.kind() {
        Failure::Type { .. } => SchemaFault::Type,
        Failure::Required { .. } => SchemaFault::Required,
        Failure::AdditionalProperties { .. } => SchemaFault::Additional,
        // Said so where no member is allowed at all.
        Failure::FalseSchema
            if error
                .schema_path()
                .as_str()
                .ends_with("/additionalProperties") =>
        {
            SchemaFault::Additional
        }
        Failure::MinLength { .. }
        | Failure::MaxLength { .. }
        | Failure::MinItems { .. }
        | Failure::MaxItems { .. }
        | Failure::MinProperties { .. }
        | Failure::MaxProperties { .. } => SchemaFault::Size,
        Failure::Custom { keyword, .. } => match &**keyword {
            keyword::ENUM => SchemaFault::Value,
            keyword::PATTERN => SchemaFault::Pattern,
            _ => SchemaFault::Bound,
        },
        Failure::Not { .. } => SchemaFault::Choice,
        _ => SchemaFault::Never,
    }
}

/// As much of a place as may be shown: indices of arrays, and keys that the contract names. It
/// ends before the first other key (REQ VAL-4).
fn named_path(names: &dyn Fn(&str) -> bool, root: Value<'_>, path: &str) -> Pointer {
    let mut shown = Pointer::root();
    let mut value = Some(root);
    for segment in Pointer::segments(path).unwrap_or_default() {
        let Some(here) = value else { break };
        if here.kind() == Kind::Array {
            let Ok(index) = segment.parse() else { break };
            shown = shown.index(index);
            value = here.elements().nth(index);
        } else if names(&segment) {
            shown.push_key(&segment);
            value = here.get(&segment);
        } else {
            break;
        }
    }
    shown
}

/// Writes a schema for the library: each subschema that is referred to once, under `$defs`.
struct Writer<'s> {
    schema: &'s Schema,
    referred: BTreeSet<Id>,
}

impl<'s> Writer<'s> {
    fn new(schema: &'s Schema) -> Self {
        let referred = schema
            .ids()
            .filter_map(|id| schema.get(id).reference)
            .collect();
        Self { schema, referred }
    }

    fn document(&self) -> Plain {
        let mut document = Map::new();
        document.insert("allOf".to_owned(), json!([self.place(Id::ROOT)]));
        let written = self
            .referred
            .iter()
            .map(|id| (id.number().to_string(), self.subschema(*id)));
        document.insert("$defs".to_owned(), Plain::Object(written.collect()));
        Plain::Object(document)
    }

    /// A subschema where another holds it.
    fn place(&self, id: Id) -> Plain {
        if self.referred.contains(&id) {
            json!({"$ref": format!("#/$defs/{}", id.number())})
        } else {
            self.subschema(id)
        }
    }

    fn places(&self, ids: &[Id]) -> Plain {
        ids.iter().map(|id| self.place(*id)).collect()
    }

    fn subschema(&self, id: Id) -> Plain {
        let subschema = self.schema.get(id);
        if subschema.admits_nothing() {
            return Plain::Bool(false);
        }
        let mut written = Map::new();
        let mut write = |keyword: &str, value: Plain| written.insert(keyword.to_owned(), value);
        for assertion in &subschema.assertions {
            match assertion {
                Assertion::Plain(keyword, value) => write(keyword, value.clone()),
                Assertion::Bound(bound, limit) => {
                    write(&keyword::of_bound(*bound), limit.as_str().into())
                }
                Assertion::Enum(values) => write(keyword::ENUM, values.as_str().into()),
                Assertion::Pattern(pattern) => write(keyword::PATTERN, pattern.as_str().into()),
            };
        }
        if let Some(target) = subschema.reference {
            write("$ref", json!(format!("#/$defs/{}", target.number())));
        }
        if !subschema.all_of.is_empty() {
            write("allOf", self.places(&subschema.all_of));
        }
        let mut choices = Map::new();
        for (keyword, ids) in [("anyOf", &subschema.any_of), ("oneOf", &subschema.one_of)] {
            if !ids.is_empty() {
                choices.insert(keyword.to_owned(), self.places(ids));
            }
        }
        if !choices.is_empty() {
            // The library lists every error of every branch, which a long response can make very
            // many. Behind a double negation it only says that no branch fits.
            write("not", json!({"not": choices}));
        }
        for (keyword, id) in &subschema.conditional {
            write(keyword, self.place(*id));
        }
        if !subschema.properties.is_empty() {
            let members = subschema.properties.iter();
            let members = members.map(|(name, id)| (name.clone(), self.place(*id)));
            write("properties", Plain::Object(members.collect()));
        }
        for (keyword, id) in [
            ("additionalProperties", subschema.additional),
            ("items", subschema.items),
        ] {
            if let Some(id) = id {
                write(keyword, self.place(id));
            }
        }
        Plain::Object(written)
    }
}
