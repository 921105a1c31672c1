//! The fixtures of prompts: the contract and the policy that each names are there.
//!
//! What an implementation makes of a fixture is not judged here; its form is that of
//! `schema/prompt-fixture.schema.json`.

use serde::Deserialize;

use super::fault::Place;
use super::folder::{File, Folder};
use super::problem::{CorpusFault, Problem};
use crate::case::describe;

/// The folder of the fixtures.
const FOLDER: &str = "prompts";

/// The members of a fixture that name other files.
#[derive(Deserialize)]
struct Names {
    contract: String,
    policy: String,
}

/// What is wrong with the files that fixtures name.
pub(crate) fn faults(folder: &Folder) -> Vec<CorpusFault> {
    let fixtures = folder.files_in(FOLDER, "json");
    let faults = fixtures.flat_map(|fixture| {
        let place = Place::file(folder.shown(fixture.path));
        let Names { contract, policy } = match names(fixture) {
            Ok(names) => names,
            Err(problem) => return vec![place.fault(problem)],
        };
        let named = [
            format!("contracts/{contract}.json"),
            format!("policies/{policy}.json"),
        ];
        let missing = named
            .into_iter()
            .filter(|path| folder.file(path).is_none())
            .map(|path| place.clone().fault(Problem::NoNamedFile { path }));
        missing.collect()
    });
    faults.collect()
}

/// The names of the contracts that fixtures name.
pub(crate) fn contracts(folder: &Folder) -> Vec<String> {
    let fixtures = folder.files_in(FOLDER, "json");
    let names = fixtures.filter_map(|fixture| names(fixture).ok());
    names.map(|names| names.contract).collect()
}

fn names(fixture: File<'_>) -> Result<Names, Problem> {
    serde_json::from_slice(fixture.bytes).map_err(|error| Problem::Form(describe(&error)))
}
