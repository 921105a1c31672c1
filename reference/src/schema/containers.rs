//! Which errors of a response are container errors, and whether it has others (REQ REP-1).

use std::collections::BTreeMap;

use super::subschema::{Id, Schema};
use super::tree::Tree;
use super::validator::compile;
use super::writer::{Reading, Writer};
use crate::json::Value;

/// A contract's schema, compiled so that container errors are told from others. It counts no errors
/// but says whether there are any, so a response that is full of them costs what a sound one does.
pub(crate) struct Containers {
    /// The schema without the `type` of its containers.
    without_containers: jsonschema::Validator<Tree>,
    /// The subschemas of every `if`.
    conditions: BTreeMap<Id, jsonschema::Validator<Tree>>,
}

impl Containers {
    /// Compiles a schema; `None` if the library refuses it.
    pub(crate) fn compile(schema: &Schema) -> Option<Self> {
        let writer = Writer::new(schema);
        let condition = |id| {
            let condition = compile(&writer.document(id, Reading::Strict))?;
            Some((id, condition))
        };
        Some(Self {
            without_containers: compile(&writer.document(Id::ROOT, Reading::Lenient))?,
            conditions: schema
                .ids()
                .filter_map(|id| schema.get(id).conditional("if"))
                .map(condition)
                .collect::<Option<_>>()?,
        })
    }

    /// Whether the response has no errors but container errors.
    pub(crate) fn are_all(&self, root: Value<'_>) -> bool {
        self.without_containers.is_valid(root)
    }

    /// The subschemas at which a container error of `value` may be, if `id` judges it: `id` itself
    /// and those that its `$ref`, `allOf`, `then` and `else` lead to.
    pub(crate) fn judges(&self, schema: &Schema, value: Value<'_>, id: Id, judges: &mut Vec<Id>) {
        let mut next = vec![id];
        while let Some(id) = next.pop() {
            judges.push(id);
            let subschema = schema.get(id);
            next.extend(subschema.reference);
            next.extend(&subschema.all_of);
            if let Some(condition) = subschema.conditional("if") {
                let holds = self.conditions.get(&condition);
                let holds = holds.is_some_and(|condition| condition.is_valid(value));
                next.extend(subschema.conditional(if holds { "then" } else { "else" }));
            }
        }
    }
}
