//! Malformations of a text, one family a file. Each says what becomes of the truth, so they compose in any order.
//!
//! A malformation draws its kind first and the details after it. It never gives up: what it cannot do to a draft it does
//! in a simpler way, and where nothing is left to do it leaves the draft as it is and says so by noting no name.

pub(in crate::generate) mod around;
pub(in crate::generate) mod byte_order_mark;
pub(in crate::generate) mod depth;
pub(in crate::generate) mod duplicate;
pub(in crate::generate) mod encode;
pub(in crate::generate) mod fence;
pub(in crate::generate) mod finish;
pub(in crate::generate) mod numbers;
pub(in crate::generate) mod size;
pub(in crate::generate) mod strings;
pub(in crate::generate) mod syntax;
pub(in crate::generate) mod tokens;
pub(in crate::generate) mod truncated;

use super::{Choices, Draft};
use crate::case::Profile;

/// Something that is done to a draft.
pub(in crate::generate) type Malformation = fn(&mut Draft, Profile, &mut Choices<'_>);

/// Wrappings that the rules take off, each as what is done in its order: what was right stays right, what was wrong stays
/// wrong. No two of them can stand around each other.
pub(in crate::generate) const WRAPPINGS: [&[Malformation]; 3] = [
    &[fence::fence],
    &[encode::encode],
    &[encode::encode, fence::fence],
];

/// Puts the wrapping of this number around a draft.
pub(in crate::generate) fn wrap(
    draft: &mut Draft,
    profile: Profile,
    wrapping: usize,
    choices: &mut Choices<'_>,
) {
    for malformation in WRAPPINGS.into_iter().nth(wrapping).unwrap_or_default() {
        malformation(draft, profile, choices);
    }
}

/// What was accepted may be rejected from here on (MAY). What comes in many kinds comes more often.
pub(in crate::generate) const PERHAPS: [Malformation; 3] = [
    fence::other_fence,
    byte_order_mark::at_start,
    fence::other_fence,
];

/// Faults inside an object, to be made before any wrapping: must be rejected in both profiles. What comes in many kinds
/// comes more often.
pub(in crate::generate) const INNER_BREAKS: [Malformation; 11] = [
    syntax::value,
    duplicate::duplicate,
    syntax::gap,
    syntax::separator,
    byte_order_mark::inside,
    syntax::half,
    syntax::value,
    syntax::value,
    syntax::value,
    duplicate::duplicate,
    duplicate::duplicate,
];

/// Faults of the text as a whole, after any wrapping: must be rejected in both profiles. What comes in many kinds comes
/// more often.
pub(in crate::generate) const OUTER_BREAKS: [Malformation; 20] = [
    truncated::truncated,
    fence::amiss,
    around::around,
    around::glued,
    encode::amiss,
    finish::cut,
    truncated::truncated,
    truncated::truncated,
    fence::amiss,
    fence::amiss,
    fence::amiss,
    around::around,
    around::around,
    fence::amiss,
    around::around,
    around::around,
    fence::amiss,
    around::around,
    encode::amiss,
    around::glued,
];

/// Strings that hold no object: under a contract they must be rejected, without one they MAY be accepted as exactly that
/// string (REQ PAR-7, DEC-3).
pub(in crate::generate) const STRINGS: [Malformation; 1] = [encode::no_object];
