//! A subschema of a contract as a document of its own, for a model to read (REQ REP-3).

use std::collections::BTreeSet;

use super::expansion::recursive;
use super::subschema::{Id, Schema};
use crate::json::{Value, compact};

/// The subschema `id` as compact JSON: references are resolved, recursive ones stay, under `$defs`;
/// annotations, which assert nothing, are left out. `contract` is the document that the schema was
/// read from.
///
/// What is written is at most as much as the schema unfolds to (REQ CON-2).
pub(crate) fn excerpt(schema: &Schema, contract: Value<'_>, id: Id) -> String {
    let mut writer = Writer {
        schema,
        contract,
        recursive: recursive(schema),
        known: BTreeSet::new(),
        due: Vec::new(),
    };
    let mut members = writer.members(id);
    let mut definitions = Vec::new();
    while let Some(id) = writer.due.pop() {
        definitions.push(format!(r#""{}":{}"#, id.number(), writer.subschema(id)));
    }
    if !definitions.is_empty()
        && let Members::Object(members) = &mut members
    {
        members.push(format!(r#""$defs":{{{}}}"#, definitions.join(",")));
    }
    members.text()
}

struct Writer<'s> {
    schema: &'s Schema,
    contract: Value<'s>,
    recursive: BTreeSet<Id>,
    /// What has been referred to so far.
    known: BTreeSet<Id>,
    /// What of it is still to be written.
    due: Vec<Id>,
}

/// What a subschema is made of.
enum Members {
    Boolean(bool),
    Object(Vec<String>),
}

impl Members {
    fn text(&self) -> String {
        match self {
            Self::Boolean(admits) => admits.to_string(),
            Self::Object(members) => format!("{{{}}}", members.join(",")),
        }
    }
}

impl Writer<'_> {
    fn subschema(&mut self, id: Id) -> String {
        self.members(id).text()
    }

    fn members(&mut self, id: Id) -> Members {
        let subschema = self.schema.get(id);
        let value = self.contract.at(subschema.place);
        if let Some(admits) = value.as_bool() {
            return Members::Boolean(admits);
        }
        let mut members = Vec::new();
        for (key, value) in value.members() {
            let name = key.as_str().unwrap_or_default();
            let written = match &*name {
                "$ref" | "allOf" => continue,
                "properties" => {
                    let property = |(key, _): (Value<'_>, _)| {
                        let id = subschema.properties.get(&*key.as_str()?)?;
                        Some(format!("{}:{}", key.raw(), self.subschema(*id)))
                    };
                    let properties: Vec<_> = value.members().filter_map(property).collect();
                    format!("{{{}}}", properties.join(","))
                }
                "additionalProperties" => self.each(subschema.additional),
                "items" => self.each(subschema.items),
                "anyOf" => self.list(&subschema.any_of),
                "oneOf" => self.list(&subschema.one_of),
                "if" | "then" | "else" => self.each(subschema.conditional(&name)),
                _ if is_annotation(&name) => continue,
                _ => {
                    let mut tokens = String::new();
                    compact(value, &mut tokens);
                    tokens
                }
            };
            members.push(format!("{}:{written}", key.raw()));
        }
        let mut all_of = subschema.all_of.clone();
        if let Some(target) = subschema.reference {
            if self.recursive.contains(&target) {
                if self.known.insert(target) {
                    self.due.push(target);
                }
                members.push(format!(r##""$ref":"#/$defs/{}""##, target.number()));
            } else if members.is_empty() && all_of.is_empty() {
                return self.members(target);
            } else {
                all_of.insert(0, target);
            }
        }
        if !all_of.is_empty() {
            members.push(format!(r#""allOf":{}"#, self.list(&all_of)));
        }
        Members::Object(members)
    }

    fn each(&mut self, id: Option<Id>) -> String {
        id.map(|id| self.subschema(id)).unwrap_or_default()
    }

    fn list(&mut self, ids: &[Id]) -> String {
        let written: Vec<_> = ids.iter().map(|id| self.subschema(*id)).collect();
        format!("[{}]", written.join(","))
    }
}

/// Whether a keyword asserts nothing.
fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "$schema" | "$defs" | "title" | "description" | "default" | "examples" | "format"
    ) || keyword.starts_with("x-")
}
