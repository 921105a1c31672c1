//! The whole check of a corpus: every file, every case, and all that they say about one another.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::entries::{CaseLine, Entries, Names, contract_files, is_refused};
use super::fault::{Faults, Place};
use super::field_reports;
use super::folder::{Folder, MANIFEST};
use super::manifest::Manifest;
use super::problem::{CorpusFault, CorpusFaults, Problem};
use super::prompts;
use super::runs;
use super::schemas::{Schema, schema_faults};
use super::sessions;
use super::version::SuiteVersion;
use crate::canary;

/// What a check that found nothing has looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The manifest.
    pub manifest: Manifest,
    /// How many cases there are.
    pub cases: usize,
    /// How many contracts there are, those that must be refused included.
    pub contracts: usize,
    /// Cases that the latest released suite holds and this one does not, by id.
    pub withdrawn: Vec<String>,
}

/// What writing a manifest may change besides the hashes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Change {
    /// The version to give the suite.
    pub suite: Option<SuiteVersion>,
    /// Whether to release the suite as it stands.
    pub release: bool,
}

/// Checks a corpus. `requirements` are the numbers that the specification has.
///
/// # Errors
/// All findings.
pub fn check(corpus: &Path, requirements: &BTreeSet<String>) -> Result<Checked, CorpusFaults> {
    let folder = Folder::read_all(corpus)?;
    let entries = read(&folder);
    let mut faults = all_but_manifest(&folder, &entries, requirements);
    match Manifest::read(&folder) {
        Ok(manifest) => {
            faults.extend(manifest.faults(&folder, &entries));
            conclude(manifest, &entries, faults)
        }
        Err(unreadable) => {
            faults.extend(unreadable);
            Err(Faults(faults))
        }
    }
}

/// Renews the manifest of a corpus, then checks the corpus.
///
/// # Errors
/// All findings. The manifest stays as it was where the suite is released and its files have changed, where the version
/// asked for does not come after the released ones, and where a suite with faults was to be released.
pub fn write(
    corpus: &Path,
    requirements: &BTreeSet<String>,
    change: Change,
) -> Result<Checked, CorpusFaults> {
    let folder = Folder::read_all(corpus)?;
    let entries = read(&folder);
    let mut faults = all_but_manifest(&folder, &entries, requirements);
    let mut manifest = match renewed(&folder, change.suite) {
        Ok(manifest) => manifest,
        Err(refusal) => {
            faults.extend(refusal);
            return Err(Faults(faults));
        }
    };
    faults.extend(manifest.faults(&folder, &entries));
    if change.release {
        if !faults.is_empty() {
            let problem = Problem::ReleaseFaulty {
                suite: manifest.suite,
            };
            faults.push(Place::file(folder.shown(MANIFEST)).fault(problem));
            return Err(Faults(faults));
        }
        manifest = manifest.release(&entries);
    }
    if let Err(unwritten) = save(&folder, &manifest) {
        faults.extend(unwritten);
    }
    conclude(manifest, &entries, faults)
}

fn read(folder: &Folder) -> Entries<'_> {
    let mut entries = Entries::read(folder, &["cases"]);
    let contracts = entries.contracts.clone();
    entries.link(folder, &contracts);
    entries
}

fn renewed(folder: &Folder, suite: Option<SuiteVersion>) -> Result<Manifest, CorpusFaults> {
    let old = match folder.file(MANIFEST) {
        Some(_) => Some(Manifest::read(folder)?),
        None => None,
    };
    Manifest::renewed(folder, old, suite)
}

fn save(folder: &Folder, manifest: &Manifest) -> Result<(), CorpusFaults> {
    let path = folder.shown(MANIFEST);
    let unwritable =
        |why: String| CorpusFaults::from(Place::file(path.clone()).fault(Problem::Unwritable(why)));
    let text =
        serde_json::to_string_pretty(manifest).map_err(|error| unwritable(error.to_string()))?;
    fs::write(&path, text + "\n").map_err(|error| unwritable(error.to_string()))
}

fn conclude(
    manifest: Manifest,
    entries: &Entries<'_>,
    faults: Vec<CorpusFault>,
) -> Result<Checked, CorpusFaults> {
    if !faults.is_empty() {
        return Err(Faults(faults));
    }
    let ids: BTreeSet<&str> = entries
        .cases
        .iter()
        .map(|entry| entry.case.id.as_str())
        .collect();
    let latest = manifest.releases.values().next_back();
    let released = latest.into_iter().flat_map(|release| release.cases.keys());
    let withdrawn = released
        .filter(|id| !ids.contains(id.as_str()))
        .cloned()
        .collect();
    Ok(Checked {
        cases: entries.cases.len(),
        contracts: entries.contracts.len(),
        withdrawn,
        manifest,
    })
}

