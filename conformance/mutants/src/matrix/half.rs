//! One half of a row: what the written cases, or the generated ones, say of one program.

use std::collections::BTreeSet;
use std::time::Duration;

use recovery_conformance::case::Profile;
use recovery_conformance::corpus::Suite;
use recovery_conformance::explore::{self, explore};
use recovery_conformance::implementation::Launch;
use recovery_conformance::runner::{self, HandshakeError, Options};
use recovery_reports::{Verdict, Visibility};

/// How long a reply may take. A search that is quadratic takes longer for the longest responses of the suite.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The scenes of a property in the first round of the generated half. Each round has as many again as all before it, so
/// that the many mutants that die early cost little.
const FIRST_ROUND: u64 = 16;

/// The requirement that time grows in line with size.
const LINEAR: &str = "FEN-1";

/// Which scenes are generated.
#[derive(Debug, Clone, Copy)]
pub struct Scenes {
    /// How many for each property, at most; 0 leaves generated scenes out.
    pub generated: u64,
    /// What they follow from.
    pub seed: u64,
}

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
            timeout: TIMEOUT,
            visibility: Visibility::Hidden,
            // A program that hangs keeps its thread; one hang says enough.
            ends_run: Some(&|_, verdict| verdict == Verdict::Hang),
            ..Options::default()
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

    /// What generated scenes say, up to the first that convicts: first those of the profiles that the requirement
    /// is about which the program breaks, where it breaks one, then all others.
    ///
    /// # Errors
    /// [`HandshakeError`] if the program does not come up.
    pub fn generated(
        launcher: &dyn Launch,
        scenes: Scenes,
        breaks: Option<&str>,
    ) -> Result<Self, HandshakeError> {
        let (first, others): (Vec<_>, Vec<_>) = Profile::ALL
            .into_iter()
            .partition(|profile| breaks.is_some_and(|breaks| is_about(breaks, *profile)));
        let mut half = Self::default();
        for profiles in [first, others] {
            if half.killer.is_none() && !profiles.is_empty() {
                half = Self::rounds(launcher, scenes, &profiles)?;
            }
        }
        Ok(half)
    }

    /// What generated scenes of these profiles say, round after round.
    fn rounds(
        launcher: &dyn Launch,
        scenes: Scenes,
        profiles: &[Profile],
    ) -> Result<Self, HandshakeError> {
        let mut generated = FIRST_ROUND;
        loop {
            generated = generated.min(scenes.generated);
            let is_last = generated == scenes.generated;
            let half = Self::round(launcher, generated, scenes.seed, profiles, is_last)?;
            if half.killer.is_some() || is_last {
                return Ok(half);
            }
            generated *= 2;
        }
    }

    /// One round; the last one also measures how time grows with size, which takes as long as many scenes.
    fn round(
        launcher: &dyn Launch,
        generated: u64,
        seed: u64,
        profiles: &[Profile],
        is_last: bool,
    ) -> Result<Self, HandshakeError> {
        let options = explore::Options {
            generated,
            seed,
            profiles: Some(profiles),
            // What is asked here is whether there is a counterexample, not how small it is.
            max_shrink: 0,
            timeout: TIMEOUT,
            visibility: Visibility::Hidden,
            growth: is_last,
            ends_run: Some(&|_, _| true),
            ..explore::Options::default()
        };
        let exploration = explore(launcher, &options)?;
        let mut half = Self::default();
        if let Some(growth) = exploration.steep().next() {
            half.requirements.insert(LINEAR.to_owned());
            half.killer = Some(Killer {
                name: format!("growth/{}/{}", growth.profile, growth.shape),
                verdict: Verdict::Hang,
                requirements: vec![LINEAR.to_owned()],
            });
        }
        for counterexample in exploration.counterexamples {
            let case = counterexample.asked.get(counterexample.case);
            let requirements = case.map(|(case, _)| case.requirements.clone());
            let requirements = requirements.unwrap_or_default();
            half.requirements.extend(requirements.iter().cloned());
            half.killer.get_or_insert_with(|| Killer {
                name: counterexample.id.clone(),
                verdict: counterexample.kind.verdict,
                requirements,
            });
        }
        Ok(half)
    }
}

/// Whether scenes of a profile are the ones to look for a fault in this requirement first. It decides how long the
/// search takes and never what comes of it.
fn is_about(requirement: &str, profile: Profile) -> bool {
    let family = requirement.split('-').next().unwrap_or_default();
    match profile {
        Profile::Repair => family == "REP",
        Profile::Guard => family == "GRD",
        Profile::Session => {
            matches!(family, "SES" | "AUD" | "HNT" | "TRN")
                || matches!(requirement, "ACT-3" | "ACT-4" | "ACT-5" | "ACT-6")
        }
        Profile::Parse | Profile::Normalize => {
            !is_about(requirement, Profile::Repair)
                && !is_about(requirement, Profile::Session)
                && !is_about(requirement, Profile::Guard)
        }
    }
}
