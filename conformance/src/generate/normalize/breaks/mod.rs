//! Faults of an answer, each with the categories and error paths that may be told of it (REQ VAL-1, VAL-2).
//!
//! A break takes a right answer and makes it wrong in one way. Breaks of different groups do not meet, so what may be
//! told of two of them is what may be told of either.

mod call;
mod filters;
mod members;
mod positions;

use super::super::world::{Part, World};
use super::super::{Choices, Json};
use super::faults::Faults;
use crate::case::Category;

/// A way to make a right answer wrong.
#[derive(Clone, Copy)]
pub(in crate::generate) struct Break {
    /// Its name.
    pub(in crate::generate) name: &'static str,
    /// The requirements that it tests.
    pub(super) requirements: &'static [&'static str],
    /// The parts that the world must have.
    pub(super) needed: &'static [Part],
    /// The parts that it must not have.
    pub(super) missing: &'static [Part],
    /// Does it.
    pub(super) make: fn(&mut Answer<'_>, &mut Choices<'_>),
}

/// An answer, the world that it is for, and the faults in it.
pub(super) struct Answer<'w> {
    /// The world.
    pub(super) world: &'w World,
    /// The answer, right but for the faults.
    pub(super) json: Json,
    /// What may be told of it.
    pub(super) faults: Faults,
}

impl Answer<'_> {
    /// Sets a member of the object at this path.
    fn put(&mut self, object: &[&str], key: &str, value: Json) {
        if let Some(object) = self.json.at(object) {
            object.put(key, value);
        }
    }

    /// Takes a member from the object at this path, and notes the fault that this is where every member is required.
    fn take(&mut self, object: &[&str], key: &str) {
        if let Some(object) = self.json.at(object) {
            object.take(key);
        }
        if self.world.parts.has(Part::Required) {
            self.fault(&[Category::Schema], pointer(object));
        }
    }

    fn fault(&mut self, reasons: &[Category], path: impl Into<String>) {
        self.faults.add(reasons, path);
    }

    /// Notes what else is wrong where the arguments are no object: the table is missing too.
    fn no_table(&mut self) {
        if self.world.table().is_some() {
            self.fault(&[Category::Tool], "/next/arguments");
            self.fault(&[Category::Tool], "/next");
        }
    }

    /// Notes what else is wrong where there is no call: the action is missing too.
    fn no_action(&mut self, paths: &[&str]) {
        if self.world.tool().is_some() {
            for path in paths {
                self.fault(&[Category::Action], *path);
            }
        }
    }
}

pub(super) use call::EXHAUSTED;

const ARGUMENTS: [&str; 2] = ["next", "arguments"];

/// A path as a JSON Pointer. No key on it has to be escaped.
fn pointer(path: &[&str]) -> String {
    path.iter().flat_map(|segment| ["/", segment]).collect()
}

/// A break of the call.
pub(super) fn of_call(choices: &mut Choices<'_>) -> Break {
    match choices.upto(1) {
        0 => *choices.pick(&filters::ALL),
        _ => *choices.pick(&call::ALL),
    }
}

/// A break of another member.
pub(super) fn of_members(choices: &mut Choices<'_>) -> Break {
    match choices.upto(1) {
        0 => *choices.pick(&members::ALL),
        _ => *choices.pick(&positions::ALL),
    }
}

/// One break, or two that do not meet.
pub(super) fn some(choices: &mut Choices<'_>) -> Vec<Break> {
    match choices.upto(9) {
        0..4 => vec![of_call(choices)],
        4..7 => vec![of_members(choices)],
        7 => vec![*choices.pick(&positions::OF_CALL)],
        8 => vec![*choices.pick(&members::OF_ALL)],
        _ => vec![of_call(choices), of_members(choices)],
    }
}
