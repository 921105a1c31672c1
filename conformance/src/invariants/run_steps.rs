//! `run(steps) = model(steps)`: each step of any run comes to what section 10 says, and so does the stop report; the rates
//! are a recount of the steps (REQ GRD-5, GRD-7, GRD-10). The truth of each run says it all.

use super::{Invariant, Scene};
use crate::case::Profile;
use crate::generate::{self, Choices};

/// The invariant.
pub(super) struct RunSteps;

impl Invariant for RunSteps {
    fn name(&self) -> &'static str {
        "run-steps"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Guard]
    }

    fn requirement(&self) -> &'static str {
        "GRD-7"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::guard_run(choices)
    }
}
