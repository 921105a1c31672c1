//! Every contract of the corpus: the sound ones compile, the others are refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::contract::Contract;

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

#[test]
fn sound_contracts_compile() {
    for (path, text) in contracts("") {
        if let Err(error) = Contract::compile(&text) {
            panic!("{}: {error}", path.display());
        }
    }
}

#[test]
fn refused_contracts_are_refused() {
    for (path, text) in contracts("refused") {
        match Contract::compile(&text) {
            Err(error) => println!("{}: {error}", path.file_stem().unwrap().display()),
            Ok(_) => panic!("{} compiles", path.display()),
        }
    }
}
