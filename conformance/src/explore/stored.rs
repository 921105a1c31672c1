//! A counterexample in a file of its own: with all that it takes to ask it again, or to make it a case of the corpus.

use std::collections::BTreeMap;
use std::io::{self, Write};

use recovery_reports::lines;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use super::property::{Property, properties};
use super::{Counterexample, Kind};
use crate::case::{Case, CaseError, Origin, describe};
use crate::generate::Scene;

/// The version of the format, which stands in the member `counterexample`.
const FORMAT: u32 = 2;

/// A counterexample as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// `generated/PROFILE/PROPERTY/KIND`.
    pub id: String,
    /// The seed of the run that found it.
    pub seed: u64,
    /// The number of the scene that it was shrunk from.
    pub number: u64,
    /// The verdict, by its name.
    pub verdict: String,
    /// What is wrong, in words. Holds no text of a response.
    pub why: String,
    /// The property that it breaks.
    pub property: Property,
    /// The scene. Its cases are named in their order.
    pub scene: Scene,
    /// Which case shows the failure, if one of the scene does.
    pub case: Option<usize>,
}

/// Why a text is no counterexample.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StoredError {
    /// It is not of that form.
    #[error("this is not the form of a counterexample: {0}")]
    Form(String),
    /// It is of a later format.
    #[error("this is format {0} of a counterexample; this harness knows {FORMAT}")]
    Format(u32),
    /// It names a property that there is not.
    #[error("there is no property `{0}`")]
    Property(String),
    /// One of its cases means nothing.
    #[error("case {0}: {1}")]
    Case(usize, CaseError),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    counterexample: u32,
    id: String,
    property: String,
    profile: String,
    seed: u64,
    number: u64,
    verdict: String,
    why: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    case: Option<usize>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    contracts: BTreeMap<String, String>,
    cases: Vec<Box<RawValue>>,
}

impl Stored {
    /// A counterexample as it is stored.
    #[must_use]
    pub fn new(counterexample: &Counterexample, seed: u64) -> Self {
        let Counterexample {
            id,
            property,
            kind: Kind { verdict, .. },
            number,
            scene,
            case,
            ..
        } = counterexample;
        let mut scene = scene.clone();
        for (index, case) in scene.cases.iter_mut().enumerate() {
            case.id = format!("counterexample/case-{index}");
        }
        Self {
            id: id.clone(),
            seed,
            number: *number,
            verdict: verdict.name().to_owned(),
            why: counterexample.why(),
            property: *property,
            case: (*case < scene.cases.len() && counterexample.violation.is_none())
                .then_some(*case),
            scene,
        }
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let name = self.id.strip_prefix("generated/").unwrap_or(&self.id);
        format!("{}.json", name.replace('/', "-"))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        let cases = self.scene.cases.iter();
        let cases: Result<Vec<_>, _> = cases
            .map(|case| RawValue::from_string(case.to_line()))
            .collect();
        let Property { invariant, profile } = self.property;
        let file = File {
            counterexample: FORMAT,
            id: self.id.clone(),
            property: invariant.name().to_owned(),
            profile: profile.name().to_owned(),
            seed: self.seed,
            number: self.number,
            verdict: self.verdict.clone(),
            why: self.why.clone(),
            case: self.case,
            contracts: self.scene.contracts.clone(),
            cases: cases?,
        };
        lines::write(to, &file)
    }

    /// Whether a text says of itself that it is a counterexample.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let start = text.trim_start().strip_prefix('{').map(str::trim_start);
        start.is_some_and(|start| start.starts_with("\"counterexample\""))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`StoredError`].
    pub fn read(text: &str) -> Result<Self, StoredError> {
        let file: File =
            serde_json::from_str(text).map_err(|error| StoredError::Form(describe(&error)))?;
        if file.counterexample != FORMAT {
            return Err(StoredError::Format(file.counterexample));
        }
        let property = find(&file.profile, &file.property)
            .ok_or_else(|| StoredError::Property(file.property.clone()))?;
        if !file.id.starts_with(&format!("{}/", property.id())) {
            let text = format!("`{}` is no id of its property", file.id);
            return Err(StoredError::Form(text));
        }
        if file.cases.is_empty() || file.case.is_some_and(|case| case >= file.cases.len()) {
            let text = "it has no case that shows the failure".to_owned();
            return Err(StoredError::Form(text));
        }
        let mut cases = Vec::new();
        for (index, line) in file.cases.iter().enumerate() {
            let mut case =
                Case::from_line(line.get()).map_err(|error| StoredError::Case(index, error))?;
            case.origin = Origin::Generated;
            cases.push(case);
        }
        Ok(Self {
            id: file.id,
            seed: file.seed,
            number: file.number,
            verdict: file.verdict,
            why: file.why,
            property,
            scene: Scene {
                contracts: file.contracts,
                cases,
            },
            case: file.case,
        })
    }
}

fn find(profile: &str, name: &str) -> Option<Property> {
    properties()
        .into_iter()
        .find(|property| property.profile.name() == profile && property.invariant.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_edited_into_asking_nothing_is_refused() {
        let file = |id: &str, case: &str, cases: &str| {
            Stored::read(&format!(
                r#"{{"counterexample":2,"id":"{id}","property":"no-leak","profile":"parse","seed":1,"number":0,"verdict":"leak","why":"","case":{case},"cases":[{cases}]}}"#
            ))
        };
        let id = "generated/parse/no-leak/prose-after-leak";
        let case = r#"{"id":"counterexample/case-0","profile":"parse","requirements":["PAR-1"],"level":"must","class":"x","response":"x","expect":{"outcome":"rejected","reasons":["parse"]},"note":""}"#;
        assert!(file(id, "0", case).is_ok());
        for refused in [
            file(id, "0", ""),
            file(id, "null", ""),
            file(id, "1", case),
            file("", "0", case),
            file("../../prose-after-leak", "0", case),
            file("generated/parse/honesty/prose-after-leak", "0", case),
        ] {
            assert!(matches!(refused, Err(StoredError::Form(_))), "{refused:?}");
        }
    }
}
