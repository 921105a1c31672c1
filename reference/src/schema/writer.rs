//! A contract's schema in the library's form, as it is or without its container types.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Plain, json};

use super::assertion::Assertion;
use super::keyword;
use super::subschema::{Id, Schema};

/// How a subschema is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// As it stands.
    Strict,
    /// Without the `type` that asks for a container, here and wherever a container error may be
    /// (REQ REP-1): behind `properties`, `items`, `$ref`, `allOf`, `then` and `else`.
    Lenient,
}

/// Writes a schema for the library: each subschema that is referred to once, under `$defs`.
pub(super) struct Writer<'s> {
    schema: &'s Schema,
    referred: BTreeSet<Id>,
}

impl<'s> Writer<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        let referred = schema
            .ids()
            .filter_map(|id| schema.get(id).reference)
            .collect();
        Self { schema, referred }
    }

    /// The schema that holds where the subschema `id`, read so, does.
    pub(super) fn document(&self, id: Id, reading: Reading) -> Plain {
        let readings: &[Reading] = match reading {
            Reading::Strict => &[Reading::Strict],
            Reading::Lenient => &[Reading::Strict, Reading::Lenient],
        };
        let written = self.referred.iter().flat_map(|id| {
            let written = |reading: &Reading| (name(*id, *reading), self.subschema(*id, *reading));
            readings.iter().map(written)
        });
        json!({"allOf": [self.place(id, reading)], "$defs": Plain::Object(written.collect())})
    }

    /// A subschema where another holds it.
    fn place(&self, id: Id, reading: Reading) -> Plain {
        if self.referred.contains(&id) {
            json!({"$ref": format!("#/$defs/{}", name(id, reading))})
        } else {
            self.subschema(id, reading)
        }
    }

    fn places(&self, ids: &[Id], reading: Reading) -> Plain {
        ids.iter().map(|id| self.place(*id, reading)).collect()
    }

    fn subschema(&self, id: Id, reading: Reading) -> Plain {
        let subschema = self.schema.get(id);
        let lenient = reading == Reading::Lenient && subschema.container().is_some();
        // Without its `type` it may admit something after all.
        if subschema.admits_nothing() && !lenient {
            return Plain::Bool(false);
        }
        let mut written = Map::new();
        let mut write = |keyword: &str, value: Plain| written.insert(keyword.to_owned(), value);
        for assertion in &subschema.assertions {
            match assertion {
                Assertion::Plain("type", _) if lenient => None,
                Assertion::Plain(keyword, value) => write(keyword, value.clone()),
                Assertion::Bound(bound, limit) => {
                    write(&keyword::of_bound(*bound), limit.as_str().into())
                }
                Assertion::Enum(values) => write(keyword::ENUM, values.as_str().into()),
                Assertion::Pattern(pattern) => write(keyword::PATTERN, pattern.as_str().into()),
            };
        }
        if let Some(target) = subschema.reference {
            write("$ref", json!(format!("#/$defs/{}", name(target, reading))));
        }
        if !subschema.all_of.is_empty() {
            write("allOf", self.places(&subschema.all_of, reading));
        }
        let mut choices = Map::new();
        for (keyword, ids) in [("anyOf", &subschema.any_of), ("oneOf", &subschema.one_of)] {
            if !ids.is_empty() {
                choices.insert(keyword.to_owned(), self.places(ids, Reading::Strict));
            }
        }
        if !choices.is_empty() {
            // The library lists every error of every branch, which a long response can make very
            // many. Behind a double negation it only says that no branch fits.
            write("not", json!({"not": choices}));
        }
        for (keyword, id) in &subschema.conditional {
            let reading = match *keyword {
                "if" => Reading::Strict,
                _ => reading,
            };
            write(keyword, self.place(*id, reading));
        }
        if !subschema.properties.is_empty() {
            let members = subschema.properties.iter();
            let members = members.map(|(name, id)| (name.clone(), self.place(*id, reading)));
            write("properties", Plain::Object(members.collect()));
        }
        if let Some(id) = subschema.additional {
            write("additionalProperties", self.place(id, Reading::Strict));
        }
        if let Some(id) = subschema.items {
            write("items", self.place(id, reading));
        }
        Plain::Object(written)
    }
}

/// The name under `$defs` of a subschema read so.
fn name(id: Id, reading: Reading) -> String {
    match reading {
        Reading::Strict => id.number().to_string(),
        Reading::Lenient => format!("{}-lenient", id.number()),
    }
}
