//! Which faults an output has, and in which order they are made.

use std::collections::BTreeSet;

use super::exchange::Exchange;
use super::world::World;
use super::{answered, drift, semantic, text};
use crate::generate::{Choices, Spelling};

/// What can be wrong with an output, in the order in which it is done: to what the body says, to its text, to how it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// An invariant is broken.
    Semantic,
    /// The body is one of another schema.
    Drift,
    /// The version is another, or none.
    Version,
    /// The body is something else altogether; nothing is left of the faults before.
    Whole,
    /// The text is no JSON.
    Syntax,
    /// The text is another, or in another encoding.
    OtherText,
    /// The content type is not due.
    MediaType,
    /// The tool fails.
    Failure,
}

/// One fault of each kind, where what comes in many kinds comes more often.
const FAULTS: [Fault; 10] = [
    Fault::Semantic,
    Fault::Drift,
    Fault::Drift,
    Fault::Version,
    Fault::Whole,
    Fault::Syntax,
    Fault::Syntax,
    Fault::OtherText,
    Fault::MediaType,
    Fault::Failure,
];

/// The faults of an output.
#[derive(Debug, Clone, Default)]
pub(super) struct Faults(BTreeSet<Fault>);

impl Faults {
    /// None.
    pub(super) fn none() -> Self {
        Self::default()
    }

    /// One.
    pub(super) fn one(choices: &mut Choices<'_>) -> Self {
        Self([*choices.pick(&FAULTS)].into())
    }

    /// None, one or two.
    pub(super) fn any(choices: &mut Choices<'_>) -> Self {
        match choices.upto(3) {
            0 => Self::none(),
            1 | 2 => Self::one(choices),
            _ => Self::one(choices).and(Self::one(choices)),
        }
    }

    /// These and others.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// An output with these faults, which is spelled and comes in any right way otherwise.
    pub(super) fn exchange(&self, world: &World, choices: &mut Choices<'_>) -> Exchange {
        let mut exchange = Exchange::valid(world, choices);
        let has = |fault| self.0.contains(&fault);
        if has(Fault::Whole) {
            drift::whole(&mut exchange, world, choices);
        } else {
            if has(Fault::Semantic) {
                semantic::semantic(&mut exchange, world, choices);
            }
            if has(Fault::Drift) {
                drift::drift(&mut exchange, world, choices);
            }
            if has(Fault::Version) {
                drift::version(&mut exchange, world, choices);
            }
        }
        exchange.spell(Spelling::any(choices));
        if has(Fault::Syntax) {
            text::syntax(&mut exchange, choices);
        } else if has(Fault::OtherText) {
            text::other(&mut exchange, choices);
        }
        answered::right(&mut exchange, choices);
        if has(Fault::MediaType) {
            answered::media_type(&mut exchange, world, choices);
        }
        if has(Fault::Failure) {
            answered::failure(&mut exchange, choices);
        }
        exchange
    }
}