fn all_but_manifest(
    folder: &Folder,
    entries: &Entries<'_>,
    requirements: &BTreeSet<String>,
) -> Vec<CorpusFault> {
    let mut faults = entries.faults.clone();
    faults.extend(schema_faults(folder));
    faults.extend(misfits(folder, entries));
    faults.extend(entries.value_faults(folder));
    faults.extend(unknown_requirements(folder, entries, requirements));
    faults.extend(shared_canaries(folder, entries));
    // A line that is no case is one finding; that what it names or is named by is there, too, spares the others.
    let names: Vec<Names> = entries.lines.iter().map(CaseLine::names).collect();
    let prompted = prompts::contracts(folder);
    let used = names.iter().flat_map(Names::contracts);
    let used = used.chain(prompted.iter().map(String::as_str));
    faults.extend(unused_contracts(folder, &used.collect()));
    let ids = names.iter().filter_map(|names| names.id.as_deref());
    faults.extend(field_reports::faults(folder, &ids.collect()));
    faults.extend(sessions::faults(folder));
    faults.extend(runs::faults(folder));
    faults.extend(prompts::faults(folder));
    faults
}

/// Documents that do not fit their schema. A contract that must be refused may well not fit.
fn misfits(folder: &Folder, entries: &Entries<'_>) -> Vec<CorpusFault> {
    let lines = entries
        .lines
        .iter()
        .map(|line| (line.place(folder), line.text));
    let document = |path: &str| {
        let file = folder.file(path)?;
        Some((Place::file(folder.shown(path)), folder.text(file).ok()?))
    };
    let contracts = contract_files(folder)
        .filter(|(name, _)| !is_refused(name))
        .filter_map(|(_, file)| document(file.path));
    let (guards, contracts): (Vec<_>, Vec<_>) = contracts.partition(|(_, text)| is_guard(text));
    let all_in = |below| {
        let files = folder.files_in(below, "json");
        files.filter_map(|file| document(file.path))
    };
    let reports = document(field_reports::FILE).into_iter();
    let manifest = document(MANIFEST).into_iter();
    [
        misfits_of(folder, "schema/case.schema.json", lines),
        misfits_of(folder, "schema/contract.schema.json", contracts.into_iter()),
        misfits_of(
            folder,
            "schema/guard-contract.schema.json",
            guards.into_iter(),
        ),
        misfits_of(folder, "schema/policy.schema.json", all_in("policies")),
        misfits_of(
            folder,
            "schema/session-script.schema.json",
            all_in("sessions"),
        ),
        misfits_of(folder, "schema/run.schema.json", all_in("runs")),
        misfits_of(
            folder,
            "schema/prompt-fixture.schema.json",
            all_in("prompts"),
        ),
        misfits_of(folder, "schema/field-reports.schema.json", reports),
        misfits_of(folder, "schema/manifest.schema.json", manifest),
    ]
    .concat()
}

/// The members of a contract that tell its kind.
#[derive(Default, Deserialize)]
struct Members {
    contract: Option<IgnoredAny>,
    tool: Option<IgnoredAny>,
}

/// Whether a contract is one of a guard: one with a member `contract` is not, whatever else it has.
fn is_guard(text: &str) -> bool {
    let members: Members = serde_json::from_str(text).unwrap_or_default();
    members.tool.is_some() && members.contract.is_none()
}

fn misfits_of<'t>(
    folder: &Folder,
    schema: &'static str,
    documents: impl Iterator<Item = (Place, &'t str)>,
) -> Vec<CorpusFault> {
    let schema = match Schema::read(folder, schema) {
        Ok(schema) => schema,
        Err(unusable) => return unusable.0,
    };
    let faults = documents.flat_map(|(place, text)| {
        let problems = schema.problems(text).into_iter();
        problems.map(move |problem| place.clone().fault(problem))
    });
    faults.collect()
}

fn unknown_requirements(
    folder: &Folder,
    entries: &Entries<'_>,
    requirements: &BTreeSet<String>,
) -> Vec<CorpusFault> {
    let mut faults = Vec::new();
    for entry in &entries.cases {
        let unknown = entry
            .case
            .requirements
            .iter()
            .filter(|number| !requirements.contains(*number));
        faults.extend(unknown.map(|number| {
            entry
                .line
                .place(folder)
                .fault(Problem::NoRequirement(number.clone()))
        }));
    }
    faults
}

/// A contract that no case and no fixture names tests nothing.
fn unused_contracts(folder: &Folder, used: &BTreeSet<&str>) -> Vec<CorpusFault> {
    contract_files(folder)
        .filter(|(name, _)| !used.contains(name.as_str()))
        .map(|(_, file)| Place::file(folder.shown(file.path)).fault(Problem::UnusedContract))
        .collect()
}

/// A canary that two cases plant could not tell whose text leaked.
fn shared_canaries(folder: &Folder, entries: &Entries<'_>) -> Vec<CorpusFault> {
    let mut owners = BTreeMap::new();
    let mut faults = Vec::new();
    for line in &entries.lines {
        let tokens: BTreeSet<&str> = canary::tokens(line.text).collect();
        for token in tokens {
            let owner = owners.entry(token).or_insert(line);
            if (owner.path, owner.number) != (line.path, line.number) {
                let problem = Problem::CanaryShared {
                    token: token.to_owned(),
                    other: owner.place(folder).to_string(),
                };
                faults.push(line.place(folder).fault(problem));
            }
        }
    }
    faults
}
