//! What a report says of generated scenes: an entry for each counterexample, and the faults that none of them shows.

use recovery_reports::Verdict;
use recovery_reports::report::{self, Expected};

use super::{Settings, expected_fully};
use crate::case::Finish;
use crate::explore::{Counterexample, Exploration, MOST_KINDS, Stored};
use crate::reproduce::Reproducer;

/// What was generated, and the counterexamples as they are stored.
#[derive(Debug, Clone, Copy)]
pub struct Generated<'a> {
    /// What exploring came to.
    pub exploration: &'a Exploration,
    /// The seed.
    pub seed: u64,
    /// How many scenes were made for each property.
    pub per_property: u64,
}

/// A counterexample as the report lists it: the case that shows the failure, under the id of the counterexample.
pub(super) fn entry(one: &Counterexample, seed: u64, settings: &Settings<'_>) -> report::Case {
    let reproducer = Reproducer {
        contracts: &one.contracts,
        ..settings.reproducer
    };
    let visibility = reproducer.visibility;
    let verdict = settings.expectations.map_or(one.kind.verdict, |list| {
        list.settle(&one.id, one.kind.verdict)
    });
    let stored = Stored::new(one, seed).file_name();
    let shown = one.shown();
    let decision = shown.and_then(|(_, decision)| decision);
    let telling = one.telling();
    report::Case {
        id: one.id.clone(),
        origin: report::Origin::Generated,
        profile: one.property.profile.to_string(),
        requirements: one.requirements(),
        class: one.kind.class.clone(),
        verdict,
        judged: (one.kind.verdict != verdict).then_some(one.kind.verdict),
        expected: shown.map_or_else(Expected::default, |(case, _)| {
            expected_fully(case, visibility)
        }),
        got: decision.map_or_else(report::Got::default, |decision| decision.got.clone()),
        note: Some(one.why()),
        behind: Vec::new(),
        difference: decision.and_then(|decision| decision.difference.clone()),
        generated: Some(report::Generated {
            property: one.property.invariant.name().to_owned(),
            seed,
            number: one.number,
            found: one.found,
            tries: one.tries,
            is_reproduced: one.is_reproduced,
            responses: telling
                .iter()
                .flat_map(|case| case.returned())
                .map(|(text, _)| visibility.text(&text))
                .collect(),
            finishes: telling
                .iter()
                .flat_map(|case| case.returned())
                .any(|(_, finish)| finish.is_some())
                .then(|| {
                    let returned = telling.iter().flat_map(|case| case.returned());
                    returned.map(|(_, finish)| name(finish)).collect()
                }),
            file: settings
                .counterexamples
                .map(|folder| folder.join(stored).to_string_lossy().into_owned()),
        }),
        reproduce: shown.and_then(|(case, decision)| {
            let requests = decision.map_or(&[][..], |decision| &decision.requests);
            reproducer.short_line(case, requests)
        }),
    }
}

/// How a response ended; empty if nothing is said of it.
fn name(finish: Option<Finish>) -> String {
    finish.map(Finish::name).unwrap_or_default().to_owned()
}

/// What fails a run of what was generated and no counterexample shows.
pub(super) fn faults(exploration: &Exploration, fail_on: &[Verdict]) -> Vec<String> {
    let mut faults = Vec::new();
    let further: u64 = fail_on
        .iter()
        .map(|verdict| exploration.further.count(*verdict))
        .sum();
    if further > 0 {
        faults.push(format!(
            "{} more kinds of failure were not shrunk: {further} generated scenes; at most {MOST_KINDS} kinds a profile are",
            exploration.further_kinds
        ));
    }
    // A program whose time grows too fast hangs on what is only long enough.
    if fail_on.contains(&Verdict::Hang) {
        faults.extend(exploration.steep().map(|growth| {
            // No figure stands here: it would differ from run to run.
            format!(
                "the time for `{}` in {} grows faster than the size, see `growth` in the report (FEN-1)",
                growth.shape, growth.profile
            )
        }));
    }
    faults
}
