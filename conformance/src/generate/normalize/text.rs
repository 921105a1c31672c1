//! Answers whose text is at fault: it is no JSON, holds no object, or was cut (REQ PAR-1, PAR-2, PAR-8, FEN-2).

use super::super::malformation::{INNER_BREAKS, OUTER_BREAKS, PERHAPS, STRINGS, WRAPPINGS, wrap};
use super::super::{Choices, Scene};
use super::plan::Plan;
use super::scene;
use super::wrapping::Wrapping;
use crate::case::{Category, Profile};

/// A text that must be rejected, whatever the answer in it is.
pub(super) fn broken(choices: &mut Choices<'_>) -> Scene {
    let inner = [&INNER_BREAKS[..], &STRINGS, &STRINGS, &STRINGS].concat();
    let at = choices.upto(inner.len() + OUTER_BREAKS.len() - 1);
    let plan = if choices.one_in(4) {
        Plan::broken(choices)
    } else {
        Plan::wrapped(choices)
    };
    // What stands around the text comes after the fault.
    let plan = plan.without(&[Wrapping::Fence, Wrapping::Whole]);
    let around = choices.upto(WRAPPINGS.len());
    let world = plan.active_world(choices);
    let mut draft = plan.draft(&world, choices);
    if let Some(malformation) = inner.get(at) {
        malformation(&mut draft, Profile::Normalize, choices);
    }
    wrap(&mut draft, Profile::Normalize, around, choices);
    if let Some(at) = at.checked_sub(inner.len()) {
        OUTER_BREAKS[at](&mut draft, Profile::Normalize, choices);
    }
    // A string that holds no object has no action either.
    if world.tool().is_some() && !draft.is_broken() && !draft.is_cut() {
        draft.truth.or_rejected(Category::Action);
    }
    scene(&world, [draft])
}

/// A text that may be rejected.
pub(super) fn perhaps(choices: &mut Choices<'_>) -> Scene {
    let malformation = *choices.pick(&PERHAPS);
    let plan = Plan::wrapped(choices).without(&[Wrapping::Fence]);
    let world = plan.active_world(choices);
    let mut draft = plan.draft(&world, choices);
    malformation(&mut draft, Profile::Normalize, choices);
    scene(&world, [draft])
}
