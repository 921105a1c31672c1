//! Everything that can be wrong with the specification.

use thiserror::Error;

use super::coverage::Side;
use crate::corpus::{Fault, Faults};

/// A finding about the specification.
pub type SpecFault = Fault<SpecProblem>;

/// All findings about the specification.
pub type SpecFaults = Faults<SpecProblem>;

/// What is wrong with the specification. Each message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecProblem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The file cannot be written.
    #[error("cannot be written: {0}")]
    Unwritable(String),
    /// There is no requirement in it.
    #[error("holds no requirement; each is one line, `- **ABC-1** (MUST) … Source: … Tests:`")]
    Empty,
    /// A requirement's level is none.
    #[error("the level must be (MUST), (MUST NOT) or (MAY)")]
    Level,
    /// A requirement does not say where it comes from.
    #[error("the source is missing; write `Source: ` and the sentence it comes from")]
    Source,
    /// A requirement says neither that it is tested nor that it is planned, or says both.
    #[error(
        "the line must end in ` Planned.` if it is still to be built, else in ` Tests:`, which `cargo xtask spec --write` fills in"
    )]
    End,
    /// A number is given twice.
    #[error("the number is already taken on line {0}; take the next free one")]
    Taken(usize),
    /// A stand-in is not in its form.
    #[error("a stand-in reads: Stand-in: `path::to::test` (accept side): reason. Or (reject side)")]
    StandInForm,
    /// The test that a stand-in names is not there.
    #[error("the stand-in `{0}` names no test of this repository; correct the path")]
    StandInMissing(String),
    /// A side has a case, so nothing needs to stand in for one.
    #[error("the {side} side has a case, so the stand-in `{test}` is not needed; remove it")]
    StandInNeedless {
        /// The side.
        side: Side,
        /// The test.
        test: String,
    },
    /// A side of a requirement is not tested.
    #[error(
        "has no case on the {0} side; add one, or state a stand-in and why no case can test it"
    )]
    Untested(Side),
    /// A planned requirement has cases.
    #[error(
        "is marked as planned, but {0} cases test it; end the line in ` Tests:` instead of ` Planned.`"
    )]
    Built(usize),
    /// The generated part of a line is not what the corpus gives.
    #[error("the links to its cases are stale; renew them with `cargo xtask spec --write`")]
    Stale,
}
