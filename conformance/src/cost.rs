//! Which malformations there are, and what the policy does with them: counted from the cases of the field reports.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use recovery_reports::cost::Class;
use serde::Deserialize;
use thiserror::Error;

use crate::case::{Ask, Case, Expectation};
use crate::corpus::{CorpusFaults, Suite};

/// The file that says which cases a report has.
const REPORTS: &str = "field-reports.json";

/// The class of all their cases in profile `repair`.
const REPAIR_CLASS: &str = "field-report";

/// Why the reports cannot be counted.
#[derive(Debug, Error)]
pub enum CountError {
    /// The cases cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusFaults),
    /// The list of reports cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no such list.
    #[error("{}: {error}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

/// One report: the cases that are made from it.
#[derive(Debug, Deserialize)]
struct Report {
    cases: Vec<String>,
}

/// What becomes of a malformed response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Rule,
    Repair,
    Rejected,
}

/// The classes of the malformed responses in the field reports of a corpus. A report weighs 1, in equal parts for each of
/// its responses under a contract; what is not malformed has no weight.
///
/// # Errors
/// [`CountError`] if cases or reports cannot be read.
pub fn classes(corpus: &Path) -> Result<BTreeMap<String, Class>, CountError> {
    let suite = Suite::load(corpus)?;
    let path = corpus.join(REPORTS);
    let text = fs::read_to_string(&path).map_err(|error| CountError::File {
        path: path.clone(),
        error,
    })?;
    let reports: Vec<Report> =
        serde_json::from_str(&text).map_err(|error| CountError::Form { path, error })?;
    let cases: BTreeMap<&str, &Case> = suite
        .cases
        .iter()
        .map(|case| (case.id.as_str(), case))
        .collect();
    let reports = reports.iter().map(|report| {
        let ids = report.cases.iter();
        ids.filter_map(|id| cases.get(id.as_str()).copied())
            .collect()
    });
    Ok(count(reports))
}

/// Counts reports, each by its cases.
fn count<'c>(reports: impl Iterator<Item = Vec<&'c Case>>) -> BTreeMap<String, Class> {
    let mut classes: BTreeMap<String, Class> = BTreeMap::new();
    for cases in reports {
        // The same response stands in two files where a repair is due or nearly so; the profile that knows repairs decides.
        let mut responses: BTreeMap<&str, &Case> = BTreeMap::new();
        let recovered = cases.iter().filter_map(|case| match &case.ask {
            Ask::Recover { response, .. } => Some((response.as_str(), *case)),
            _ => None,
        });
        for (response, case) in recovered {
            let known = responses.entry(response).or_insert(case);
            if known.profile < case.profile {
                *known = case;
            }
        }
        // Classes are told by the cases of profile `normalize`; those of `repair` are all of one class.
        let class = cases
            .iter()
            .find(|case| matches!(case.ask, Ask::Recover { .. }) && case.class != REPAIR_CLASS);
        let Some(class) = class else { continue };
        for case in responses.values() {
            let Some(fate) = fate(case) else { continue };
            let class = classes.entry(class.class.clone()).or_default();
            class.weight += part(responses.len());
            match fate {
                Fate::Rule => class.by_rule += part(responses.len()),
                Fate::Repair => class.by_repair += part(responses.len()),
                Fate::Rejected => {}
            }
        }
    }
    for class in classes.values_mut() {
        class.by_rule = digits(class.by_rule / class.weight);
        class.by_repair = digits(class.by_repair / class.weight);
        class.weight = digits(class.weight);
    }
    classes
}

/// What becomes of the response of a case; none if it is not malformed.
fn fate(case: &Case) -> Option<Fate> {
    match &case.expect {
        Expectation::Accepted(accepted) => {
            let has_rules = accepted
                .rules
                .as_ref()
                .is_some_and(|rules| !rules.is_empty());
            has_rules.then_some(Fate::Rule)
        }
        Expectation::Repair(_) => Some(Fate::Repair),
        _ => Some(Fate::Rejected),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a report has a few cases")]
fn part(of: usize) -> f64 {
    1.0 / of as f64
}

/// Rounds to four digits, so that no sum of parts shows its last bits.
fn digits(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corpus_has_all_fates_in_classes_of_shares() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
        let classes = classes(&corpus).unwrap();
        assert!(classes.contains_key("fence") && classes.contains_key("filter-shape"));
        assert!(!classes.contains_key(REPAIR_CLASS));
        for (name, class) in &classes {
            assert!(class.weight > 0.0, "{name}");
            let shares = [
                class.by_rule,
                class.by_repair,
                class.by_rule + class.by_repair,
            ];
            assert!(
                shares.iter().all(|share| (0.0..=1.0).contains(share)),
                "{name}"
            );
        }
        assert!(classes.values().any(|class| class.by_rule > 0.0));
        assert!(classes.values().any(|class| class.by_repair > 0.0));
        let reports: f64 = classes.values().map(|class| class.weight).sum();
        assert!((20.0..65.0).contains(&reports), "{reports}");
    }
}
