//! No input panics the reference: every response of the corpus and every prefix of the shorter ones.

use std::collections::BTreeMap;
use std::fs;

use response_recovery::{Contract, parse, recover};

use crate::samples::{self, Sample};

/// Longer responses are tried whole, not cut at every place.
const LONGEST_CUT: usize = 4096;

/// The sound contracts for responses in the corpus, by name; those of the guard are for outputs of tools.
pub(crate) fn contracts() -> BTreeMap<String, Contract> {
    let entries = fs::read_dir(samples::corpus("contracts")).unwrap();
    let paths = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file());
    paths
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .filter(|(name, _)| !name.starts_with("guard-"))
        .map(|(name, text)| {
            let contract =
                Contract::compile(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, contract)
        })
        .collect()
}

#[test]
fn any_prefix_of_any_response_is_decided() {
    let contracts = contracts();
    let mut decided = 0;
    for Sample { id, contract, text } in samples::all() {
        let contract = contract.map(|name| {
            contracts
                .get(&name)
                .unwrap_or_else(|| panic!("{id}: no contract {name}"))
        });
        let cuts = if text.len() < LONGEST_CUT {
            0
        } else {
            text.len()
        };
        for end in (cuts..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let outcome = match contract {
                Some(contract) => recover(contract, &text[..end]),
                None => parse(&text[..end]),
            };
            assert!(!outcome.to_json().is_empty());
            decided += 1;
        }
    }
    println!("{decided} responses and prefixes decided");
}
