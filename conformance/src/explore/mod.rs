//! Explores an implementation: generated scenes in bulk, and of each kind of failure one counterexample, as small as
//! it can be made against the implementation itself.

mod bulk;
mod counterexample;
mod failure;
mod growth;
mod property;
mod shrink;
mod stored;
mod trial;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use recovery_reports::report::{self, Accounting};
use recovery_reports::{Tally, Verdict, Visibility};

use crate::case::{Case, Profile};
use crate::implementation::Launch;
use crate::protocol::Hello;
use crate::runner::{self, Decision, EndsRun, HandshakeError, Session};
use crate::selection::Selection;
use bulk::Bulk;
use counterexample::Found;
use failure::Came;

pub use counterexample::Counterexample;
pub use failure::Kind;
pub use property::{Property, properties};
pub use stored::{Stored, StoredError};

/// How many kinds of failure get a counterexample, for each profile.
pub const MOST_KINDS: usize = 32;

/// How an implementation is explored.
pub struct Options<'a> {
    /// How many scenes are made for each property.
    pub generated: u64,
    /// What the scenes follow from.
    pub seed: u64,
    /// How many smaller scenes are tried at most for one counterexample.
    pub max_shrink: usize,
    /// The profiles; absent: all that the implementation names.
    pub profiles: Option<&'a [Profile]>,
    /// How many processes share the scenes.
    pub jobs: NonZeroUsize,
    /// How long a reply may take.
    pub timeout: Duration,
    /// Whether text of responses may be shown.
    pub visibility: Visibility,
    /// Whether it is measured how time grows with size.
    pub growth: bool,
    /// Which properties, by their id.
    pub selection: &'a Selection,
    /// Tells from the id of a counterexample and its verdict whether exploring ends with it; absent: never.
    pub ends_run: Option<EndsRun<'a>>,
    /// Set from outside to stop.
    pub interrupted: &'a AtomicBool,
    /// Called with the number of scenes that were judged since the last call.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// What leaves no property out.
static EVERYTHING: Selection = Selection {
    only: Vec::new(),
    skip: Vec::new(),
};

impl Default for Options<'_> {
    /// Every property, as much of each as the command line asks for by itself, and otherwise as the runner does it.
    fn default() -> Self {
        let runner::Options {
            profiles,
            jobs,
            timeout,
            visibility,
            ends_run,
            interrupted,
            progress,
            ..
        } = runner::Options::default();
        Self {
            generated: 256,
            seed: 1,
            max_shrink: 2_000,
            profiles,
            jobs,
            timeout,
            visibility,
            growth: true,
            selection: &EVERYTHING,
            ends_run,
            interrupted,
            progress,
        }
    }
}

/// What exploring came to.
#[derive(Debug)]
pub struct Exploration {
    /// What the implementation says of itself.
    pub hello: Hello,
    /// What became of the scenes of each property, profile by profile.
    pub properties: Vec<report::Property>,
    /// What became of all scenes.
    pub accounting: Accounting,
    /// One for each kind of failure, up to [`MOST_KINDS`] a profile.
    pub counterexamples: Vec<Counterexample>,
    /// How often each verdict was given to scenes of kinds past that.
    pub further: Tally,
    /// How many kinds these are.
    pub further_kinds: usize,
    /// How time grows with size, if that was measured.
    pub growth: Vec<report::Growth>,
    /// Whether it was stopped from outside.
    pub is_interrupted: bool,
    /// Whether it ended with a failure, as it was asked to.
    pub is_stopped_early: bool,
    /// How long the scenes took, without shrinking.
    pub duration: Duration,
    /// How long shrinking took.
    pub shrinking: Duration,
}

