//! One half of a row: what the written cases, or the generated ones, say of one program.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use recovery_conformance::corpus::Suite;
use recovery_conformance::implementation::Launch;
use recovery_conformance::runner::{self, HandshakeError, Options};
use recovery_reports::{Verdict, Visibility};

/// How long a reply may take. A search that is quadratic takes longer for the longest responses of the suite.
const TIMEOUT: Duration = Duration::from_secs(2);

/// What one kind of case says of one program.
#[derive(Debug, Default)]
pub struct Half {
    /// The first case that convicts it.
    pub killer: Option<Killer>,
    /// The requirements of all cases that convict it.
    pub requirements: BTreeSet<String>,
}

/// What convicts a program.
#[derive(Debug)]
pub struct Killer {
    /// The id of the case.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The requirements that the case tests.
    pub requirements: Vec<String>,
}

impl Half {
    /// What the written cases say.
    ///
    /// # Errors
    /// [`HandshakeError`] if the program does not come up.
    pub fn written(launcher: &dyn Launch, suite: &Suite) -> Result<Self, HandshakeError> {
        let cases: Vec<_> = suite.cases.iter().collect();
        let options = Options {
            profiles: None,
            jobs: NonZeroUsize::MIN,
            timeout: TIMEOUT,
            visibility: Visibility::Hidden,
            // A program that hangs keeps its thread; one hang says enough.
            ends_run: Some(&|_, verdict| verdict == Verdict::Hang),
            keep_replies: false,
            interrupted: &AtomicBool::new(false),
            progress: &|_| {},
        };
        let run = runner::run(launcher, &cases, &suite.contracts, &options)?;
        let mut half = Self::default();
        for (case, decision) in &run.results {
            let verdict = decision.as_ref().map(|decision| decision.verdict);
            let Some(verdict) = verdict.filter(|verdict| *verdict != Verdict::Pass) else {
                continue;
            };
            half.requirements.extend(case.requirements.iter().cloned());
            half.killer.get_or_insert_with(|| Killer {
                name: case.id.clone(),
                verdict,
                requirements: case.requirements.clone(),
            });
        }
        Ok(half)
    }
}
