//! Cases and contracts as they stand in a folder, each case with its place.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use recovery_reports::sha256;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::fault::Place;
use super::folder::{File, Folder};
use super::problem::{CorpusFault, Problem};
use super::values;
use crate::case::{Ask, Case, describe};

/// What a folder holds, and what kept the rest of it from being read.
pub(crate) struct Entries<'f> {
    /// The lines of all case files, also those that are no case.
    pub(crate) lines: Vec<CaseLine<'f>>,
    /// The cases.
    pub(crate) cases: Vec<Entry<'f>>,
    /// The contracts by name, each as JSON text on one line, as it can stand in a message.
    pub(crate) contracts: BTreeMap<String, String>,
    /// What is wrong.
    pub(crate) faults: Vec<CorpusFault>,
}

/// A case and the line it stands on.
pub(crate) struct Entry<'f> {
    /// The case.
    pub(crate) case: Case,
    /// The line.
    pub(crate) line: CaseLine<'f>,
}

/// A line of a case file.
#[derive(Clone, Copy)]
pub(crate) struct CaseLine<'f> {
    /// The file's stem, with which its ids begin.
    pub(crate) stem: &'f str,
    /// The file's path in the folder.
    pub(crate) path: &'f str,
    /// The line's number, counted from 1.
    pub(crate) number: usize,
    /// The line.
    pub(crate) text: &'f str,
}

impl<'f> Entries<'f> {
    /// Reads the case files directly in each of the folders `below`, with `""` among them also files of a single case,
    /// and the contracts in `contracts/` and `contracts/refused/`.
    pub(crate) fn read(folder: &'f Folder, below: &[&'f str]) -> Self {
        let mut entries = Self {
            lines: Vec::new(),
            cases: Vec::new(),
            contracts: BTreeMap::new(),
            faults: Vec::new(),
        };
        for below in below {
            entries.read_lines(folder, below);
        }
        if below.contains(&"") {
            entries.read_single_cases(folder);
        }
        entries.read_cases(folder);
        entries.read_contracts(folder);
        entries
    }

    fn read_lines(&mut self, folder: &'f Folder, below: &'f str) {
        for file in folder.files_in(below, "jsonl") {
            match folder.text(file) {
                Err(faults) => self.faults.extend(faults),
                Ok(text) => self.lines.extend(lines_of(file, text)),
            }
        }
    }

    /// Reads files that hold one case each, as a user keeps a recorded answer.
    fn read_single_cases(&mut self, folder: &'f Folder) {
        for file in folder.files_in("", "json") {
            match folder.text(file) {
                Err(faults) => self.faults.extend(faults),
                Ok(text) => self.lines.push(CaseLine {
                    stem: file.stem,
                    path: file.path,
                    number: 1,
                    text,
                }),
            }
        }
    }

    fn read_cases(&mut self, folder: &Folder) {
        let mut taken: BTreeMap<String, CaseLine<'f>> = BTreeMap::new();
        for line in &self.lines {
            let case = match Case::from_line(line.text) {
                Ok(case) => case,
                Err(error) => {
                    self.faults
                        .push(line.place(folder).fault(Problem::Case(error)));
                    continue;
                }
            };
            if case
                .id
                .split_once('/')
                .is_none_or(|(stem, _)| stem != line.stem)
            {
                self.faults.push(line.place(folder).fault(Problem::IdStem {
                    stem: line.stem.to_owned(),
                }));
            }
            match taken.entry(case.id.clone()) {
                Slot::Vacant(slot) => {
                    slot.insert(*line);
                }
                Slot::Occupied(slot) => {
                    let other = Place::line(folder.shown(slot.get().path), slot.get().number);
                    self.faults.push(
                        line.place(folder)
                            .fault(Problem::IdTaken(other.to_string())),
                    );
                }
            }
            self.cases.push(Entry { case, line: *line });
        }
    }

    fn read_contracts(&mut self, folder: &Folder) {
        for (name, file) in contract_files(folder) {
            match folder.text(file).map(contract_line) {
                Ok(Ok(line)) => {
                    self.contracts.insert(name, line);
                }
                Ok(Err(problem)) => self
                    .faults
                    .push(Place::file(folder.shown(file.path)).fault(problem)),
                Err(faults) => self.faults.extend(faults),
            }
        }
    }

    /// Notes each case whose contract is not among those given, or is a refused one where the case does not expect
    /// that, or the other way round.
    pub(crate) fn link(&mut self, folder: &Folder, contracts: &BTreeMap<String, String>) {
        for entry in &self.cases {
            let loads_only = matches!(entry.case.ask, Ask::Load { .. });
            for name in entry.case.contracts() {
                let problem = match (contracts.contains_key(name), is_refused(name), loads_only) {
                    (true, true, true) | (true, false, false) => continue,
                    (false, _, _) => Problem::NoContract {
                        name: name.to_owned(),
                    },
                    (true, true, false) => Problem::RefusedContract {
                        name: name.to_owned(),
                    },
                    (true, false, true) => Problem::UsableContract {
                        name: name.to_owned(),
                    },
                };
                self.faults.push(entry.line.place(folder).fault(problem));
            }
        }
    }

    /// Cases whose expectation contradicts itself, or is more than an answer can be compared with.
    pub(crate) fn value_faults(&self, folder: &Folder) -> Vec<CorpusFault> {
        let faults = |entry: &Entry<'_>| {
            let place = entry.line.place(folder);
            let problems = values::problems(&entry.case);
            problems
                .into_iter()
                .map(move |problem| place.clone().fault(problem))
                .collect::<Vec<_>>()
        };
        self.cases.iter().flat_map(faults).collect()
    }

    /// By id, the SHA-256 of all that decides what a case means: its line and its contract.
    pub(crate) fn case_hashes(&self) -> BTreeMap<String, String> {
        let hash = |entry: &Entry<'_>| {
            let text = |name| self.contracts.get(name).map_or("", String::as_str);
            let contracts: Vec<&str> = entry.case.contracts().map(text).collect();
            let contracts = contracts.join("\0");
            sha256(&[entry.line.text.as_bytes(), b"\0", contracts.as_bytes()])
        };
        self.cases
            .iter()
            .map(|entry| (entry.case.id.clone(), hash(entry)))
            .collect()
    }
}

