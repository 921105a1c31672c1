//! The scripts of `corpus/sessions/`, played by the program as anyone would, and what it says of the
//! log that it leaves.
//!
//! The courses beside the scripts are renewed by `UPDATE_SESSIONS=1 cargo test -p
//! response-recovery-cli --test sessions`, and then by `cargo xtask corpus --write`.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests lie outside their functions"
)]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

mod played;
mod refused;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn scripts() -> Vec<PathBuf> {
    let folder = fs::read_dir(corpus().join("sessions")).unwrap();
    let files = folder.map(|entry| entry.unwrap().path());
    let mut scripts: Vec<PathBuf> = files
        .filter(|path| path.extension() == Some(OsStr::new("json")))
        .collect();
    scripts.sort();
    scripts
}

fn run(arguments: &[&OsStr]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_response-recovery"))
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Every text of a script that an answer, a result or an action holds.
fn secrets(script: &Path) -> Vec<String> {
    let script: Value = serde_json::from_str(&fs::read_to_string(script).unwrap()).unwrap();
    let mut found = Vec::new();
    let turns = script["turns"].as_array().unwrap();
    for turn in turns {
        for member in ["answer", "repair_answer"] {
            let lines = turn[member].as_array().cloned().unwrap_or_default();
            found.extend(lines.iter().filter_map(Value::as_str).map(str::to_owned));
            found.extend(turn[member].as_str().map(str::to_owned));
        }
    }
    // A line of punctuation alone says nothing.
    found.retain(|text| text.chars().filter(char::is_ascii_alphabetic).count() > 4);
    found
}
