//! Scenes in bulk: batch after batch, each with processes of its own, so that batches can be shared out.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use recovery_reports::Verdict;

use super::failure::{Came, Failure, Kind};
use super::property::Property;
use super::trial::{Round, try_all};
use super::{Options, fresh};
use crate::case::{Case, Profile};
use crate::generate::{Scene, Seeded};
use crate::implementation::Launch;
use crate::runner::Decision;

/// How many scenes share a process. Few enough that a crash has not much to load again.
const BATCH: u64 = 128;

/// How many scenes of a property may hang or crash before the rest counts as doing so too, unsent.
const MOST_HANGS: usize = 3;
const MOST_CRASHES: usize = 8;

/// What the scenes of all properties came to.
pub(super) struct Bulk {
    /// By property, what became of each scene, in the order of numbers.
    pub(super) came: Vec<Vec<Came>>,
    /// Whether a failure ended it.
    pub(super) is_stopped_early: bool,
}

struct Batch {
    property: usize,
    numbers: Range<u64>,
}

/// What a batch came to, and whether it ends more than itself.
struct Done {
    came: Vec<Came>,
    ends: Option<Ends>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The property: too much in it hangs or crashes.
    Property(Verdict),
    /// The profile: everything hangs.
    Profile,
    /// The run: a failure that it was to stop at.
    Run,
}

impl Bulk {
    /// Asks all scenes of these properties.
    pub(super) fn run(
        launcher: &dyn Launch,
        properties: &[Property],
        options: &Options<'_>,
    ) -> Self {
        let batches: Vec<Batch> = (0..properties.len())
            .flat_map(|property| {
                let starts = (0..options.generated).step_by(usize::try_from(BATCH).unwrap_or(1));
                starts.map(move |start| Batch {
                    property,
                    numbers: start..options.generated.min(start + BATCH),
                })
            })
            .collect();
        let next = AtomicUsize::new(0);
        // The first batch that ends: of each property, of each profile, of the run. Only batches behind it are left
        // out, so what comes out does not depend on how many processes share the work.
        let stops = Stops::new(properties.len());
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(batch) = batches.get(index) else {
                    return done;
                };
                let Some(&property) = properties.get(batch.property) else {
                    return done;
                };
                if stops.verdict(index, batch.property, property).is_some() {
                    continue;
                }
                let came = run_batch(launcher, property, batch.numbers.clone(), options);
                if let Some(ends) = came.ends {
                    stops.note(index, batch.property, property, ends);
                }
                done.push((index, came));
            }
        };
        let mut results: Vec<Option<Done>> = batches.iter().map(|_| None).collect();
        thread::scope(|scope| {
            let others: Vec<_> = (1..options.jobs.get()).map(|_| scope.spawn(work)).collect();
            let own = work();
            let theirs = others.into_iter().filter_map(|other| other.join().ok());
            for (index, done) in theirs.flatten().chain(own) {
                if let Some(slot) = results.get_mut(index) {
                    *slot = Some(done);
                }
            }
        });
        let mut came: Vec<Vec<Came>> = vec![Vec::new(); properties.len()];
        for (index, (batch, done)) in batches.iter().zip(results).enumerate() {
            let Some(&property) = properties.get(batch.property) else {
                continue;
            };
            let unsent = stops.verdict(index, batch.property, property);
            let slot = &mut came[batch.property];
            match (unsent, done) {
                (None, Some(done)) => slot.extend(done.came),
                (Some(unsent), _) => slot.extend(batch.numbers.clone().map(|_| unsent.clone())),
                (None, None) => slot.extend(
                    batch
                        .numbers
                        .clone()
                        .map(|_| Came::Undecided { is_sent: false }),
                ),
            }
        }
        Self {
            came,
            is_stopped_early: stops.run.load(Ordering::Relaxed) != usize::MAX,
        }
    }
}

/// Behind which batch nothing is asked any more.
struct Stops {
    run: AtomicUsize,
    hung: [AtomicUsize; Profile::ALL.len()],
    properties: Vec<[AtomicUsize; 2]>,
}

impl Stops {
    fn new(properties: usize) -> Self {
        let none = || AtomicUsize::new(usize::MAX);
        Self {
            run: none(),
            hung: Profile::ALL.map(|_| none()),
            properties: (0..properties).map(|_| [none(), none()]).collect(),
        }
    }

