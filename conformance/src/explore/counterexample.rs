//! Counterexamples: of each kind of failure one scene, shrunk against the implementation.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use recovery_reports::{Tally, Verdict};

use super::failure::{Came, Failure, Kind};
use super::property::Property;
use super::shrink::{Candidate, Try, shrink};
use super::trial::{Round, Tried, try_all};
use super::{MOST_KINDS, Options, Stored, fresh, run_options};
use crate::case::{Case, Profile};
use crate::generate::{Scene, Seeded, Tape};
use crate::implementation::Launch;
use crate::invariants::Violation;
use crate::runner::{Decision, Session};

/// How long shrinking one counterexample may take. Most take far less; one that hangs would take for ever.
const PATIENCE: Duration = Duration::from_secs(15);

/// A scene that fails, as small as it could be made.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// `generated/PROFILE/PROPERTY/KIND`.
    pub id: String,
    /// The property.
    pub property: Property,
    /// What kind of failure it is.
    pub kind: Kind,
    /// The number of the scene that it was shrunk from.
    pub number: u64,
    /// How many scenes failed in this way, in all properties of the profile.
    pub found: u64,
    /// How many scenes were tried in shrinking it.
    pub tries: u64,
    /// Whether it failed in the same way when it was asked alone. If not, the scene is as it was found.
    pub is_reproduced: bool,
    /// The contracts that its cases name, by their names.
    pub contracts: BTreeMap<String, String>,
    /// The scene, as it was asked.
    pub scene: Scene,
    /// Everything that was asked, what was asked afterwards included, with what it came to.
    pub asked: Vec<(Case, Option<Decision>)>,
    /// Which of them shows the failure.
    pub case: usize,
    /// What is wrong, if each answer is right by itself.
    pub violation: Option<Violation>,
}

/// Failures as they are found, kind by kind.
#[derive(Default)]
pub(super) struct Found(HashMap<(Profile, Kind), Group>);

struct Group {
    property: Property,
    number: u64,
    is_unsent: bool,
    order: usize,
    /// How many cases the scene has.
    cases: usize,
    found: u64,
}

impl Found {
    /// Notes a failure. The first of the scenes with the fewest cases stands for all of its kind: those that come later
    /// are no easier to shrink.
    pub(super) fn note(&mut self, property: Property, number: u64, failure: &Failure) {
        let order = self.0.len();
        let group = self
            .0
            .entry((property.profile, failure.kind.clone()))
            .or_insert(Group {
                property,
                number,
                is_unsent: failure.is_unsent,
                order,
                cases: failure.cases,
                found: 0,
            });
        group.found += 1;
        if (failure.is_unsent, failure.cases) < (group.is_unsent, group.cases) {
            group.property = property;
            group.number = number;
            group.is_unsent = failure.is_unsent;
            group.cases = failure.cases;
        }
    }

    /// Makes a counterexample of each kind; with them the number of kinds that get none, and their failures.
    pub(super) fn counterexamples(
        self,
        launcher: &dyn Launch,
        options: &Options<'_>,
    ) -> (Vec<Counterexample>, usize, Tally) {
        let mut groups: Vec<_> = self.0.into_iter().collect();
        // Single malformations come first, since a composition is most often explained by one of them.
        groups
            .sort_by_key(|((profile, kind), group)| (*profile, kind.malformations(), group.order));
        let mut all: Vec<Counterexample> = Vec::new();
        let mut further = Tally::default();
        let mut further_kinds = 0;
        for ((profile, kind), group) in groups {
            let explained = all
                .iter_mut()
                .find(|known| known.property.profile == profile && known.kind.explains(&kind));
            if let Some(known) = explained {
                known.found += group.found;
                continue;
            }
            if group.is_unsent {
                // A scene that was not asked says nothing beyond those that hung or crashed before it.
                continue;
            }
            let shown = all
                .iter()
                .filter(|one| one.property.profile == profile)
                .count();
            if shown >= MOST_KINDS || options.interrupted.load(Ordering::Relaxed) {
                further.add_many(kind.verdict, group.found);
                further_kinds += 1;
                continue;
            }
            let made = make(launcher, &group, kind, options);
            let same = all
                .iter_mut()
                .find(|known| known.property.profile == profile && known.kind == made.kind);
            match same {
                Some(known) => known.found += made.found,
                None => all.push(made),
            }
        }
        all.sort_by(|one, other| one.id.cmp(&other.id));
        (all, further_kinds, further)
    }
}

