//! The corpus's own JSON Schemas, and documents held against them.

use jsonschema::{Registry, ValidationError, Validator};
use serde_json::Value;

use super::fault::Place;
use super::folder::Folder;
use super::problem::{CorpusFault, CorpusFaults, Problem};
use crate::case::describe;

/// The folders that hold schemas.
const FOLDERS: [&str; 2] = ["schema", "schema/protocol"];

/// Where a schema without an id of its own is taken to stand.
const BASE: &str = "json-schema:///";

/// One of the corpus's schemas, ready to hold documents against.
pub(crate) struct Schema {
    path: &'static str,
    validator: Validator,
}

impl Schema {
    /// Reads the schema at a path in the corpus.
    pub(crate) fn read(folder: &Folder, path: &'static str) -> Result<Self, CorpusFaults> {
        let faults = |problem| CorpusFaults::from(Place::file(folder.shown(path)).fault(problem));
        let file = folder.file(path).ok_or_else(|| faults(Problem::Missing))?;
        let schema: Value = serde_json::from_slice(file.bytes)
            .map_err(|error| faults(Problem::Form(describe(&error))))?;
        let beside = folder.files_in(FOLDERS[0], "json").filter_map(|file| {
            let schema = serde_json::from_slice(file.bytes).ok()?;
            Some((format!("{BASE}{}.json", file.stem), schema))
        });
        let validator = validator(&schema, beside).map_err(faults)?;
        Ok(Self { path, validator })
    }

    /// All that keeps a JSON text from fitting the schema. Text that is no JSON has no finding here.
    pub(crate) fn problems(&self, text: &str) -> Vec<Problem> {
        let Ok(document) = serde_json::from_str::<Value>(text) else {
            return Vec::new();
        };
        let problem = |error: ValidationError<'_>| Problem::Schema {
            schema: self.path,
            path: error.instance_path().as_str().to_owned(),
            why: error.masked().to_string(),
        };
        self.validator.iter_errors(&document).map(problem).collect()
    }
}

/// A validator of a schema, which may refer by their file names to those beside it.
pub(crate) fn validator(
    schema: &Value,
    beside: impl Iterator<Item = (String, Value)>,
) -> Result<Validator, Problem> {
    let unusable = |error: &dyn std::fmt::Display| Problem::Form(error.to_string());
    let registry = Registry::new()
        .extend(beside)
        .and_then(jsonschema::RegistryBuilder::prepare)
        .map_err(|error| unusable(&error))?;
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
    let options = options.with_base_uri(format!("{BASE}schema.json"));
    options
        .with_registry(&registry)
        .build(schema)
        .map_err(|error| no_schema(&error))
}

/// The schema of investigation contracts, with that of guard contracts beside it.
#[cfg(test)]
pub(crate) fn of_contracts() -> Validator {
    let read = |text| serde_json::from_str(text).unwrap();
    let schema = read(include_str!("../../../corpus/schema/contract.schema.json"));
    let guard = read(include_str!(
        "../../../corpus/schema/guard-contract.schema.json"
    ));
    let beside = [(format!("{BASE}guard-contract.schema.json"), guard)];
    validator(&schema, beside.into_iter()).unwrap()
}

/// The schemas of the corpus that are none.
pub(crate) fn schema_faults(folder: &Folder) -> Vec<CorpusFault> {
    let files = FOLDERS
        .into_iter()
        .flat_map(|below| folder.files_in(below, "json"));
    let fault = |file: super::folder::File<'_>| {
        let problem = match serde_json::from_slice::<Value>(file.bytes) {
            Err(error) => Problem::Form(describe(&error)),
            Ok(schema) => no_schema(&jsonschema::draft202012::meta::validate(&schema).err()?),
        };
        Some(Place::file(folder.shown(file.path)).fault(problem))
    };
    files.filter_map(fault).collect()
}

fn no_schema(error: &ValidationError<'_>) -> Problem {
    Problem::NoSchema {
        path: error.instance_path().as_str().to_owned(),
        why: error.masked().to_string(),
    }
}