    fn note(&self, batch: usize, property: usize, of: Property, ends: Ends) {
        let slot = match ends {
            Ends::Run => &self.run,
            Ends::Profile => &self.hung[of.profile as usize],
            Ends::Property(Verdict::Hang) => &self.properties[property][0],
            Ends::Property(_) => &self.properties[property][1],
        };
        slot.fetch_min(batch, Ordering::Relaxed);
    }

    /// What the scenes of a batch come to that lies behind a stop.
    fn verdict(&self, batch: usize, property: usize, of: Property) -> Option<Came> {
        let is_behind = |slot: &AtomicUsize| batch > slot.load(Ordering::Relaxed);
        let [hung, crashed] = &self.properties[property];
        if is_behind(&self.run) {
            Some(Came::Undecided { is_sent: false })
        } else if is_behind(&self.hung[of.profile as usize]) || is_behind(hung) {
            Some(unsent(Verdict::Hang))
        } else {
            is_behind(crashed).then(|| unsent(Verdict::Crash))
        }
    }
}

/// What a scene comes to that is not asked, since too many before it hung or crashed.
fn unsent(verdict: Verdict) -> Came {
    Came::Failed(Failure {
        kind: Kind {
            verdict,
            fault: verdict.name(),
            class: String::new(),
        },
        violation: None,
        case: 0,
        cases: 0,
        is_unsent: true,
    })
}

fn run_batch(
    launcher: &dyn Launch,
    property: Property,
    numbers: Range<u64>,
    options: &Options<'_>,
) -> Done {
    let scenes: Vec<(u64, Scene)> = numbers
        .map(|number| {
            let mut source = Seeded::new(options.seed, &property.id(), number);
            (number, property.scene(&mut source, number).0)
        })
        .collect();
    let limit = Limit::default();
    let mut ask = |_: Round, cases: &[&Case], contracts: &BTreeMap<String, String>| {
        let ends_run = |_: &str, verdict| limit.is_reached_with(verdict);
        let mut decisions = fresh(launcher, cases, contracts, options, Some(&ends_run));
        limit.note_rows(&decisions);
        if let Some(verdict) = limit.reached() {
            for decision in &mut decisions {
                decision.get_or_insert_with(|| {
                    Decision::unsent(verdict, "too many before it did the same")
                });
            }
        }
        decisions
    };
    let tried = try_all(property, &scenes, &mut ask);
    let mut came: Vec<_> = tried.into_iter().map(|tried| tried.came).collect();
    (options.progress)(came.len());
    let mut ends = match limit.reached() {
        Some(_) if limit.is_in_a_row() => Some(Ends::Profile),
        Some(verdict) => Some(Ends::Property(verdict)),
        None => None,
    };
    let is_end = |came: &Came| match (came, options.ends_run) {
        (Came::Failed(failure), Some(ends_run)) => ends_run(
            &format!("{}/{}", property.id(), failure.kind.slug()),
            failure.kind.verdict,
        ),
        _ => false,
    };
    if let Some(end) = came.iter().position(is_end) {
        for came in &mut came[end + 1..] {
            *came = Came::Undecided { is_sent: false };
        }
        ends = Some(Ends::Run);
    }
    Done { came, ends }
}

/// Counts what hangs and crashes.
#[derive(Default)]
struct Limit {
    hangs: AtomicUsize,
    crashes: AtomicUsize,
    rows: AtomicUsize,
}

impl Limit {
    fn is_reached_with(&self, verdict: Verdict) -> bool {
        let (slot, most) = match verdict {
            Verdict::Hang => (&self.hangs, MOST_HANGS),
            Verdict::Crash => (&self.crashes, MOST_CRASHES),
            _ => return false,
        };
        slot.fetch_add(1, Ordering::Relaxed) + 1 >= most
    }

    fn reached(&self) -> Option<Verdict> {
        if self.hangs.load(Ordering::Relaxed) >= MOST_HANGS {
            return Some(Verdict::Hang);
        }
        (self.crashes.load(Ordering::Relaxed) >= MOST_CRASHES).then_some(Verdict::Crash)
    }

    /// Notes whether as many cases hung in a row as end a property.
    fn note_rows(&self, decisions: &[Option<Decision>]) {
        let is_hang = |decision: &Option<Decision>| {
            decision
                .as_ref()
                .is_some_and(|decision| decision.verdict == Verdict::Hang)
        };
        let rows = decisions.windows(MOST_HANGS);
        let rows = rows.filter(|row| row.iter().all(is_hang)).count();
        self.rows.fetch_add(rows, Ordering::Relaxed);
    }

    fn is_in_a_row(&self) -> bool {
        self.rows.load(Ordering::Relaxed) > 0
    }
}
