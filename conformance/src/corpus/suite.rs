//! What a run works on: every case and contract, and the name of what was loaded.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use super::entries::{Entries, contract_line};
use super::fault::{Faults, Place};
use super::folder::{Folder, digest};
use super::manifest::Manifest;
use super::problem::{CorpusFaults, Problem};
use crate::case::{Case, Origin};

/// The cases and contracts of a run. Ids are unique, and every contract that a case names is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The suite's version; `1.0-modified` where its files are not those that the manifest lists.
    pub version: String,
    /// The digest of the suite's files as they were loaded, own cases aside.
    pub sha256: String,
    /// The cases, in the order of their files and lines, own cases last.
    pub cases: Vec<Case>,
    /// The contracts by name, each as JSON text on one line.
    pub contracts: BTreeMap<String, String>,
}

impl Suite {
    /// Loads the corpus in a folder.
    ///
    /// # Errors
    /// All findings that would keep a run from being sound. [`check`](super::check) finds more.
    pub fn load(corpus: &Path) -> Result<Self, CorpusFaults> {
        let folder = Folder::read_all(corpus)?;
        let mut entries = Entries::read(&folder, &["cases"]);
        let contracts = std::mem::take(&mut entries.contracts);
        entries.link(&folder, &contracts);
        let manifest = match Manifest::read(&folder) {
            Ok(manifest) if entries.faults.is_empty() => manifest,
            Ok(_) => return Err(Faults(entries.faults)),
            Err(faults) => {
                entries.faults.extend(faults);
                return Err(Faults(entries.faults));
            }
        };
        let sha256 = digest(&folder.hashes());
        let modified = if sha256 == manifest.sha256 {
            ""
        } else {
            "-modified"
        };
        Ok(Self {
            version: format!("{}{modified}", manifest.suite),
            sha256,
            cases: entries.cases.into_iter().map(|entry| entry.case).collect(),
            contracts,
        })
    }

    /// Adds a user's own cases: the `*.jsonl` files in `dir` and in `dir/cases`, a case a line, the `*.json` files in
    /// `dir`, a case each, and the contracts in `dir/contracts`. Their ids get `own/` before them. They may name the
    /// suite's contracts as well.
    ///
    /// # Errors
    /// All findings; nothing is added then.
    pub fn add_own_cases(&mut self, dir: &Path) -> Result<(), CorpusFaults> {
        let wanted = [
            ("", "jsonl"),
            ("", "json"),
            ("cases", "jsonl"),
            ("contracts", "json"),
            ("contracts/refused", "json"),
        ];
        let folder = Folder::read_some(dir, &wanted)?;
        let mut own = Entries::read(&folder, &["", "cases"]);
        if own.lines.is_empty() {
            own.faults
                .push(Place::file(dir.display().to_string()).fault(Problem::NoCases));
        }
        let mut contracts = self.contracts.clone();
        for (name, text) in std::mem::take(&mut own.contracts) {
            match contracts.entry(name) {
                Entry::Vacant(slot) => {
                    slot.insert(text);
                }
                Entry::Occupied(slot) => {
                    let name = slot.key().clone();
                    let file = Place::file(folder.shown(&format!("contracts/{name}.json")));
                    own.faults.push(file.fault(Problem::ContractTaken { name }));
                }
            }
        }
        own.link(&folder, &contracts);
        let value_faults = own.value_faults(&folder);
        own.faults.extend(value_faults);
        if !own.faults.is_empty() {
            return Err(Faults(own.faults));
        }
        self.contracts = contracts;
        self.cases.extend(own.cases.into_iter().map(|entry| Case {
            id: format!("own/{}", entry.case.id),
            origin: Origin::Own,
            ..entry.case
        }));
        Ok(())
    }

    /// Adds one contract of the user's, named by the stem of its file, for own cases to name. Call it before
    /// [`Self::add_own_cases`].
    ///
    /// # Errors
    /// The finding, if the file cannot be read, is no JSON, or has a name that is taken.
    pub fn add_contract(&mut self, file: &Path) -> Result<(), CorpusFaults> {
        let fault =
            |problem| CorpusFaults::from(Place::file(file.display().to_string()).fault(problem));
        let name = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .ok_or_else(|| fault(Problem::FileName))?;
        if self.contracts.contains_key(name) {
            return Err(fault(Problem::ContractTaken {
                name: name.to_owned(),
            }));
        }
        let bytes =
            std::fs::read(file).map_err(|error| fault(Problem::Unreadable(error.to_string())))?;
        let text = String::from_utf8(bytes).map_err(|_| fault(Problem::NotUtf8))?;
        let line = contract_line(&text).map_err(fault)?;
        self.contracts.insert(name.to_owned(), line);
        Ok(())
    }
}
