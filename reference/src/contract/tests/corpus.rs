//! Every contract of the corpus: the sound ones compile, the others are refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::contract::{Contract, ContractError};
use crate::guard::GuardContract;
use crate::json::Document;

fn contracts(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../corpus/contracts")
        .join(folder);
    let mut paths: Vec<_> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    paths.sort();
    assert!(!paths.is_empty());
    paths
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// Compiles a contract as what it is: one of the guard has a member `tool`.
fn compile(text: &str) -> Result<(), ContractError> {
    let is_guard = Document::parse(text).is_ok_and(|document| {
        let has = |name| document.root().get(name).is_some();
        has("tool") && !has("contract")
    });
    if is_guard {
        GuardContract::compile(text).map(drop)
    } else {
        Contract::compile(text).map(drop)
    }
}

#[test]
fn sound_contracts_compile() {
    for (path, text) in contracts("") {
        if let Err(error) = compile(&text) {
            panic!("{}: {error}", path.display());
        }
    }
}

#[test]
fn refused_contracts_are_refused() {
    for (path, text) in contracts("refused") {
        match compile(&text) {
            Err(error) => println!("{}: {error}", path.file_stem().unwrap().display()),
            Ok(()) => panic!("{} compiles", path.display()),
        }
    }
}
