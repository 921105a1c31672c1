//! The fixtures: each a file of `corpus/prompts`, with the contract and the policy that it names.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::case::{Rule, describe};
use crate::corpus::Folder;
use crate::corpus::{CorpusFaults, contract_line};
use thiserror::Error;

/// The version of the form of a fixture.
const FORMAT: u32 = 1;

/// One fixture. Its form is stated in `corpus/schema/prompt-fixture.schema.json`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    #[serde(rename = "fixture")]
    format: u32,
    /// Why it is there.
    #[serde(default)]
    pub note: String,
    /// The name of the contract.
    pub contract: String,
    /// The name of the policy.
    pub policy: String,
    /// The response that needs a repair, as it came.
    pub response: String,
    /// The rules that apply to it.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// The response as normalized, where rules apply.
    text: Option<String>,
    /// The repair path.
    pub path: String,
    /// The schema at the path, as JSON text without white space or annotations.
    pub schema: String,
    /// The right answer.
    pub answer: String,
    /// The rebuilt text.
    pub result: String,
}

impl Fixture {
    /// The response as normalized.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or(&self.response)
    }
}

/// All fixtures, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fixtures {
    /// The fixtures.
    pub all: BTreeMap<String, Fixture>,
    /// The contracts that they name, each as JSON text on one line.
    pub contracts: BTreeMap<String, String>,
    /// The policies that they name, as JSON text.
    pub policies: BTreeMap<String, String>,
}

/// Why the fixtures cannot be read.
#[derive(Debug, Error)]
pub enum FixtureFault {
    /// The folder cannot be read, or a file is no text.
    #[error(transparent)]
    Corpus(#[from] CorpusFaults),
    /// There is none.
    #[error("{folder}: no fixtures; `--corpus` names the folder that has `prompts/`")]
    None {
        /// The folder.
        folder: String,
    },
    /// A file has not the form of a fixture.
    #[error("{file}: {why}; its form is stated in schema/prompt-fixture.schema.json")]
    Form {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A contract or a policy that a fixture names is not there, or is no JSON.
    #[error("{file}: names `{path}`, which is not there or no JSON")]
    Named {
        /// The file of the fixture.
        file: String,
        /// What it names.
        path: String,
    },
}

impl Fixtures {
    /// Reads the fixtures of a corpus.
    ///
    /// # Errors
    /// The first [`FixtureFault`].
    pub fn read(corpus: &Path) -> Result<Self, FixtureFault> {
        let wanted = ["prompts", "contracts", "policies"].map(|folder| (folder, "json"));
        let folder = Folder::read_some(corpus, &wanted)?;
        let mut fixtures = Self::default();
        for file in folder.files_in("prompts", "json") {
            let shown = folder.shown(file.path);
            let form = |why| FixtureFault::Form {
                file: shown.clone(),
                why,
            };
            let fixture: Fixture =
                serde_json::from_str(folder.text(file)?).map_err(|error| form(describe(&error)))?;
            if fixture.format != FORMAT {
                let why = format!(
                    "`fixture` is {}; this program reads {FORMAT}",
                    fixture.format
                );
                return Err(form(why));
            }
            let named = |path: String| {
                let file = folder.file(&path);
                let text = file.and_then(|file| folder.text(file).ok());
                let line = text.and_then(|text| contract_line(text).ok());
                line.ok_or_else(|| FixtureFault::Named {
                    file: shown.clone(),
                    path,
                })
            };
            let contract = named(format!("contracts/{}.json", fixture.contract))?;
            let policy = named(format!("policies/{}.json", fixture.policy))?;
            fixtures
                .contracts
                .insert(fixture.contract.clone(), contract);
            fixtures.policies.insert(fixture.policy.clone(), policy);
            fixtures.all.insert(file.stem.to_owned(), fixture);
        }
        if fixtures.all.is_empty() {
            return Err(FixtureFault::None {
                folder: corpus.display().to_string(),
            });
        }
        Ok(fixtures)
    }
}
