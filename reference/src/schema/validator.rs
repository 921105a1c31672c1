//! The JSON Schema check: the contract's schema in the library's form, and where a value fails it.

use jsonschema::error::ValidationErrorKind as Failure;
use jsonschema::{Draft, ValidationError, options_for};
use serde_json::Value as Plain;

use super::keyword;
use super::subschema::{Id, Schema};
use super::tree::Tree;
use super::writer::{Reading, Writer};
use crate::json::{Kind, Pointer, Value};
use crate::outcome::Rejection;
use crate::reason::{Reason, SchemaFault};

/// A contract's schema, compiled once.
pub(crate) struct Validator(jsonschema::Validator<Tree>);

impl Validator {
    /// Compiles a schema that has passed the checks of its contract; `None` if the library refuses
    /// it all the same.
    pub(crate) fn compile(schema: &Schema) -> Option<Self> {
        compile(&Writer::new(schema).document(Id::ROOT, Reading::Strict)).map(Self)
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

/// Compiles a schema in the library's form.
pub(super) fn compile(document: &Plain) -> Option<jsonschema::Validator<Tree>> {
    let options = options_for::<Tree>().with_draft(Draft::Draft202012);
    keyword::teach(options).build(document).ok()
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
