//! The manifest: the hash of every file, one digest, and what each released suite has promised.
//!
//! A release is recorded at the level of cases: by id, the hash of all that decides what the case means. So a later
//! suite may add cases, and may withdraw one in plain sight, but no case changes under its id.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::entries::Entries;
use super::fault::Place;
use super::folder::{Folder, MANIFEST, digest};
use super::problem::{CorpusFault, CorpusFaults, Problem};
use super::version::SuiteVersion;
use crate::case::describe;

/// The version of the manifest's form.
const FORM: u8 = 1;

/// How many files a message about a stale manifest names.
const NAMED: usize = 5;

/// What `manifest.json` states about the folder it lies in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this form: 1.
    pub manifest: u8,
    /// The suite's version.
    pub suite: SuiteVersion,
    /// Whether the suite is released, and so frozen.
    pub released: bool,
    /// The digest over `files`.
    pub sha256: String,
    /// The SHA-256 of every file but the manifest, by path.
    pub files: BTreeMap<String, String>,
    /// What each released suite holds. Entries are added, never changed or removed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub releases: BTreeMap<SuiteVersion, Release>,
}

/// What a released suite holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// The digest of the suite's files.
    pub sha256: String,
    /// By id, the SHA-256 of each case: of its line, a NUL, and its contract's text.
    pub cases: BTreeMap<String, String>,
}

impl Manifest {
    /// Reads the manifest of a folder.
    pub(crate) fn read(folder: &Folder) -> Result<Self, CorpusFaults> {
        let place = Place::file(folder.shown(MANIFEST));
        let Some(file) = folder.file(MANIFEST) else {
            return Err(place
                .fault(Problem::ManifestStale("it is not there".to_owned()))
                .into());
        };
        match serde_json::from_slice::<Self>(file.bytes) {
            Ok(manifest) if manifest.manifest == FORM => Ok(manifest),
            Ok(_) => Err(place
                .fault(Problem::Form(format!("`manifest` must be {FORM}")))
                .into()),
            Err(error) => Err(place.fault(Problem::Form(describe(&error))).into()),
        }
    }

    /// The manifest of a folder as it is, with the history of `old`, under the version of `old` if no other is given.
    ///
    /// # Errors
    /// The finding, if that version is released with other files, or does not come after every released one.
    pub(crate) fn renewed(
        folder: &Folder,
        old: Option<Self>,
        suite: Option<SuiteVersion>,
    ) -> Result<Self, CorpusFaults> {
        let files = folder.hashes();
        let sha256 = digest(&files);
        let (before, history) = old.map_or((SuiteVersion::FIRST, BTreeMap::new()), |old| {
            (old.suite, old.releases)
        });
        let suite = suite.unwrap_or(before);
        let released = history.contains_key(&suite);
        let renewed = Self {
            manifest: FORM,
            suite,
            released,
            sha256,
            files,
            releases: history,
        };
        match renewed.broken_promise() {
            Some(problem) => Err(Place::file(folder.shown(MANIFEST)).fault(problem).into()),
            None => Ok(renewed),
        }
    }

    /// The same manifest, with its suite released.
    pub(crate) fn release(mut self, entries: &Entries<'_>) -> Self {
        let release = Release {
            sha256: self.sha256.clone(),
            cases: entries.case_hashes(),
        };
        self.releases.entry(self.suite).or_insert(release);
        self.released = true;
        self
    }

    /// All that is wrong between the manifest and the folder it describes.
    pub(crate) fn faults(&self, folder: &Folder, entries: &Entries<'_>) -> Vec<CorpusFault> {
        let mut problems = Vec::new();
        let files = folder.hashes();
        let actual = Self {
            sha256: digest(&files),
            files,
            ..self.clone()
        };
        if self.released != self.releases.contains_key(&self.suite) {
            problems.push(Problem::ManifestForged { suite: self.suite });
        }
        if let Some(problem) = actual.broken_promise() {
            problems.push(problem);
        } else if let Some(difference) = differences(&self.files, &actual.files) {
            problems.push(Problem::ManifestStale(difference));
        } else if self.sha256 != actual.sha256 {
            problems.push(Problem::ManifestStale(
                "its digest is not that of its files".to_owned(),
            ));
        }
        let place = Place::file(folder.shown(MANIFEST));
        let faults = problems
            .into_iter()
            .map(|problem| place.clone().fault(problem));
        faults.chain(self.changed_cases(folder, entries)).collect()
    }

    /// The released suite whose promise these files break, if there is one: they are not those that it released, or
    /// they stand under a version that is neither released nor later.
    fn broken_promise(&self) -> Option<Problem> {
        let latest = *self.releases.keys().next_back()?;
        let (suite, next) = (self.suite, latest.next());
        match self.releases.get(&suite) {
            Some(release) if release.sha256 != self.sha256 => Some(Problem::Frozen { suite, next }),
            None if suite < latest => Some(Problem::NotLater {
                suite,
                latest,
                next,
            }),
            Some(_) | None => None,
        }
    }

    /// The cases that a suite has released with another meaning.
    fn changed_cases(&self, folder: &Folder, entries: &Entries<'_>) -> Vec<CorpusFault> {
        if self.releases.is_empty() {
            return Vec::new();
        }
        let hashes = entries.case_hashes();
        let releases_otherwise = |release: &Release, id: &String| {
            release
                .cases
                .get(id)
                .is_some_and(|released| hashes.get(id) != Some(released))
        };
        let changed = entries.cases.iter().filter_map(|entry| {
            let (suite, _) = self
                .releases
                .iter()
                .find(|(_, release)| releases_otherwise(release, &entry.case.id))?;
            Some(
                entry
                    .line
                    .place(folder)
                    .fault(Problem::CaseChanged { suite: *suite }),
            )
        });
        changed.collect()
    }
}

/// The files that are new, changed or gone, in words; none if there are none.
fn differences(
    listed: &BTreeMap<String, String>,
    actual: &BTreeMap<String, String>,
) -> Option<String> {
    let new_or_changed = actual
        .iter()
        .filter_map(|(path, hash)| match listed.get(path) {
            None => Some(format!("`{path}` is new")),
            Some(old) if old != hash => Some(format!("`{path}` has changed")),
            Some(_) => None,
        });
    let gone = listed
        .keys()
        .filter(|path| !actual.contains_key(*path))
        .map(|path| format!("`{path}` is gone"));
    let all: Vec<String> = new_or_changed.chain(gone).collect();
    let named = all
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match all.len().saturating_sub(NAMED) {
        _ if all.is_empty() => None,
        0 => Some(named),
        more => Some(format!("{named} and {more} more")),
    }
}
