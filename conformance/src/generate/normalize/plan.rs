//! What is to be done to a right answer, decided before there is a world, so that the world has what it takes.

use super::super::malformation::fence;
use super::super::world::{Activity, Part, Parts, World};
use super::super::{Choices, Draft, Form, Json, Spelling};
use super::breaks::{self, Answer, Break};
use super::faults::Faults;
use super::wrapping::{self, Wrapping};
use crate::case::Profile;

/// How long a response may become by its spelling, in bytes.
const LONGEST: usize = 16_384;

/// What is to be done to a right answer.
#[derive(Default)]
pub(in crate::generate) struct Plan {
    /// The breaks, which come first.
    pub(in crate::generate) breaks: Vec<Break>,
    /// The wrappings, the inner ones first.
    wrappings: Vec<Wrapping>,
    /// What the world must have for it.
    pub(in crate::generate) needed: Parts,
    /// What it must not have.
    pub(in crate::generate) missing: Vec<Part>,
}

/// An answer to which it was done.
pub(in crate::generate) struct Made<'p> {
    plan: &'p Plan,
    /// The answer.
    pub(in crate::generate) json: Json,
    /// The wrappings that were put.
    pub(in crate::generate) wrappings: Vec<Wrapping>,
    /// The faults that the breaks made.
    pub(in crate::generate) faults: Faults,
}

impl Plan {
    /// These wrappings and breaks. A wrapping that would take the place of a break is left out.
    pub(in crate::generate) fn of(mut wrappings: Vec<Wrapping>, breaks: Vec<Break>) -> Self {
        wrappings.sort_unstable();
        wrappings.dedup();
        if wrappings.starts_with(&[Wrapping::Triple, Wrapping::Labelled]) {
            wrappings.remove(0);
        }
        let mut needed = Parts::default();
        let mut missing = Vec::new();
        for each in &breaks {
            needed.add(each.needed);
            missing.extend(each.missing);
        }
        let is_call_broken = needed.has(Part::Call);
        let wrappings: Vec<_> = wrappings
            .into_iter()
            .filter(|wrapping| {
                let is_apart = !(wrapping.is_filter() && is_call_broken);
                is_apart && !Parts::of(wrapping.parts()).has_any(&missing)
            })
            .collect();
        for wrapping in &wrappings {
            needed.add(wrapping.parts());
        }
        Self {
            breaks,
            wrappings,
            needed,
            missing,
        }
    }

    /// The same without these wrappings.
    pub(in crate::generate) fn without(self, wrappings: &[Wrapping]) -> Self {
        let kept = self.wrappings.into_iter();
        let kept = kept.filter(|wrapping| !wrappings.contains(wrapping));
        Self::of(kept.collect(), self.breaks)
    }

    /// Wrappings, at least one.
    pub(in crate::generate) fn rescued(choices: &mut Choices<'_>) -> Self {
        Self::of(Wrapping::some(1, choices), Vec::new())
    }

    /// Wrappings or none.
    pub(in crate::generate) fn wrapped(choices: &mut Choices<'_>) -> Self {
        Self::of(Wrapping::some(0, choices), Vec::new())
    }

    /// Breaks, in wrappings or none.
    pub(in crate::generate) fn broken(choices: &mut Choices<'_>) -> Self {
        let breaks = breaks::some(choices);
        Self::of(Wrapping::some(0, choices), breaks)
    }

    /// One break of the call.
    pub(in crate::generate) fn broken_call(choices: &mut Choices<'_>) -> Self {
        Self::of(Vec::new(), vec![breaks::of_call(choices)])
    }

    /// One break of a member that is not the call.
    pub(in crate::generate) fn broken_members(choices: &mut Choices<'_>) -> Self {
        Self::of(Vec::new(), vec![breaks::of_members(choices)])
    }

    /// A right answer but for the budget, in wrappings or none.
    pub(in crate::generate) fn exhausted(choices: &mut Choices<'_>) -> Self {
        Self::of(Wrapping::some(0, choices), vec![breaks::EXHAUSTED])
    }

    /// The same in a world without these parts.
    pub(in crate::generate) fn lacking(mut self, parts: &[Part]) -> Self {
        self.missing.extend(parts);
        self
    }

    /// Any of them.
    pub(in crate::generate) fn any(choices: &mut Choices<'_>) -> Self {
        if choices.one_in(2) {
            Self::broken(choices)
        } else {
            Self::wrapped(choices)
        }
    }