/// Shrinks the scene of a group.
fn make(launcher: &dyn Launch, group: &Group, kind: Kind, options: &Options<'_>) -> Counterexample {
    let Group {
        property, number, ..
    } = *group;
    let mut seeded = Seeded::new(options.seed, &property.id(), number);
    let (scene, tape) = property.scene(&mut seeded, number);
    let begin = Instant::now();
    let mut result = None;
    let mut tries = 0;
    // A process that is kept between tries is fast. Where it does not fail as before, or what is found with it does not
    // fail in a new process, a new one is started for each try: a leak on standard error shows only at its end.
    for is_kept in [true, false] {
        if is_kept && kind.fault == "standard-error" {
            continue;
        }
        let mut shrinking = Shrinking {
            launcher,
            options,
            property,
            number,
            kind: &kind,
            processes: is_kept.then(Default::default),
            seen: HashMap::new(),
            tries: 0,
            begin,
        };
        let start = Candidate::new(tape.clone(), scene.size());
        if shrinking.ask(&start.tape).is_none() {
            continue;
        }
        let best = shrink(start, &mut shrinking);
        tries += shrinking.tries;
        shrinking.processes = None;
        if let Some(alone) = shrinking.ask(&best.tape) {
            result = Some(alone);
            break;
        }
    }
    let is_reproduced = result.is_some();
    let (scene, asked, kind) = result.unwrap_or_else(|| {
        let cases = scene.cases.iter().map(|case| (case.clone(), None));
        let unasked = Tried {
            came: Came::Undecided { is_sent: false },
            asked: cases.collect(),
        };
        (scene, unasked, kind)
    });
    let failure = match &asked.came {
        Came::Failed(failure) => Some(failure),
        _ => None,
    };
    Counterexample {
        id: format!("{}/{}", property.id(), kind.slug()),
        property,
        number,
        found: group.found,
        tries,
        is_reproduced,
        contracts: scene.contracts.clone(),
        case: failure.map_or(0, |failure| failure.case),
        violation: failure.and_then(|failure| failure.violation),
        scene,
        asked: asked.asked,
        kind,
    }
}

/// Tries of smaller scenes.
struct Shrinking<'a> {
    launcher: &'a dyn Launch,
    options: &'a Options<'a>,
    property: Property,
    number: u64,
    kind: &'a Kind,
    /// The two processes, if they are kept between tries; started when they are first asked.
    processes: Option<[Option<Session<'a>>; 2]>,
    /// The choices that were played already, by what was made of them.
    seen: HashMap<Vec<u64>, bool>,
    tries: u64,
    begin: Instant,
}

impl Shrinking<'_> {
    /// Asks the scene of a tape; none if it does not fail in the same way.
    fn ask(&mut self, tape: &[u64]) -> Option<(Scene, Tried, Kind)> {
        let mut source = Tape::new(tape.to_vec());
        let scene = self.property.scene(&mut source, self.number).0;
        let scenes = [(self.number, scene)];
        let Self {
            launcher,
            options,
            processes,
            ..
        } = self;
        let (launcher, options) = (*launcher, *options);
        let mut ask = |round, cases: &[&Case], contracts: &BTreeMap<String, String>| {
            let Some(processes) = processes else {
                return fresh(launcher, cases, contracts, options, None);
            };
            let process = &mut processes[usize::from(round == Round::Again)];
            if process.is_none() {
                *process = Session::open(launcher, options.timeout, options.interrupted).ok();
            }
            let Some(process) = process else {
                return vec![None; cases.len()];
            };
            let run_options = run_options(options, None);
            let run = process.run(cases, contracts, &run_options);
            run.results
                .into_iter()
                .map(|(_, decision)| decision)
                .collect()
        };
        let tried = try_all(self.property, &scenes, &mut ask).pop()?;
        let Came::Failed(failure) = &tried.came else {
            return None;
        };
        let kind = failure.kind.clone();
        let [(_, scene)] = scenes;
        kind.explains(self.kind).then_some((scene, tried, kind))
    }
}

