//! The kill matrix: every mutant held against the checks, and what convicted it.

mod half;
mod report;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use recovery_conformance::corpus::Suite;
use recovery_conformance::runner::HandshakeError;
use thiserror::Error;

use crate::Mutant;
use crate::in_process::{InProcess, Program, reference};

pub use half::{Half, Killer, Scenes};
pub use report::{MATRIX, Matrix as Report};

/// The fault in a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The mistake, in one sentence.
    pub mistake: &'static str,
    /// The requirement that it breaks.
    pub breaks: &'static str,
}

/// A program to hold against the checks, and whether they must convict it.
pub struct Subject {
    /// Its name.
    pub name: &'static str,
    /// Its fault; nothing for the reference, which must survive.
    pub fault: Option<Fault>,
    /// Starts it.
    pub start: Box<dyn Fn() -> Program + Sync>,
}

/// What became of one program.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Its fault; nothing for the reference.
    pub fault: Option<Fault>,
    /// What the written cases say.
    pub written: Half,
    /// What generated cases say; nothing if none were to be made.
    pub generated: Option<Half>,
}

/// All rows, and the requirements that must each convict a mutant.
pub struct Matrix {
    /// Sorted by name, the reference first.
    pub rows: Vec<Row>,
    /// The requirements that the suite tests; none where only some of the mutants ran.
    pub required: BTreeSet<String>,
}

/// What is wrong with a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Offence {
    /// A mutant that no check convicts.
    #[error(
        "no {1} case convicts the mutant `{0}`: add one, or remove the mutant if it changes nothing"
    )]
    Survived(&'static str, &'static str),
    /// The reference is convicted.
    #[error(
        "{0} convicts the reference: mend the reference, or the case if SPEC.md says otherwise"
    )]
    Convicted(String),
    /// A mutant is convicted, but never for what it breaks.
    #[error(
        "no case of {1}, which the mutant `{0}` breaks, convicts it: correct what it breaks, or add a case"
    )]
    OtherReason(&'static str, &'static str),
    /// A requirement that convicts no mutant.
    #[error("no case of {0} convicts any mutant: add a mutant that breaks it")]
    Toothless(String),
}

impl Subject {
    /// The reference as it is.
    #[must_use]
    pub fn reference() -> Self {
        Self {
            name: "reference",
            fault: None,
            start: Box::new(reference),
        }
    }

    /// A mutant of it.
    #[must_use]
    pub fn mutant(mutant: &'static Mutant) -> Self {
        Self {
            name: mutant.name,
            fault: Some(Fault {
                mistake: mutant.mistake,
                breaks: mutant.breaks,
            }),
            start: Box::new(|| mutant.start()),
        }
    }
}

impl Matrix {
    /// Holds the subjects against the suite and against generated scenes, as many at a time as there are jobs.
    ///
    /// # Errors
    /// [`HandshakeError`] if one does not come up.
    pub fn of(
        subjects: &[Subject],
        suite: &Suite,
        scenes: Scenes,
        required: BTreeSet<String>,
        jobs: NonZeroUsize,
    ) -> Result<Self, HandshakeError> {
        let next = AtomicUsize::new(0);
        let rows = Mutex::new(Vec::new());
        let work = || {
            while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
                let row = Row::of(subject, suite, scenes);
                rows.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(row);
            }
        };
        thread::scope(|scope| {
            for _ in 0..jobs.get() {
                scope.spawn(work);
            }
        });
        let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut rows = rows.into_iter().collect::<Result<Vec<_>, _>>()?;
        rows.sort_by_key(|row| (row.fault.is_some(), row.name));
        Ok(Self { rows, required })
    }

    /// The mutants that each requirement convicts, also those that it is not required to.
    #[must_use]
    pub fn convicted_by(&self) -> BTreeMap<&str, BTreeSet<&'static str>> {
        let mut convicted: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for requirement in &self.required {
            convicted.entry(requirement.as_str()).or_default();
        }
        for row in self.rows.iter().filter(|row| row.fault.is_some()) {
            for requirement in row.requirements() {
                convicted
                    .entry(requirement.as_str())
                    .or_default()
                    .insert(row.name);
            }
        }
        convicted
    }

    /// The requirement that a mutant breaks.
    fn breaks(&self, name: &str) -> Option<&'static str> {
        let row = self.rows.iter().find(|row| row.name == name)?;
        row.fault.map(|fault| fault.breaks)
    }

    /// All that is wrong; nothing if every check does its work.
    #[must_use]
    pub fn offences(&self) -> Vec<Offence> {
        let rows = self.rows.iter().flat_map(Row::offences);
        let convicted = self.convicted_by();
        let is_toothless = |requirement: &&String| {
            convicted
                .get(requirement.as_str())
                .is_none_or(BTreeSet::is_empty)
        };
        let toothless = self.required.iter().filter(is_toothless);
        rows.chain(toothless.cloned().map(Offence::Toothless))
            .collect()
    }
}

impl Row {
    fn of(subject: &Subject, suite: &Suite, scenes: Scenes) -> Result<Self, HandshakeError> {
        let launcher = InProcess::new(subject.name, &subject.start);
        Ok(Self {
            name: subject.name,
            fault: subject.fault,
            written: Half::written(&launcher, suite)?,
            generated: if scenes.generated == 0 {
                None
            } else {
                let breaks = subject.fault.map(|fault| fault.breaks);
                Some(Half::generated(&launcher, scenes, breaks)?)
            },
        })
    }

    /// What each kind of cases says.
    fn halves(&self) -> impl Iterator<Item = (&'static str, &Half)> {
        let generated = self.generated.iter().map(|half| ("generated", half));
        iter::once(("written", &self.written)).chain(generated)
    }

    /// Every requirement of which a case convicts it.
    fn requirements(&self) -> impl Iterator<Item = &String> {
        self.halves().flat_map(|(_, half)| &half.requirements)
    }

    fn offences(&self) -> Vec<Offence> {
        let mut offences = Vec::new();
        for (kind, half) in self.halves() {
            match (self.fault, &half.killer) {
                (None, Some(killer)) => offences.push(Offence::Convicted(killer.name.clone())),
                (Some(_), None) => offences.push(Offence::Survived(self.name, kind)),
                _ => {}
            }
        }
        let is_convicted = self.halves().any(|(_, half)| half.killer.is_some());
        if let Some(Fault { breaks, .. }) = self.fault
            && is_convicted
            && !self.requirements().any(|requirement| requirement == breaks)
        {
            offences.push(Offence::OtherReason(self.name, breaks));
        }
        offences
    }
}
