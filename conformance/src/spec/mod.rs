//! The specification: one requirement a line in `SPEC.md`, and the check that each is tested on both sides.

mod check;
mod coverage;
mod problem;
mod requirement;
mod stand_in;
#[cfg(test)]
mod tests;

pub use check::{Checked, check, write};
pub use coverage::Side;
pub use problem::{SpecFault, SpecFaults, SpecProblem};
pub use requirement::{RequirementLevel, Spec};
