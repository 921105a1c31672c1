//! What a run is about to do: which cases, in which order, under which contracts, and how far.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use recovery_reports::{Verdict, Visibility};

use super::horizon::Horizon;
use crate::canary::Planted;
use crate::case::{Case, Profile};
use crate::implementation::Launch;
use crate::protocol::{Hello, Request};

/// How many requests may be under way at most, whatever an implementation offers. More makes nothing faster.
const MAX_WINDOW: usize = 64;

/// Tells, from the id of a case and its verdict, whether the run ends with it.
pub type EndsRun<'a> = &'a (dyn Fn(&str, Verdict) -> bool + Sync);

/// How a run is done.
pub struct Options<'a> {
    /// The profiles to hold the implementation against; absent: all that it names.
    pub profiles: Option<&'a [Profile]>,
    /// How many processes share the cases.
    pub jobs: NonZeroUsize,
    /// How long a reply may take.
    pub timeout: Duration,
    /// Whether text of responses may be shown.
    pub visibility: Visibility,
    /// Which verdicts end the run at once; absent: none.
    pub ends_run: Option<EndsRun<'a>>,
    /// Whether replies are kept as they came.
    pub keep_replies: bool,
    /// Set from outside to stop the run.
    pub interrupted: &'a AtomicBool,
    /// Called with the number of cases that got a verdict since the last call.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// What nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Options<'_> {
    /// All profiles in one process to the end, five seconds for a reply, and nobody who watches or stops it.
    fn default() -> Self {
        Self {
            profiles: None,
            jobs: NonZeroUsize::MIN,
            timeout: Duration::from_secs(5),
            visibility: Visibility::Shown,
            ends_run: None,
            keep_replies: false,
            interrupted: &NEVER,
            progress: &|_| {},
        }
    }
}

/// A plan that every worker shares.
pub(super) struct Plan<'l, 'a> {
    pub(super) launcher: &'l dyn Launch,
    pub(super) interrupted: &'l AtomicBool,
    /// The canaries in the responses of the cases.
    pub(super) planted: Arc<Planted>,
    pub(super) options: &'a Options<'a>,
    pub(super) window: usize,
    /// The cases, profile by profile.
    pub(super) cases: Vec<&'a Case>,
    pub(super) stages: Vec<Stage>,
    /// The contracts that cases need loaded, by name.
    pub(super) contracts: Vec<(&'a str, &'a str)>,
    pub(super) horizon: Horizon,
    texts: &'a BTreeMap<String, String>,
}

/// The part of a plan that belongs to one profile.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    pub(super) profile: Profile,
    pub(super) cases: Range<usize>,
    /// Whether the implementation names the profile.
    pub(super) is_offered: bool,
}

impl<'l, 'a> Plan<'l, 'a> {
    pub(super) fn new(
        launcher: &'l dyn Launch,
        interrupted: &'l AtomicBool,
        planted: Arc<Planted>,
        cases: &[&'a Case],
        texts: &'a BTreeMap<String, String>,
        hello: &Hello,
        options: &'a Options<'a>,
    ) -> Self {
        let profiles = options.profiles.unwrap_or(&hello.profiles);
        let mut ordered = Vec::new();
        let mut stages = Vec::new();
        for profile in Profile::ALL
            .into_iter()
            .filter(|profile| profiles.contains(profile))
        {
            let start = ordered.len();
            ordered.extend(cases.iter().copied().filter(|case| case.profile == profile));
            stages.push(Stage {
                profile,
                cases: start..ordered.len(),
                is_offered: hello.profiles.contains(&profile),
            });
        }
        let needed: BTreeMap<_, _> = ordered
            .iter()
            .flat_map(|case| case.loaded_contracts())
            .map(|name| (name, text_of(texts, name)))
            .collect();
        Self {
            launcher,
            interrupted,
            planted,
            options,
            window: hello.pipeline.min(MAX_WINDOW),
            horizon: Horizon::new(stages.iter().map(|stage| stage.cases.clone())),
            cases: ordered,
            stages,
            contracts: needed.into_iter().collect(),
            texts,
        }
    }

    /// The indexes of the contracts that a case needs loaded before it is sent.
    pub(super) fn contracts_of(&self, case: usize) -> impl Iterator<Item = usize> {
        let names = self
            .cases
            .get(case)
            .into_iter()
            .flat_map(|case| case.loaded_contracts());
        names.filter_map(|name| {
            let found = self.contracts.binary_search_by_key(&name, |(name, _)| name);
            found.ok()
        })
    }

    /// The text of every contract.
    pub(super) fn texts(&self) -> &'a BTreeMap<String, String> {
        self.texts
    }

    /// What a case asks.
    pub(super) fn request(&self, case: &'a Case) -> Request<'a> {
        Request::of_case(case, self.texts)
    }
}

/// The text of a contract. A suite knows every contract that its cases name; one that it does not is sent as nothing,
/// which no implementation loads.
fn text_of<'a>(texts: &'a BTreeMap<String, String>, name: &str) -> &'a str {
    texts.get(name).map_or("null", String::as_str)
}
