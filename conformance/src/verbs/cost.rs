//! `cost`: estimates what malformed answers cost in all, from a kept measurement of requests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use recovery_conformance::cost::{CountError, classes};
use recovery_reports::cost::{Assumptions, Class, Costs, page, plot, table};
use recovery_reports::reask::Reasks;
use thiserror::Error;

const MEASURED: &str = "reask.json";

/// Estimate what an accepted answer costs when some are malformed, from the requests that `reask` measures. Exits with 0,
/// 1 if a kept file is stale, 2 if nothing could be computed
#[derive(Debug, Args)]
pub(crate) struct CostArgs {
    /// The share of the answers to regular calls that are malformed, from 0 to below 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    malformed: f64,
    /// The share of the answers to second requests that are accepted, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, value_parser = share)]
    repaired: f64,
    /// What a token of an answer costs, in tokens of a prompt
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0, value_parser = amount)]
    answer_weight: f64,
    /// How often a class of malformations is met beside the others; all that are not named as often as reported
    #[arg(long = "weight", value_name = "CLASS=NUMBER", value_parser = weight)]
    weights: Vec<(String, f64)>,
    /// Keep the estimate, its page and its plot in the folder of reports
    #[arg(long, conflicts_with = "check")]
    keep: bool,
    /// Compare the kept estimate, page and plot with this one
    #[arg(long)]
    check: bool,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The folder of the measurement, the estimate, its page and its plot
    #[arg(long, value_name = "DIR", default_value = "reports")]
    reports: PathBuf,
}

/// Why nothing was computed.
#[derive(Debug, Error)]
enum CostFault {
    #[error(transparent)]
    Count(#[from] CountError),
    #[error("there is no class `{name}`; there are {known}")]
    Class { name: String, known: String },
    #[error("no class has a weight")]
    NoWeight,
    #[error("`--malformed` must be below 1: no answer would ever be accepted")]
    Never,
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Form {
        path: PathBuf,
        error: serde_json::Error,
    },
}

fn share(text: &str) -> Result<f64, String> {
    let share = amount(text)?;
    let is_share = share <= 1.0;
    is_share
        .then_some(share)
        .ok_or_else(|| "is above 1".to_owned())
}

fn amount(text: &str) -> Result<f64, String> {
    let amount: f64 = text.parse().map_err(|_| "is no number".to_owned())?;
    let is_amount = amount.is_finite() && amount >= 0.0;
    is_amount
        .then_some(amount)
        .ok_or_else(|| "is below 0 or endless".to_owned())
}

fn weight(text: &str) -> Result<(String, f64), String> {
    let (class, weight) = text.split_once('=').ok_or("has no `=` after the class")?;
    Ok((class.to_owned(), amount(weight)?))
}

impl CostArgs {
    /// Runs the verb.
    pub(crate) fn run(&self) -> ExitCode {
        super::status(self.execute())
    }

    fn execute(&self) -> Result<bool, CostFault> {
        let path = self.reports.join(MEASURED);
        let measured = fs::read_to_string(&path).map_err(|error| CostFault::File {
            path: path.clone(),
            error,
        })?;
        let reasks = Reasks::read(&measured).map_err(|error| CostFault::Form { path, error })?;
        let assumptions = self.assumptions()?;
        let costs = Costs::of(&reasks, &assumptions);
        let mut json = Vec::new();
        let written = costs.write(&mut json);
        written.map_err(|error| CostFault::File {
            path: self.reports.join("cost.json"),
            error,
        })?;
        let files = [
            ("cost.json", json),
            ("cost.md", page(&reasks, &costs).into_bytes()),
            ("cost.svg", plot(&reasks, &assumptions).into_bytes()),
        ];
        if !self.check {
            super::say(table(&reasks, &costs).trim_end());
        }
        let mut is_fresh = true;
        for (name, text) in files {
            let path = self.reports.join(name);
            if self.keep {
                fs::write(&path, text).map_err(|error| CostFault::File { path, error })?;
            } else if self.check && !is_kept(&path, &text) {
                eprintln!(
                    "{}: is not what {MEASURED} comes to; `--keep` renews it",
                    path.display()
                );
                is_fresh = false;
            }
        }
        Ok(is_fresh)
    }

    fn assumptions(&self) -> Result<Assumptions, CostFault> {
        if self.malformed >= 1.0 {
            return Err(CostFault::Never);
        }
        let mut classes = classes(&self.corpus)?;
        for (name, weight) in &self.weights {
            if let Some(class) = classes.get_mut(name) {
                class.weight = *weight;
                continue;
            }
            let known: Vec<_> = classes.into_keys().collect();
            return Err(CostFault::Class {
                name: name.clone(),
                known: known.join(", "),
            });
        }
        if !classes.values().any(|Class { weight, .. }| *weight > 0.0) {
            return Err(CostFault::NoWeight);
        }
        Ok(Assumptions {
            malformed: self.malformed,
            repaired: self.repaired,
            answer_weight: self.answer_weight,
            classes,
        })
    }
}

fn is_kept(path: &Path, text: &[u8]) -> bool {
    fs::read(path).is_ok_and(|kept| kept == text)
}