/// The two members of a line that others refer to, readable also where the line is no case.
#[derive(Default, Deserialize)]
pub(crate) struct Names {
    /// The case's id.
    pub(crate) id: Option<String>,
    /// The contract it names.
    pub(crate) contract: Option<String>,
    /// The steps of a session.
    #[serde(default)]
    steps: Vec<StepNames>,
    /// A run of calls and writes.
    run: Option<RunNames>,
}

/// The same of a run: the contract of each tool.
#[derive(Default, Deserialize)]
struct RunNames {
    contracts: BTreeMap<String, String>,
}

/// The same of a step of a session.
#[derive(Default, Deserialize)]
struct StepNames {
    resume: Option<ResumeNames>,
}

#[derive(Default, Deserialize)]
struct ResumeNames {
    contract: Option<String>,
}

impl Names {
    /// All contracts that the line names.
    pub(crate) fn contracts(&self) -> impl Iterator<Item = &str> {
        let steps = self.steps.iter();
        let resumed = steps.filter_map(|step| step.resume.as_ref()?.contract.as_deref());
        let of_run = self.run.iter().flat_map(|run| run.contracts.values());
        let of_run = of_run.map(String::as_str);
        self.contract
            .as_deref()
            .into_iter()
            .chain(resumed)
            .chain(of_run)
    }
}

impl CaseLine<'_> {
    /// The line's names, as far as they can be read.
    pub(crate) fn names(&self) -> Names {
        serde_json::from_str(self.text).unwrap_or_default()
    }

    /// The line's place, with the case's id if it can be read.
    pub(crate) fn place(&self, folder: &Folder) -> Place {
        Place {
            id: self.names().id,
            ..Place::line(folder.shown(self.path), self.number)
        }
    }
}

/// The lines of a case file; blank ones are left out.
fn lines_of<'f>(file: File<'f>, text: &'f str) -> impl Iterator<Item = CaseLine<'f>> {
    text.lines()
        .enumerate()
        .filter(|(_, text)| !text.trim().is_empty())
        .map(move |(index, text)| CaseLine {
            stem: file.stem,
            path: file.path,
            number: index + 1,
            text: text.trim(),
        })
}

/// The contracts' files by the contracts' names; those that must be refused are named `refused/…`.
pub(crate) fn contract_files(folder: &Folder) -> impl Iterator<Item = (String, File<'_>)> {
    let usable = folder
        .files_in("contracts", "json")
        .map(|file| (file.stem.to_owned(), file));
    let refused = folder
        .files_in("contracts/refused", "json")
        .map(|file| (format!("refused/{}", file.stem), file));
    usable.chain(refused)
}

/// Whether a contract's name is one of those that must be refused.
pub(crate) fn is_refused(name: &str) -> bool {
    name.starts_with("refused/")
}

/// A contract's text on one line: within JSON a line end can only be white space between tokens. Nothing else about
/// the text changes; a doubled key or a long number may be the very reason why the contract must be refused.
pub(crate) fn contract_line(text: &str) -> Result<String, Problem> {
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| Problem::Form(describe(&error)))?;
    Ok(text.trim().replace(['\n', '\r'], " "))
}
