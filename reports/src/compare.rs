//! Two reports of one kind, an earlier and a later one: what was fixed, broken, what is new and what is gone.
//!
//! The kind is told by the member that holds the version of the format. Each kind says for itself what each of its
//! entries came to, so that what is compared stands in one place.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::prompt_size::{self, PromptSizes};
use crate::report::Report;
use crate::speed::{self, Speed};
use crate::verdict::Verdict;

/// What became of the entries of the earlier report in the later one, each list in the order of the reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Was wrong and is right, or costs less than before.
    pub fixed: Vec<String>,
    /// Was right and is wrong, wrong in another way, or costs more than before.
    pub broken: Vec<String>,
    /// Was not there before.
    pub new: Vec<String>,
    /// Is not there any more: nobody looks at it now.
    pub gone: Vec<String>,
}

/// Why two reports cannot be compared.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// One of them is no report that this program knows.
    #[error("the {which} file is no report of conformance, prompt sizes or speed: {why}")]
    Unknown {
        /// `first` or `second`.
        which: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// They are of two kinds.
    #[error("the first file is a report of {0}, the second of {1}; compare two of one kind")]
    Kinds(&'static str, &'static str),
    /// Instructions counted on two machines.
    #[error(
        "counted on two machines ({0}; {1}), so no difference says anything; count both on one"
    )]
    Machines(String, String),
}

/// A report of any kind.
enum Any {
    Conformance(Box<Report>),
    Sizes(PromptSizes),
    Speed(Speed),
}

/// The members that tell the kinds apart.
#[derive(Deserialize)]
struct Kind {
    report: Option<u32>,
    prompt_sizes: Option<u32>,
    speed: Option<u32>,
}

impl Any {
    fn read(which: &'static str, text: &str) -> Result<Self, CompareError> {
        let unknown = |why: String| CompareError::Unknown { which, why };
        let kind: Kind = serde_json::from_str(text).map_err(|error| unknown(error.to_string()))?;
        let read = match kind {
            Kind {
                report: Some(_), ..
            } => Report::read(text).map(|report| Self::Conformance(Box::new(report))),
            Kind {
                prompt_sizes: Some(_),
                ..
            } => PromptSizes::read(text).map(Self::Sizes),
            Kind { speed: Some(_), .. } => Speed::read(text).map(Self::Speed),
            _ => return Err(unknown("it has the mark of none".to_owned())),
        };
        read.map_err(|error| unknown(error.to_string()))
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Conformance(_) => "conformance",
            Self::Sizes(_) => "prompt sizes",
            Self::Speed(_) => "speed",
        }
    }
}

/// Compares an earlier report with a later one, both as JSON text.
///
/// # Errors
/// See [`CompareError`].
pub fn compare(earlier: &str, later: &str) -> Result<Comparison, CompareError> {
    let (earlier, later) = (Any::read("first", earlier)?, Any::read("second", later)?);
    match (&earlier, &later) {
        (Any::Conformance(earlier), Any::Conformance(later)) => Ok(conformance(earlier, later)),
        (Any::Sizes(earlier), Any::Sizes(later)) => Ok(sizes(earlier, later)),
        (Any::Speed(earlier), Any::Speed(later)) if earlier.machine == later.machine => {
            Ok(speeds(earlier, later))
        }
        (Any::Speed(earlier), Any::Speed(later)) => Err(CompareError::Machines(
            earlier.machine.to_string(),
            later.machine.to_string(),
        )),
        _ => Err(CompareError::Kinds(earlier.name(), later.name())),
    }
}

fn conformance(earlier: &Report, later: &Report) -> Comparison {
    let verdicts = |report: &Report| -> BTreeMap<String, Verdict> {
        let cases = report.cases.iter();
        // What the expectations file hides is compared as it was judged.
        cases
            .map(|case| (case.id.clone(), case.judged.unwrap_or(case.verdict)))
            .collect()
    };
    let (before, now) = (verdicts(earlier), verdicts(later));
    let mut comparison = Comparison::default();
    for (id, verdict) in &now {
        match before.get(id) {
            None => comparison.new.push(format!("{id}: {}", verdict.name())),
            Some(old) if old == verdict => {}
            Some(old) => {
                let told = format!("{id}: {}, before {}", verdict.name(), old.name());
                let list = if *verdict == Verdict::Pass {
                    &mut comparison.fixed
                } else {
                    &mut comparison.broken
                };
                list.push(told);
            }
        }
    }
    let gone = before.iter().filter(|(id, _)| !now.contains_key(*id));
    comparison.gone = gone
        .map(|(id, verdict)| format!("{id}: was {}", verdict.name()))
        .collect();
    comparison
}

fn sizes(earlier: &PromptSizes, later: &PromptSizes) -> Comparison {
    let mut comparison = Comparison::default();
    for change in prompt_size::growth(earlier, later) {
        let list = match change {
            prompt_size::Change::Grown { .. } => &mut comparison.broken,
            prompt_size::Change::New { .. } => &mut comparison.new,
            prompt_size::Change::Gone { .. } => &mut comparison.gone,
        };
        list.push(change.to_string());
    }
    // What would have grown on the way back became smaller on the way here.
    for change in prompt_size::growth(later, earlier) {
        if let prompt_size::Change::Grown {
            fixture,
            prompt,
            unit,
            before,
            now,
            ..
        } = change
        {
            comparison.fixed.push(format!(
                "{fixture}: the {prompt} prompt shrank from {now} to {before} {unit}"
            ));
        }
    }
    comparison
}

fn speeds(earlier: &Speed, later: &Speed) -> Comparison {
    let mut comparison = Comparison::default();
    for change in speed::changes(earlier, later) {
        let list = match change {
            speed::Change::Faster(_) => &mut comparison.fixed,
            speed::Change::Slower(_) => &mut comparison.broken,
            speed::Change::New(_) => &mut comparison.new,
            speed::Change::Gone(_) => &mut comparison.gone,
        };
        list.push(change.to_string());
    }
    comparison
}

impl Comparison {
    /// Whether nothing got worse and nothing was lost from sight.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.broken.is_empty() && self.gone.is_empty()
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [
            ("fixed", &self.fixed),
            ("broken", &self.broken),
            ("new", &self.new),
            ("gone", &self.gone),
        ];
        for (name, list) in lists {
            writeln!(f, "{name}: {}", list.len())?;
            for entry in list {
                writeln!(f, "  {entry}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
