//! A response for which a repair is due, and the answers to the repair call.

use super::super::normalize::Wrapping;
use super::super::normalize::put_all;
use super::super::world::{Activity, Part, Parts, REPAIRABLE, World};
use super::super::{CONTRACT, Choices, Draft, Json, Spelling, Truth};
use super::spots::{Spot, spots};
use super::wrong::Torn;
use crate::case::{
    Accepted, Ask, Case, Category, Expectation, Level, Origin, Profile, Rejected, RepairDue, Rule,
};
use crate::generate::malformation::fence;
use crate::generate::place::{Path, at, deepest, pointer, set, span};
use crate::generate::replacement;

/// How long a response may become by its spelling, in bytes.
const LONGEST: usize = 16_384;

/// What a response is made of, decided before there is a world.
#[derive(Clone)]
pub(super) struct Plan {
    /// The part at whose position the repair is due.
    main: Part,
    pattern: &'static str,
    wrappings: Vec<Wrapping>,
    /// What the world must have.
    pub(super) needed: Parts,
}

/// A response for which a repair is due.
pub(super) struct Sent<'w> {
    pub(super) torn: Torn<'w>,
    /// The repair path.
    pub(super) path: Path,
    /// What is right at the repair path.
    pub(super) value: Json,
    pub(super) response: String,
    /// The normalized text.
    pub(super) text: String,
    pub(super) rules: Vec<Rule>,
    /// The response as a tree, as it stands in its wrappings.
    wrapped: Json,
    names: Vec<&'static str>,
    requirements: Vec<&'static str>,
}

impl Plan {
    /// Any plan.
    pub(super) fn any(choices: &mut Choices<'_>) -> Self {
        let at = choices.upto(REPAIRABLE.len() - 1);
        Self::at(at, &REPAIRABLE, choices)
    }

