//! Makes a counterexample cases of the corpus, so that a fault that was found once is looked for in every run.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::case::{Ask, Case, Origin};
use crate::explore::{Kind, Stored};
use crate::generate::ask_under;

/// The file that the cases go to, and the file's stem in their ids.
const STEM: &str = "regressions";

/// What was added to the corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adopted {
    /// The ids of the cases.
    pub ids: Vec<String>,
    /// The files that were written.
    pub files: Vec<PathBuf>,
}

/// Why nothing was added.
#[derive(Debug, Error)]
pub enum AdoptError {
    /// The corpus has the cases already.
    #[error("the corpus has the case `{0}` already")]
    Known(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// Adds the cases of a counterexample to a corpus: the one that shows the failure, or all, if only all of them together
/// do. The manifest is not renewed.
///
/// # Errors
/// [`AdoptError`]; nothing is changed then, unless a file could be written only in part.
pub fn adopt(corpus: &Path, stored: &Stored) -> Result<Adopted, AdoptError> {
    let in_file = |file: &Path| {
        let file = file.to_owned();
        move |error| AdoptError::File { file, error }
    };
    let id = stored.id.strip_prefix("generated/").unwrap_or(&stored.id);
    let name = kebab(id);
    let contract = stored.scene.contract.as_ref().map(|text| {
        let loads = |case: &Case| matches!(case.ask, Ask::Load { .. });
        let folder = if stored.scene.cases.iter().all(loads) {
            "refused/"
        } else {
            ""
        };
        (format!("{folder}regression-{name}"), text)
    });
    let other = stored.scene.other.as_ref();
    let other = other.map(|text| (format!("regression-{name}-other"), text));
    let named = |contract: &Option<(String, _)>| {
        let name = contract.as_ref().map(|(name, _)| name.clone());
        name.unwrap_or_default()
    };
    let cases = cases(stored, &name, [&named(&contract), &named(&other)]);
    let file = corpus.join("cases").join(format!("{STEM}.jsonl"));
    let known = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(in_file(&file)(error)),
    };
    let known: Vec<_> = known
        .lines()
        .filter_map(|line| Case::from_line(line).ok())
        .collect();
    if let Some(case) = cases
        .iter()
        .find(|case| known.iter().any(|known| known.id == case.id))
    {
        return Err(AdoptError::Known(case.id.clone()));
    }
    let mut files = vec![file.clone()];
    for (name, text) in contract.into_iter().chain(other) {
        let path = corpus.join("contracts").join(format!("{name}.json"));
        fs::write(&path, format!("{text}\n")).map_err(in_file(&path))?;
        files.push(path);
    }
    let lines: String = cases.iter().map(|case| case.to_line() + "\n").collect();
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(&file)
        .and_then(|mut out| out.write_all(lines.as_bytes()))
        .map_err(in_file(&file))?;
    Ok(Adopted {
        ids: cases.into_iter().map(|case| case.id).collect(),
        files,
    })
}

/// The cases that are added, as the corpus has them.
fn cases(stored: &Stored, name: &str, [contract, other]: [&str; 2]) -> Vec<Case> {
    let all = &stored.scene.cases;
    let shown = match stored.case.and_then(|case| all.get(case)) {
        Some(case) => std::slice::from_ref(case),
        None => all,
    };
    let adopted = shown.iter().enumerate().map(|(index, case)| {
        let mut case = case.clone();
        case.id = match index {
            0 => format!("{STEM}/{name}"),
            index => format!("{STEM}/{name}-{}", index + 1),
        };
        case.origin = Origin::Written;
        if case.requirements.is_empty() {
            case.requirements = vec![stored.property.invariant.requirement().to_owned()];
        }
        case.class = match kebab(&case.class) {
            class if class.is_empty() => "clean".to_owned(),
            class => class,
        };
        case.note = format!("found by {} with seed {}", stored.id, stored.seed);
        ask_under(&mut case, contract, other);
        case
    });
    adopted.collect()
}

/// A text as a name in kebab-case.
fn kebab(text: &str) -> String {
    Kind::kebab(text).to_ascii_lowercase()
}
