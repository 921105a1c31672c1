//! The runner: sends every case to an implementation and brings back what each came to.
//!
//! A crash, a hang or garbage is the verdict of a case, never the end of the run.

mod contracts;
mod conversation;
mod decision;
mod handshake;
mod horizon;
mod plan;
mod session;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use recovery_reports::Verdict;
use recovery_reports::report::Accounting;

use crate::canary::{self, Planted};
use crate::case::{Case, Profile};
use crate::implementation::Launch;
use crate::judge::Fault;
use crate::protocol::Hello;
use plan::Plan;
use worker::{Share, Worker};

pub use decision::Decision;
pub use handshake::{FirstLine, HandshakeError, LastWords};
pub use plan::{EndsRun, Options};
pub use session::Session;

/// What a run came to.
#[derive(Debug)]
pub struct Run<'a> {
    /// What the implementation says of itself.
    pub hello: Hello,
    /// The profiles that it was held against.
    pub profiles: Vec<Profile>,
    /// Every case of these profiles, with what it came to; none for a case that the run did not come to.
    pub results: Vec<(&'a Case, Option<Decision>)>,
    /// What became of the cases.
    pub accounting: Accounting,
    /// Whether the run was stopped from outside.
    pub is_interrupted: bool,
    /// Whether the run ended with the first failure, as it was asked to.
    pub is_stopped_early: bool,
    /// How long it took.
    pub duration: Duration,
}

impl Run<'_> {
    /// Every case that got a verdict, by its id.
    pub fn verdicts(&self) -> impl Iterator<Item = (&str, Verdict)> {
        self.results
            .iter()
            .filter_map(|(case, decision)| Some((case.id.as_str(), decision.as_ref()?.verdict)))
    }

    /// The same without what says nothing about a case: it was skipped, or not sent since others failed before it.
    pub fn judged(&self) -> impl Iterator<Item = (&str, Verdict)> {
        let decided = self
            .results
            .iter()
            .filter_map(|(case, decision)| Some((case.id.as_str(), decision.as_ref()?)));
        decided
            .filter(|(_, decision)| !decision.is_unsent && decision.verdict != Verdict::Skip)
            .map(|(id, decision)| (id, decision.verdict))
    }
}

/// Holds an implementation against cases. `contracts` has the text of every contract that they name.
///
/// # Errors
/// [`HandshakeError`] if the implementation does not come up at all.
pub fn run<'a>(
    launcher: &'a dyn Launch,
    cases: &[&'a Case],
    contracts: &'a BTreeMap<String, String>,
    options: &'a Options<'a>,
) -> Result<Run<'a>, HandshakeError> {
    let begin = Instant::now();
    let planted = Arc::new(Planted::of(
        cases
            .iter()
            .flat_map(|case| case.returned().map(|(text, _)| text)),
    ));
    let (conversation, hello) =
        handshake::open(launcher, &planted, 0, options.timeout, options.interrupted)?;
    let interrupted = options.interrupted;
    let plan = Plan::new(
        launcher,
        interrupted,
        planted,
        cases,
        contracts,
        &hello,
        options,
    );
    let jobs = options.jobs.get();
    let shares: Vec<Share> = thread::scope(|scope| {
        let plan = &plan;
        let others: Vec<_> = (1..jobs)
            .map(|job| scope.spawn(move || Worker::new(plan, None, 0).run(job, jobs)))
            .collect();
        let mut shares = vec![Worker::new(plan, Some(conversation), 0).run(0, jobs)];
        // A worker that panicked leaves its cases undecided, which the accounting finds.
        shares.extend(others.into_iter().filter_map(|other| other.join().ok()));
        shares
    });
    Ok(finish(&plan, shares, hello, begin))
}

/// Puts a run together from what its workers bring back.
fn finish<'a>(plan: &Plan<'_, 'a>, shares: Vec<Share>, hello: Hello, begin: Instant) -> Run<'a> {
    let (sent, decisions) = merge(plan, shares);
    Run {
        accounting: account(&sent, &decisions),
        profiles: plan.stages.iter().map(|stage| stage.profile).collect(),
        results: plan.cases.iter().copied().zip(decisions).collect(),
        hello,
        is_interrupted: plan.interrupted.load(Ordering::Relaxed),
        is_stopped_early: plan.horizon.has_failure(),
        duration: begin.elapsed(),
    }
}

/// Puts the shares of all workers together, with what only all of them together tell.
fn merge(plan: &Plan<'_, '_>, shares: Vec<Share>) -> (Vec<bool>, Vec<Option<Decision>>) {
    let mut sent = vec![false; plan.cases.len()];
    let mut decisions: Vec<Option<Decision>> = vec![None; plan.cases.len()];
    let mut canaries = BTreeSet::new();
    for share in shares {
        canaries.extend(share.canaries);
        for (sent, is_sent) in sent.iter_mut().zip(share.sent) {
            *sent |= is_sent;
        }
        for (decision, theirs) in decisions.iter_mut().zip(share.decisions) {
            if theirs.is_some() {
                *decision = theirs;
            }
        }
    }
    let told: BTreeSet<&str> = canaries
        .iter()
        .flat_map(|token| plan.planted.told_by(token))
        .collect();
    let all = sent.iter_mut().zip(&mut decisions).zip(&plan.cases);
    for (index, ((sent, decision), case)) in all.enumerate() {
        // Whether a case beyond a horizon was sent before that was known depends on chance, so it counts as not sent.
        if plan.horizon.is_behind_failure(index) {
            *decision = None;
            *sent = false;
            continue;
        }
        if let Some(hung) = plan.horizon.hangs_before(index) {
            let hung = plan.cases.get(hung).unwrap_or_default();
            let ids = hung.iter().map(|case| case.id.clone()).collect();
            *decision = Some(Decision::behind_hangs(ids));
            *sent = false;
            continue;
        }
        let is_told = || {
            case.returned()
                .any(|(text, _)| canary::tokens(&text).any(|token| told.contains(token)))
        };
        if let Some(decision) = decision
            && Verdict::Leak < decision.verdict
            && !told.is_empty()
            && is_told()
        {
            let leak = Decision::of_fault(&Fault::Leak("standard error"));
            decision.verdict = leak.verdict;
            decision.note = leak.note;
            decision.fault = leak.fault;
        }
    }
    (sent, decisions)
}

/// What became of the cases. A case that was sent and has no verdict is in no sum of verdicts, so that a lost reply
/// makes the account come out uneven.
fn account(sent: &[bool], decisions: &[Option<Decision>]) -> Accounting {
    let mut account = Accounting {
        selected: decisions.len() as u64,
        ..Accounting::default()
    };
    for (is_sent, decision) in sent.iter().zip(decisions) {
        let verdict = decision.as_ref().map(|decision| decision.verdict);
        account.sent += u64::from(*is_sent);
        *match (is_sent, verdict) {
            (true, None) => &mut account.abandoned,
            (true, Some(Verdict::Hang)) => &mut account.hang,
            (true, Some(Verdict::Crash)) => &mut account.crash,
            (true, Some(Verdict::Garbage)) => &mut account.garbage,
            (true, Some(_)) => &mut account.judged,
            (false, Some(_)) => &mut account.decided_unsent,
            (false, None) => &mut account.undecided,
        } += 1;
    }
    account
}

#[cfg(test)]
mod tests;