    /// Whether no one world is good for both.
    pub(in crate::generate) fn is_at_odds(&self, other: &Self) -> bool {
        // Where no action is left no other answer is right.
        let exhausted = [Part::Exhausted];
        self.needed.has_any(&other.missing)
            || other.needed.has_any(&self.missing)
            || other.needed.has_any(&exhausted) != self.needed.has_any(&exhausted)
    }

    /// Asks for a world that is good for the other as well.
    pub(in crate::generate) fn add(&mut self, other: &Self) {
        self.needed.add_all(&other.needed);
        self.missing.extend(&other.missing);
        self.wrappings.extend(&other.wrappings);
    }

    /// A world that it is good for.
    pub(in crate::generate) fn world(&self, choices: &mut Choices<'_>) -> World {
        self.world_with(&[], choices)
    }

    /// A world that it is good for, in which rules apply.
    pub(in crate::generate) fn active_world(&self, choices: &mut Choices<'_>) -> World {
        World::draw(
            Activity::Active,
            self.needed.clone(),
            &self.missing,
            choices,
        )
    }

    /// A world that it is good for, with these parts besides.
    pub(in crate::generate) fn world_with(
        &self,
        parts: &[Part],
        choices: &mut Choices<'_>,
    ) -> World {
        let activity = if self.wrappings.is_empty() {
            Activity::Any
        } else {
            Activity::Active
        };
        let mut needed = self.needed.clone();
        needed.add(parts);
        World::draw(activity, needed, &self.missing, choices)
    }

    /// Does it to a right answer.
    pub(in crate::generate) fn answer(&self, world: &World, choices: &mut Choices<'_>) -> Made<'_> {
        let mut answer = Answer {
            world,
            json: world.answer(choices),
            faults: Faults::default(),
        };
        for each in &self.breaks {
            (each.make)(&mut answer, choices);
        }
        let Answer {
            mut json, faults, ..
        } = answer;
        let wrappings = wrapping::put_all(world, &mut json, &self.wrappings, choices);
        Made {
            plan: self,
            json,
            wrappings,
            faults,
        }
    }

    /// Does it to a right answer, as text.
    pub(in crate::generate) fn draft(&self, world: &World, choices: &mut Choices<'_>) -> Draft {
        self.answer(world, choices).draft(choices)
    }
}

impl Made<'_> {
    /// The answer as text, in any spelling.
    pub(in crate::generate) fn draft(&self, choices: &mut Choices<'_>) -> Draft {
        let spelling = Spelling::any(choices);
        // Escapes of escapes grow. What is to be rescued stays well below the limit for that.
        let is_long = spelling.spell(&self.json).response.len() > LONGEST;
        self.spelled(if is_long { Spelling::PLAIN } else { spelling }, choices)
    }

    /// The answer as text, in this spelling.
    pub(in crate::generate) fn spelled(
        &self,
        spelling: Spelling,
        choices: &mut Choices<'_>,
    ) -> Draft {
        let spelled = spelling.spell(&self.json);
        let mut draft = Draft::accepted(spelled, self.json.value_text());
        if !matches!(self.json, Json::Object(_)) {
            draft.form = Form::Other;
        }
        if self.plan.breaks.is_empty() {
            draft.tests("VAL-1");
        } else {
            draft.truth = self.faults.clone().truth();
        }
        for wrapping in &self.wrappings {
            match wrapping {
                Wrapping::Fence => fence::fence(&mut draft, Profile::Normalize, choices),
                _ => draft.note(wrapping.name(), wrapping.requirements()),
            }
        }
        for each in &self.plan.breaks {
            draft.note(each.name, each.requirements);
        }
        draft
    }

    /// How many rules take its wrappings off.
    pub(in crate::generate) fn rules(&self) -> usize {
        let fences = usize::from(self.wrappings.contains(&Wrapping::Fence));
        fences + Spelling::PLAIN.spell(&self.json).rules.len()
    }

    /// Sets the value of the primitive filter, if there is one.
    pub(in crate::generate) fn filter_by(&mut self, number: &str) {
        let path = ["next", "arguments", "filters"];
        if let Some(Json::Filter { value, .. }) = self.json.at(&path) {
            **value = Json::Number(number.to_owned());
        }
    }
}
