//! The runs that are there to be looked at: the contracts that each names by file are there.
//!
//! What comes of a run is not judged here; its form is that of `schema/run.schema.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::fault::Place;
use super::folder::{File, Folder};
use super::problem::{CorpusFault, Problem};
use crate::case::describe;

/// The folder of the runs.
const FOLDER: &str = "runs";

/// The member of a run that names other files.
#[derive(Deserialize)]
struct Names {
    contracts: BTreeMap<String, Value>,
}

/// What is wrong with the files that runs name.
pub(crate) fn faults(folder: &Folder) -> Vec<CorpusFault> {
    let runs = folder.files_in(FOLDER, "json");
    runs.flat_map(|run| run_faults(folder, run)).collect()
}

fn run_faults(folder: &Folder, run: File<'_>) -> Vec<CorpusFault> {
    let place = Place::file(folder.shown(run.path));
    let Names { contracts } = match serde_json::from_slice(run.bytes) {
        Ok(names) => names,
        Err(error) => return vec![place.fault(Problem::Form(describe(&error)))],
    };
    let named = contracts.values().filter_map(Value::as_str);
    let missing = named
        .map(path_of)
        .filter(|path| folder.file(path).is_none());
    missing
        .map(|path| place.clone().fault(Problem::NoNamedFile { path }))
        .collect()
}

/// The path in the corpus of a file that a run names, as seen from the run.
fn path_of(name: &str) -> String {
    let mut path = vec![FOLDER];
    for step in name.split('/') {
        match step {
            "." | "" => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.join("/")
}
