//! Scenes of runs: any sequence of calls, writes and thinking over a few tools, under any policy (REQ GRD-5, GRD-7,
//! GRD-10).

use std::collections::BTreeMap;

use super::course::{Course, OnCorruption};
use super::led::{Led, READERS, WRITERS};
use super::policy::{self, Policy};
use crate::case::{Ask, Expectation, RunDue, RunError, RunStep};
use crate::generate::{Choices, Scene};

/// How many steps a run has at most.
const MOST_STEPS: usize = 9;

/// Any run: one case.
pub(in crate::generate) fn run(choices: &mut Choices<'_>) -> Scene {
    if choices.one_in(8) {
        return refused(choices);
    }
    let mut draft = Led::begin(choices);
    while choices.more(draft.steps.len(), MOST_STEPS) {
        draft.step(choices);
    }
    let case = draft.clone().case();
    draft.scene(vec![case])
}

/// A run and its beginnings, each of which must come to the same as far as it goes: two or three cases.
pub(in crate::generate) fn prefixes(choices: &mut Choices<'_>) -> Scene {
    let mut draft = Led::begin(choices);
    draft.step(choices);
    let mut cases = vec![draft.clone().case()];
    while choices.more(draft.steps.len(), MOST_STEPS) {
        draft.step(choices);
        if cases.len() < 2 && choices.one_in(3) {
            cases.push(draft.clone().case());
        }
    }
    cases.push(draft.clone().case());
    draft.scene(cases)
}

/// The same steps under each policy: two cases. What an output comes to does not depend on it; what may be written does.
pub(in crate::generate) fn policies(choices: &mut Choices<'_>) -> Scene {
    let mut draft = Led::begin(choices);
    draft.policy = Policy {
        on_corruption: Some(OnCorruption::BlockWrites),
        tools: BTreeMap::new(),
    };
    draft.course = Course::new(OnCorruption::BlockWrites);
    let mut other = draft.clone();
    other.policy.on_corruption = Some(OnCorruption::Stop);
    other.course = Course::new(OnCorruption::Stop);
    while choices.more(draft.steps.len(), MOST_STEPS) {
        let mut verdicts = Vec::new();
        draft.simple_step(&mut verdicts, choices);
        if let Some(step) = draft.steps.last() {
            other.follow(step.clone(), verdicts);
        }
    }
    let cases = vec![draft.clone().case(), other.case()];
    draft.scene(cases)
}

/// A run that is refused whole, and of which nothing runs: for its policy, or for a step that is two things.
fn refused(choices: &mut Choices<'_>) -> Scene {
    let kind = choices.upto(policy::REFUSALS);
    let mut draft = Led::begin(choices);
    draft.step(choices);
    let (errors, policy) = if let Some(policy) = policy::refused(kind) {
        (
            vec![RunError::PolicyInvalid, RunError::Request],
            Some(policy),
        )
    } else {
        draft.steps.push(RunStep::Both {
            call: READERS[0].to_owned(),
            write: WRITERS[0].to_owned(),
        });
        (vec![RunError::Request], None)
    };
    let mut case = draft.clone().case();
    "run-refused".clone_into(&mut case.class);
    case.expect = Expectation::Run(RunDue::Error(errors));
    if let Ask::Run(run) = &mut case.ask {
        run.policy = policy;
    }
    draft.scene(vec![case])
}