    /// A plan for one of these positions, with any others beside it.
    pub(super) fn at(
        at: usize,
        positions: &[(Part, &'static str)],
        choices: &mut Choices<'_>,
    ) -> Self {
        let (main, pattern) = positions[at];
        let mut needed = Parts::of(&[Part::Plain, Part::Context, main]);
        let mut more = 0;
        while choices.more(more, 3) {
            let (part, _) = *choices.pick(&REPAIRABLE);
            needed.add(&[part]);
            more += 1;
        }
        if needed.has(Part::Groups) && choices.one_in(3) {
            needed.add(&[Part::Nullable]);
        }
        let is_in_call = pattern.starts_with("/next");
        let mut wrappings = Vec::new();
        if choices.one_in(2) {
            wrappings = Wrapping::some(1, choices);
            wrappings.retain(|wrapping| !(is_in_call && wrapping.is_filter()));
            wrappings.sort_unstable();
            wrappings.dedup();
            if wrappings.starts_with(&[Wrapping::Triple, Wrapping::Labelled]) {
                wrappings.remove(0);
            }
        }
        for wrapping in &wrappings {
            needed.add(wrapping.parts());
        }
        Self {
            main,
            pattern,
            wrappings,
            needed,
        }
    }

    /// Without wrappings.
    pub(super) fn bare(mut self) -> Self {
        self.wrappings.clear();
        self
    }

    /// A world that it is good for.
    pub(super) fn world(&self, choices: &mut Choices<'_>) -> World {
        World::draw(Activity::Active, self.needed.clone(), &[], choices)
    }

    /// A right answer with container errors at the position, or below it.
    pub(super) fn torn<'w>(&self, world: &'w World, choices: &mut Choices<'_>) -> Torn<'w> {
        debug_assert!(world.parts.has(self.main));
        let mut torn = Torn::new(world, world.answer(choices));
        let is_inside = |spot: &Spot| deepest(&[self.pattern], std::slice::from_ref(&spot.path));
        let mut inside: Vec<_> = spots(world, &mut torn.clean)
            .into_iter()
            .filter_map(|spot| Some((is_inside(&spot)?, spot)))
            .collect();
        let mut taken: Vec<Spot> = Vec::new();
        while !inside.is_empty() && (taken.is_empty() || choices.more(taken.len(), 3)) {
            let (place, spot) = inside.remove(choices.upto(inside.len() - 1));
            // No error stands above another, and all of them at or below one place.
            inside.retain(|(other_place, other)| {
                let is_above = |one: &Spot, other: &Spot| other.path.starts_with(&one.path);
                *other_place == place && !is_above(&spot, other) && !is_above(other, &spot)
            });
            taken.push(spot);
        }
        for spot in &taken {
            torn.tear(spot, choices);
        }
        torn
    }

    /// A response for which a repair is due.
    pub(super) fn sent<'w>(&self, world: &'w World, choices: &mut Choices<'_>) -> Sent<'w> {
        let torn = self.torn(world, choices);
        self.send(torn, choices)
    }

    /// The response that an answer with container errors becomes in wrappings.
    pub(super) fn send<'w>(&self, torn: Torn<'w>, choices: &mut Choices<'_>) -> Sent<'w> {
        let mut wrapped = torn.wrong.clone();
        let wrappings = put_all(torn.world, &mut wrapped, &self.wrappings, choices);
        let path = deepest(&torn.world.repairable(), &torn.places).unwrap_or_default();
        let mut clean = torn.clean.clone();
        let value = at(&mut clean, &path).map_or(Json::Null, |value| value.clone());
        let mut rebuilt = wrapped.clone();
        set(&mut rebuilt, &path, value.clone());
        let spelling = Spelling::any(choices);
        let is_long = spelling.spell(&wrapped).response.len() > LONGEST;
        let spelling = if is_long { Spelling::PLAIN } else { spelling };
        let mut draft = Draft::accepted(spelling.spell(&wrapped), rebuilt.value_text());
        draft.malformations.clone_from(&torn.names);
        for wrapping in &wrappings {
            match wrapping {
                Wrapping::Fence => fence::fence(&mut draft, Profile::Repair, choices),
                _ => draft.note(wrapping.name(), wrapping.requirements()),
            }
        }
        let (text, rules) = match draft.truth {
            Truth::Accepted { text, rules, .. } => (text, rules),
            Truth::Rejected { .. } => Default::default(),
        };
        Sent {
            torn,
            path,
            value,
            response: draft.response,
            text,
            rules,
            wrapped,
            names: draft.malformations,
            requirements: draft.requirements,
        }
    }
}

impl Sent<'_> {
    /// The response is read: a repair is due.
    pub(super) fn recover(&self) -> Case {
        let ask = Ask::Recover {
            contract: CONTRACT.to_owned(),
            response: self.response.clone(),
            finish: None,
        };
        let due = RepairDue {
            path: pointer(&self.path),
            text: Some(self.text.clone()),
            rules: self.rules.clone(),
        };
        let mut case = self.case(ask, Expectation::Repair(due));
        for id in ["REP-1", "REP-2", "REP-3"] {
            case.requirements.push(id.to_owned());
        }
        case
    }

    /// This answer comes to the repair call, and is right.
    pub(super) fn repaired(&self, answer: String) -> Case {
        let result = self.rebuilt_by(&answer);
        let due = Accepted {
            value_text: self.value_with(&self.value),
            text: Some(self.text.clone()),
            rules: Some(self.rules.clone()),
            level: Level::Must,
            reasons: Vec::new(),
            result: Some(result),
        };
        let mut case = self.case(self.ask(answer), Expectation::Accepted(due));
        for id in ["REP-4", "REP-5", "REP-6", "REP-8", "REP-9"] {
            case.requirements.push(id.to_owned());
        }
        if !self.torn.triples.is_empty() {
            case.requirements.push("REP-7".to_owned());
        }
        case
    }

    /// This answer comes to the repair call, and is refused.
    pub(super) fn refused(
        &self,
        answer: String,
        name: &str,
        requirements: &[&str],
        reasons: &[Category],
        paths: Vec<String>,
    ) -> Case {
        let due = rejected(reasons, paths);
        let mut case = self.case(self.ask(answer), due);
        if !case.class.is_empty() {
            case.class.push('+');
        }
        case.class.push_str(name);
        case.requirements
            .extend(requirements.iter().map(|id| (*id).to_owned()));
        case
    }

    /// The right answer, in a size on one side of a limit.
    pub(super) fn limited(&self, answer: String, name: &str, is_past: bool) -> Case {
        if is_past {
            let reasons = [Category::Repair, Category::Limit];
            let paths = vec![pointer(&self.path), String::new()];
            return self.refused(
                answer,
                &format!("{name}-past"),
                &["LIM-1", "LIM-2"],
                &reasons,
                paths,
            );
        }
        let mut case = self.repaired(answer);
        case.class = format!("{}+{name}-inside", case.class);
        case.requirements.push("LIM-2".to_owned());
        case
    }

    /// The response is past the limit: no repair is due for it (REQ LIM-1).
    pub(super) fn too_long(&self) -> Case {
        let mut case = self.recover();
        let mut truth = self.torn.faults.clone().truth();
        truth.or_rejected(Category::Limit);
        case.expect = truth.into_expectation(Profile::Repair);
        case.requirements = vec!["LIM-1".to_owned()];
        case.class.push_str("+response-past");
        case
    }

    fn ask(&self, answer: String) -> Ask {
        Ask::Repair {
            contract: CONTRACT.to_owned(),
            response: self.response.clone(),
            finish: None,
            answer,
        }
    }

    fn case(&self, ask: Ask, expect: Expectation) -> Case {
        Case {
            id: String::new(),
            origin: Origin::Generated,
            profile: Profile::Repair,
            requirements: self
                .requirements
                .iter()
                .map(|id| (*id).to_owned())
                .collect(),
            class: self.names.join("+"),
            ask,
            expect,
            note: String::new(),
        }
    }

    /// The normalized text with the replacement's own bytes at the repair path (REQ REP-8).
    pub(super) fn rebuilt_by(&self, answer: &str) -> String {
        let at = span(&self.text, &self.path).unwrap_or_default();
        let mut rebuilt = self.text.clone();
        rebuilt.replace_range(at, replacement(answer).unwrap_or_default());
        rebuilt
    }

    /// The whole rebuilt value with this one at the repair path, as JSON text.
    pub(super) fn value_with(&self, value: &Json) -> String {
        let mut rebuilt = self.wrapped.clone();
        set(&mut rebuilt, &self.path, value.clone());
        rebuilt.value_text()
    }

    /// Every place at or below the repair path of a rebuilt response with this value there, and that of the call where
    /// its arguments are repaired.
    pub(super) fn inside(&self, value: &Json) -> Vec<String> {
        let places = crate::generate::place::places(value, &self.path);
        let mut paths: Vec<_> = places.iter().map(|(path, _)| pointer(path)).collect();
        match &*pointer(&self.path) {
            "/next/arguments" => paths.push("/next".to_owned()),
            "/next" => paths.push(String::new()),
            _ => {}
        }
        paths
    }
}

/// A rejection.
pub(super) fn rejected(reasons: &[Category], paths: Vec<String>) -> Expectation {
    Expectation::Rejected(Rejected {
        reasons: reasons.to_vec(),
        paths,
        lenient_value_text: None,
    })
}

/// An answer to a repair call.
pub(super) fn answer(value: &Json, spelling: Spelling) -> String {
    let answer = Json::object([("replacement", value.clone())]);
    spelling.spell(&answer).response
}
