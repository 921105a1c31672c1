//! Makes a counterexample cases of the corpus, so that a fault that was found once is looked for in every run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::case::{Ask, Case, Origin, Profile};
use crate::explore::{Kind, Stored};

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
    let mut cases = cases(stored, &name);
    let contracts = contracts(stored, &name, &cases);
    for case in &mut cases {
        case.rename_contracts(|known| match contracts.get(known) {
            Some((name, _)) => name.clone(),
            None => known.to_owned(),
        });
    }
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
    for (name, text) in contracts.into_values() {
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

/// The contracts of these cases by the names that the scene knows them by, each with its name in the corpus.
fn contracts<'a>(
    stored: &'a Stored,
    name: &str,
    cases: &[Case],
) -> BTreeMap<String, (String, &'a String)> {
    // The folder of a contract says whether it must be refused, its name whether it is one of the guard.
    let is_refused = cases
        .iter()
        .all(|case| matches!(case.ask, Ask::Load { .. }));
    let folder = if is_refused { "refused/" } else { "" };
    let kind = match stored.property.profile {
        Profile::Guard => "guard-",
        _ => "",
    };
    let named: BTreeSet<&str> = cases.iter().flat_map(Case::contracts).collect();
    let used = stored.scene.contracts.iter();
    let used = used.filter(|(known, _)| named.contains(known.as_str()));
    used.enumerate()
        .map(|(index, (known, text))| {
            let number = match index {
                0 => String::new(),
                index => format!("-{}", index + 1),
            };
            let name = format!("{folder}{kind}regression-{name}{number}");
            (known.clone(), (name, text))
        })
        .collect()
}

/// The cases that are added, as the corpus has them.
fn cases(stored: &Stored, name: &str) -> Vec<Case> {
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
        case
    });
    adopted.collect()
}

/// A text as a name in kebab-case.
fn kebab(text: &str) -> String {
    Kind::kebab(text).to_ascii_lowercase()
}