impl Try for Shrinking<'_> {
    fn attempt(&mut self, tape: &[u64]) -> Option<Candidate> {
        let mut source = Tape::new(tape.to_vec());
        let (scene, made) = self.property.scene(&mut source, self.number);
        let candidate = Candidate::new(made, scene.size());
        if let Some(fails) = self.seen.get(&candidate.tape) {
            return fails.then_some(candidate);
        }
        self.tries += 1;
        let fails = self.ask(&candidate.tape).is_some();
        self.seen.insert(candidate.tape.clone(), fails);
        fails.then_some(candidate)
    }

    fn is_over(&self) -> bool {
        self.tries >= self.options.max_shrink as u64
            || self.begin.elapsed() > PATIENCE
            || self.options.interrupted.load(Ordering::Relaxed)
    }
}

impl Counterexample {
    /// What is wrong, in words. Holds no text of a response.
    #[must_use]
    pub fn why(&self) -> String {
        if let Some(violation) = self.violation {
            return violation.sentence.to_owned();
        }
        let decision = self.asked.get(self.case);
        let note = decision.and_then(|(_, decision)| decision.as_ref()?.note.clone());
        match (note, self.is_reproduced) {
            (Some(note), true) if self.case >= self.scene.cases.len() => {
                format!("asked again, in another process: {note}")
            }
            (Some(note), true) => note,
            (_, true) => self.kind.verdict.to_string(),
            (_, false) => format!(
                "{}, but not when it was asked alone: it depends on the requests before it, or on chance",
                self.kind.fault
            ),
        }
    }

    /// The requirements that are broken.
    #[must_use]
    pub fn requirements(&self) -> Vec<String> {
        match self.shown() {
            Some((case, _)) if self.violation.is_none() && !case.requirements.is_empty() => {
                case.requirements.clone()
            }
            _ => vec![self.property.invariant.requirement().to_owned()],
        }
    }

    /// The cases with a response that it takes to see the failure: the one that shows it, or all of them if only all
    /// of them together do.
    #[must_use]
    pub fn telling(&self) -> Vec<&Case> {
        let is_alone = self.violation.is_none() && self.is_reproduced;
        let shown = match self.asked.get(self.case) {
            Some(shown) if is_alone => std::slice::from_ref(shown),
            _ => &self.asked[..],
        };
        let cases = shown.iter().map(|(case, _)| case);
        cases
            .filter(|case| case.returned().next().is_some())
            .collect()
    }

    /// The case that shows the failure, with what it came to.
    #[must_use]
    pub fn shown(&self) -> Option<(&Case, Option<&Decision>)> {
        let (case, decision) = self.asked.get(self.case)?;
        Some((case, decision.as_ref()))
    }
}

/// Asks a stored scene again, in new processes. Its verdict is that of the kind; `pass` if it is right now.
pub(super) fn asked_again(
    launcher: &dyn Launch,
    stored: &Stored,
    options: &Options<'_>,
) -> Counterexample {
    let scenes = [(stored.number, stored.scene.clone())];
    let mut ask = |_: Round, cases: &[&Case], contracts: &BTreeMap<String, String>| {
        fresh(launcher, cases, contracts, options, None)
    };
    let tried = try_all(stored.property, &scenes, &mut ask).pop();
    let [(number, scene)] = scenes;
    let tried = tried.unwrap_or(Tried {
        came: Came::Undecided { is_sent: false },
        asked: Vec::new(),
    });
    let failure = match &tried.came {
        Came::Failed(failure) => Some(failure),
        _ => None,
    };
    let plain = |verdict: Verdict| Kind {
        verdict,
        fault: verdict.name(),
        class: scene.class(),
    };
    Counterexample {
        id: stored.id.clone(),
        property: stored.property,
        kind: match &tried.came {
            Came::Failed(failure) => failure.kind.clone(),
            Came::Pass => plain(Verdict::Pass),
            Came::Skip | Came::Undecided { .. } => plain(Verdict::Skip),
        },
        number,
        found: 1,
        tries: 0,
        is_reproduced: true,
        contracts: scene.contracts.clone(),
        case: failure.map_or(0, |failure| failure.case),
        violation: failure.and_then(|failure| failure.violation),
        scene,
        asked: tried.asked,
    }
}
