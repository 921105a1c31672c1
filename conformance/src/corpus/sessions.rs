//! The scripts of sessions: what each names is there, and each has its course beside it.
//!
//! How a session goes is not judged here; the test that renews the courses plays it.

use serde::Deserialize;
use serde_json::Value;

use super::fault::Place;
use super::folder::{File, Folder};
use super::problem::{CorpusFault, Problem};
use crate::case::describe;

/// The folder of the scripts, and of their courses.
const FOLDER: &str = "sessions";

/// The members of a script that name other files.
#[derive(Deserialize)]
struct Names {
    contract: String,
    policy: Value,
}

/// What is wrong with the scripts and courses.
pub(crate) fn faults(folder: &Folder) -> Vec<CorpusFault> {
    let scripts = folder.files_in(FOLDER, "json");
    let courses = folder.files_in(FOLDER, "txt");
    let of_scripts = scripts.flat_map(|script| script_faults(folder, script));
    of_scripts
        .chain(courses.filter_map(|course| partner_fault(folder, course, "json")))
        .collect()
}

fn script_faults(folder: &Folder, script: File<'_>) -> Vec<CorpusFault> {
    let place = Place::file(folder.shown(script.path));
    let Names { contract, policy } = match serde_json::from_slice(script.bytes) {
        Ok(names) => names,
        Err(error) => return vec![place.fault(Problem::Form(describe(&error)))],
    };
    let policy = policy.as_str().map(|name| named_file("policies", name));
    let missing = [Some(named_file("contracts", &contract)), policy]
        .into_iter()
        .flatten()
        .filter(|path| folder.file(path).is_none())
        .map(|path| place.clone().fault(Problem::NoNamedFile { path }));
    missing
        .chain(partner_fault(folder, script, "txt"))
        .collect()
}

/// A script and its course stand side by side; the file that is missing is told.
fn partner_fault(folder: &Folder, file: File<'_>, extension: &str) -> Option<CorpusFault> {
    let partner = format!("{FOLDER}/{}.{extension}", file.stem);
    let is_there = folder.file(&partner).is_some();
    (!is_there).then(|| Place::file(folder.shown(&partner)).fault(Problem::Missing))
}

/// The file of a bare name; a script of the corpus names nothing outside.
fn named_file(below: &str, name: &str) -> String {
    format!("{below}/{name}.json")
}
