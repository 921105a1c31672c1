//! Answers to a repair call that change something else than the form, each in one way (REQ REP-4 to REP-9).
//!
//! A family gives every way in which it can change what is right here; those that can change nothing give none, and one
//! of the rest is drawn. So each attack does change something, and nothing is drawn in vain.

mod objects;
mod scalars;
mod text;

use super::super::{Choices, Json, Spelling};
use super::sent::{Sent, answer};
use crate::case::{Case, Category};
use crate::generate::place::{Path, at, is_same, places, set};

/// Changes of the value that is right at the repair path.
pub(super) struct Family {
    name: &'static str,
    requirements: &'static [&'static str],
    changes: fn(&Sent<'_>) -> Vec<Json>,
}

impl Family {
    /// Its name.
    #[cfg(test)]
    pub(super) fn name(&self) -> &'static str {
        self.name
    }
}

/// Every family that changes the value.
pub(super) const FAMILIES: [&[Family]; 2] = [&scalars::ALL, &objects::ALL];

pub(super) use text::TEXTS;

/// One attack: of a family that changes the value, or of the text.
pub(super) fn attack(sent: &Sent<'_>, choices: &mut Choices<'_>) -> Case {
    let families: Vec<_> = FAMILIES
        .into_iter()
        .flatten()
        .map(|family| {
            let mut changes = (family.changes)(sent);
            changes.retain(|change| !is_same(change, &sent.value));
            (family, changes)
        })
        .filter(|(_, changes)| !changes.is_empty())
        .collect();
    let at = choices.upto(families.len() + TEXTS.len() - 1);
    let Some((family, changes)) = families.get(at) else {
        return TEXTS[at - families.len()](sent, choices);
    };
    let value = choices.pick(changes);
    let mut spelling = Spelling::any(choices);
    if answer(value, spelling).len() > 16_384 {
        spelling = Spelling::PLAIN;
    }
    sent.refused(
        answer(value, spelling),
        family.name,
        family.requirements,
        &categories(sent),
        sent.inside(value),
    )
}

/// What may be told of a rebuilt response that is wrong at or below the repair path.
fn categories(sent: &Sent<'_>) -> Vec<Category> {
    let mut all = vec![
        Category::Repair,
        Category::Schema,
        Category::Tool,
        Category::Reference,
    ];
    if sent.path == ["next"] {
        all.extend([Category::Action, Category::Budget]);
    }
    all
}

/// The right value with another one at a place inside it.
fn with(sent: &Sent<'_>, place: &[String], value: Json) -> Json {
    let inside = place.get(sent.path.len()..).unwrap_or_default();
    let mut changed = sent.value.clone();
    if inside.is_empty() {
        return value;
    }
    set(&mut changed, inside, value);
    changed
}

/// Every place of the right value, with what stands there.
fn all<'s>(sent: &'s Sent<'_>) -> Vec<(Path, &'s Json)> {
    places(&sent.value, &sent.path)
}

fn is_scalar(json: &Json) -> bool {
    !matches!(json, Json::Array(_) | Json::Object(_))
}
