//! `verdict(o) = the first gate that o fails`, whatever gates it fails after that (REQ GRD-1). The truth of each output says
//! it all.

use super::{Invariant, Scene};
use crate::case::Profile;
use crate::generate::{self, Choices};

/// The invariant.
pub(super) struct FirstGate;

impl Invariant for FirstGate {
    fn name(&self) -> &'static str {
        "first-gate"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Guard]
    }

    fn requirement(&self) -> &'static str {
        "GRD-1"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::guard_faults(choices)
    }
}
