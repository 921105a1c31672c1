//! Invariants: relations between what is asked and what is answered that hold for every implementation.
//!
//! Each case of a scene is judged against its constructed truth first. An invariant adds what no single case can say:
//! how answers relate to one another, and to what a reply says of itself. None of them knows an implementation.

mod all_or_nothing;
mod at_most_once;
mod audit_follows_calls;
mod conservation;
mod contracts;
mod counters;
mod course;
mod determinism;
mod first_gate;
mod honesty;
mod idempotence;
mod independence;
mod limits;
mod marker_alone;
mod metamorphic;
mod no_canary;
mod no_leak;
mod no_write_after_corruption;
mod outside_untouched;
mod prompt_is_a_function;
mod prompt_without_context;
mod read;
mod rebuilt_is_clean;
mod repair_conserves;
mod replay;
mod resume_changes_nothing;
mod run_begins_alike;
mod run_steps;
mod same;
mod session_steps;
#[cfg(test)]
mod testing;
mod two_steps_agree;
mod valid_in_same_out;

use recovery_reports::Verdict;

use crate::case::{Case, Profile};
use crate::generate::{Choices, Scene};
use crate::protocol::Answer;

/// A relation that holds between what is asked and what is answered, whoever answers.
pub trait Invariant: Sync {
    /// Its name in reports and ids.
    fn name(&self) -> &'static str;

    /// The requirement that is broken where the relation is, each answer being right by itself.
    fn requirement(&self) -> &'static str;

    /// The profiles that it holds in.
    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Parse, Profile::Normalize, Profile::Repair]
    }

    /// The scene that these choices make for it.
    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene;

    /// What is asked afterwards, in another process that was started after the first one was ended. The scenes of a
    /// batch are then asked in reverse order. Only asked where every first answer was right.
    fn again(&self, _scene: &Scene, _first: &[Heard<'_>]) -> Vec<Case> {
        Vec::new()
    }

    /// Whether the relation holds. Every answer has been judged right by itself.
    ///
    /// # Errors
    /// The [`Violation`].
    fn check(
        &self,
        _scene: &Scene,
        _first: &[Heard<'_>],
        _again: &[Heard<'_>],
    ) -> Result<(), Violation> {
        Ok(())
    }
}

/// A case and what was answered to it.
#[derive(Debug, Clone)]
pub struct Heard<'a> {
    /// The case.
    pub case: &'a Case,
    /// The reply as it came.
    pub line: &'a str,
    /// What it says.
    pub answer: Answer<'a>,
}

/// How a relation is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Violation {
    /// A short name, for telling violations of one kind from those of another.
    pub name: &'static str,
    /// What it is worth.
    pub verdict: Verdict,
    /// What is wrong, in one sentence that quotes no text of a response.
    pub sentence: &'static str,
}

/// Every invariant, in the order in which they are run.
pub const ALL: [&dyn Invariant; 28] = [
    &conservation::Conservation,
    &valid_in_same_out::ValidInSameOut,
    &idempotence::Idempotence,
    &determinism::Determinism,
    &independence::Independence,
    &all_or_nothing::AllOrNothing,
    &no_leak::NoLeak,
    &honesty::Honesty,
    &limits::Limits,
    &metamorphic::Metamorphic,
    &contracts::Contracts,
    &repair_conserves::RepairConserves,
    &outside_untouched::OutsideUntouched,
    &prompt_without_context::PromptWithoutContext,
    &two_steps_agree::TwoStepsAgree,
    &rebuilt_is_clean::RebuiltIsClean,
    &session_steps::SessionSteps,
    &counters::Counters,
    &resume_changes_nothing::ResumeChangesNothing,
    &at_most_once::AtMostOnce,
    &audit_follows_calls::AuditFollowsCalls,
    &no_canary::NoCanary,
    &prompt_is_a_function::PromptIsAFunction,
    &marker_alone::MarkerAlone,
    &first_gate::FirstGate,
    &run_steps::RunSteps,
    &run_begins_alike::RunBeginsAlike,
    &no_write_after_corruption::NoWriteAfterCorruption,
];

impl Violation {
    const fn corruption(name: &'static str, sentence: &'static str) -> Self {
        Self {
            name,
            verdict: Verdict::Corruption,
            sentence,
        }
    }

    const fn imprecise(name: &'static str, sentence: &'static str) -> Self {
        Self {
            name,
            verdict: Verdict::Imprecise,
            sentence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_fit_into_ids() {
        let names: BTreeSet<_> = ALL.iter().map(|invariant| invariant.name()).collect();
        assert_eq!(names.len(), ALL.len());
        for name in names {
            let fits = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
            assert!(name.bytes().all(fits), "{name}");
        }
    }
}
