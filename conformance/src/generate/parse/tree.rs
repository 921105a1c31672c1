//! Trees of JSON at random, small ones first.

use crate::generate::malformation::{numbers, strings};
use crate::generate::{Choices, Json};

/// How deep a tree is at most, and how many members or items each of its objects and arrays has.
const MOST_LEVELS: usize = 3;
const MOST_ITEMS: usize = 3;

/// How many members or items a wide one has.
const WIDTH: usize = 1_100;

/// A value, and what is known of it.
pub(super) struct Tree {
    pub(super) json: Json,
    /// Whether every number in it must be accepted.
    pub(super) is_guaranteed: bool,
    /// The requirements that it tests.
    pub(super) requirements: Vec<&'static str>,
}

impl Tree {
    /// A tree with no number past what must be accepted.
    pub(super) fn guaranteed(json: Json) -> Self {
        Self {
            json,
            is_guaranteed: true,
            requirements: Vec::new(),
        }
    }
}

/// An object. `has_any_number` lets numbers in that may be rejected.
pub(super) fn object(choices: &mut Choices<'_>, has_any_number: bool) -> Tree {
    let mut grower = Grower::new(has_any_number);
    let json = grower.object(choices, MOST_LEVELS);
    grower.grown(json)
}

/// An object with more members, or a list with more items, than anybody would write; inside the limit of size in every
/// spelling and wrapping.
pub(super) fn wide(choices: &mut Choices<'_>) -> Tree {
    let number = |index: usize| Json::Number(index.to_string());
    let json = if choices.one_in(2) {
        Json::object([("", Json::Array((0..WIDTH).map(number).collect()))])
    } else {
        let member = |index: usize| (index.to_string(), number(index));
        Json::Object((0..WIDTH).map(member).collect())
    };
    Tree::guaranteed(json)
}

/// A scalar, or an empty array.
pub(super) fn scalar(choices: &mut Choices<'_>, has_any_number: bool) -> Tree {
    let mut grower = Grower::new(has_any_number);
    let json = grower.value(choices, 0);
    grower.grown(json)
}

struct Grower {
    has_any_number: bool,
    tree: Tree,
}

impl Grower {
    fn new(has_any_number: bool) -> Self {
        Self {
            has_any_number,
            tree: Tree::guaranteed(Json::Null),
        }
    }

    fn grown(self, json: Json) -> Tree {
        Tree { json, ..self.tree }
    }

    fn tests(&mut self, requirement: &'static str) {
        if !self.tree.requirements.contains(&requirement) {
            self.tree.requirements.push(requirement);
        }
    }

    fn object(&mut self, choices: &mut Choices<'_>, levels: usize) -> Json {
        let mut members: Vec<(String, Json)> = Vec::new();
        while choices.more(members.len(), MOST_ITEMS) {
            let mut key = self.key(choices);
            let is_alike = |key: &str| {
                let same = |known: &str| known.to_lowercase() == key.to_lowercase();
                members.iter().any(|(known, _)| same(known))
            };
            if is_alike(&key) {
                self.tests("PAR-2");
            }
            while members.iter().any(|(known, _)| *known == key) {
                key.push('a');
            }
            let value = self.value(choices, levels - 1);
            members.push((key, value));
        }
        Json::Object(members)
    }

    fn key(&mut self, choices: &mut Choices<'_>) -> String {
        match choices.upto(3) {
            0 | 1 => (*choices.pick(&strings::ALIKE)).to_owned(),
            2 => self.string(choices),
            _ => choices.canary(),
        }
    }

    fn string(&mut self, choices: &mut Choices<'_>) -> String {
        self.tests("PAR-4");
        strings::string(choices)
    }

    fn value(&mut self, choices: &mut Choices<'_>, levels: usize) -> Json {
        match choices.upto(if levels == 0 { 5 } else { 8 }) {
            0 => self.number(choices),
            1 => Json::Null,
            2 => Json::Boolean(choices.one_in(2)),
            3 => Json::string(self.string(choices)),
            4 => Json::string(choices.canary()),
            5 => Json::Array(Vec::new()),
            6 => self.object(choices, levels),
            7 => {
                self.tests("PAR-2");
                strings::crowd(choices)
            }
            _ => {
                let mut items = Vec::new();
                while choices.more(items.len(), MOST_ITEMS) {
                    items.push(self.value(choices, levels - 1));
                }
                Json::Array(items)
            }
        }
    }

    fn number(&mut self, choices: &mut Choices<'_>) -> Json {
        self.tests("PAR-3");
        let number = if self.has_any_number && choices.one_in(2) {
            numbers::at_an_edge(choices)
        } else {
            numbers::guaranteed(choices)
        };
        self.tree.is_guaranteed &= number.is_guaranteed;
        Json::Number(number.token)
    }
}