/// Explores an implementation.
///
/// # Errors
/// [`HandshakeError`] if it does not come up at all.
pub fn explore(
    launcher: &dyn Launch,
    options: &Options<'_>,
) -> Result<Exploration, HandshakeError> {
    let begin = Instant::now();
    let session = Session::open(launcher, options.timeout, options.interrupted)?;
    let hello = session.hello().clone();
    drop(session);
    let is_asked = |profile: &Profile| {
        hello.profiles.contains(profile)
            && options
                .profiles
                .is_none_or(|profiles| profiles.contains(profile))
    };
    let properties: Vec<Property> = properties()
        .into_iter()
        .filter(|property| is_asked(&property.profile) && options.selection.selects(&property.id()))
        .collect();
    let bulk = Bulk::run(launcher, &properties, options);
    let duration = begin.elapsed();
    let mut accounting = Accounting::default();
    let mut reported = Vec::new();
    let mut found = Found::default();
    for (property, came) in properties.iter().zip(&bulk.came) {
        reported.push(account(*property, came, &mut accounting));
        for (number, came) in (0..).zip(came) {
            if let Came::Failed(failure) = came {
                found.note(*property, number, failure);
            }
        }
    }
    let (counterexamples, further_kinds, further) = found.counterexamples(launcher, options);
    let shrinking = begin.elapsed().saturating_sub(duration);
    let growth = if options.growth && !bulk.is_stopped_early {
        let is_measured = |profile: &Profile| {
            is_asked(profile) && options.selection.selects(&growth_id(*profile))
        };
        let profiles: Vec<_> = growth::PROFILES.into_iter().filter(is_measured).collect();
        growth::measure(launcher, &profiles, options)
    } else {
        Vec::new()
    };
    Ok(Exploration {
        hello,
        properties: reported,
        accounting,
        counterexamples,
        further,
        further_kinds,
        growth,
        is_interrupted: options.interrupted.load(Ordering::Relaxed),
        is_stopped_early: bulk.is_stopped_early,
        duration,
        shrinking,
    })
}

impl Exploration {
    /// The curves that are too steep (REQ FEN-1).
    pub fn steep(&self) -> impl Iterator<Item = &report::Growth> {
        self.growth.iter().filter(|growth| growth::is_steep(growth))
    }
}

/// The profiles in which growth is measured.
pub use growth::PROFILES as GROWTH_PROFILES;

/// The id under which the growth of a profile is selected, like a property.
#[must_use]
pub fn growth_id(profile: Profile) -> String {
    format!("generated/{profile}/growth")
}

/// Asks a stored scene again and gives what it came to.
///
/// # Errors
/// [`HandshakeError`] if the implementation does not come up at all.
pub fn replay(
    launcher: &dyn Launch,
    stored: &Stored,
    options: &Options<'_>,
) -> Result<Counterexample, HandshakeError> {
    drop(Session::open(
        launcher,
        options.timeout,
        options.interrupted,
    )?);
    Ok(counterexample::asked_again(launcher, stored, options))
}

/// What became of the scenes of a property, added up for all of them as well.
fn account(property: Property, came: &[Came], all: &mut Accounting) -> report::Property {
    let mut verdicts = Tally::default();
    let mut judged = 0;
    for came in came {
        all.selected += 1;
        let (verdict, is_sent) = match came {
            Came::Pass => (Verdict::Pass, true),
            Came::Skip => (Verdict::Skip, true),
            Came::Failed(failure) => (failure.kind.verdict, !failure.is_unsent),
            Came::Undecided { is_sent } => {
                all.sent += u64::from(*is_sent);
                all.abandoned += u64::from(*is_sent);
                all.undecided += u64::from(!*is_sent);
                continue;
            }
        };
        verdicts.add(verdict);
        all.sent += u64::from(is_sent);
        *match (is_sent, verdict) {
            (false, _) => &mut all.decided_unsent,
            (true, Verdict::Hang) => &mut all.hang,
            (true, Verdict::Crash) => &mut all.crash,
            (true, Verdict::Garbage) => &mut all.garbage,
            (true, _) => {
                judged += 1;
                &mut all.judged
            }
        } += 1;
    }
    report::Property {
        name: property.invariant.name().to_owned(),
        profile: property.profile.to_string(),
        generated: came.len() as u64,
        judged,
        verdicts,
    }
}

/// Asks cases of a process of their own, which ends with the last of them.
fn fresh(
    launcher: &dyn Launch,
    cases: &[&Case],
    contracts: &BTreeMap<String, String>,
    options: &Options<'_>,
    ends_run: Option<EndsRun<'_>>,
) -> Vec<Option<Decision>> {
    let run_options = run_options(options, ends_run);
    match runner::run(launcher, cases, contracts, &run_options) {
        Ok(run) => run
            .results
            .into_iter()
            .map(|(_, decision)| decision)
            .collect(),
        Err(HandshakeError::Interrupted) => vec![None; cases.len()],
        Err(error) => vec![Some(Decision::given_up(1, &error)); cases.len()],
    }
}

/// How the runner asks for a scene: in one process, and with replies kept for the relations between them.
fn run_options<'a>(options: &'a Options<'_>, ends_run: Option<EndsRun<'a>>) -> runner::Options<'a> {
    runner::Options {
        timeout: options.timeout,
        visibility: options.visibility,
        ends_run,
        keep_replies: true,
        interrupted: options.interrupted,
        ..runner::Options::default()
    }
}

#[cfg(test)]
mod tests;
