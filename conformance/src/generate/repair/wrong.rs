//! Container errors in a form that a repair is asked for (REQ REP-2): something else than the list or the object that is
//! due, from which it can be told without a guess.

use super::super::world::{Part, World};
use super::super::{Choices, Json};
use super::filters;
use super::spots::{Due, Spot};
use crate::case::Category::{Action, Schema, Tool};
use crate::generate::normalize::Faults;
use crate::generate::place::{Path, at, pointer, set};

/// A right answer, and the same with container errors in it.
pub(super) struct Torn<'w> {
    /// The world.
    pub(super) world: &'w World,
    /// The right answer.
    pub(super) clean: Json,
    /// The answer as the model wrote it.
    pub(super) wrong: Json,
    /// The error places in it.
    pub(super) places: Vec<Path>,
    /// The filters of the right answer that were triples or labelled forms: their order is free.
    pub(super) triples: Vec<Path>,
    /// The names of the errors.
    pub(super) names: Vec<&'static str>,
    /// What may be told of it where no repair is asked for.
    pub(super) faults: Faults,
}

impl<'w> Torn<'w> {
    /// A right answer with no error in it yet.
    pub(super) fn new(world: &'w World, clean: Json) -> Self {
        Self {
            world,
            wrong: clean.clone(),
            clean,
            places: Vec::new(),
            triples: Vec::new(),
            names: Vec::new(),
            faults: Faults::default(),
        }
    }

    /// Puts a container error at a spot. What is right is cut down to what the error can mean.
    pub(super) fn tear(&mut self, spot: &Spot, choices: &mut Choices<'_>) {
        match spot.due {
            Due::Object => self.list_of_one(spot, choices),
            Due::Objects => self.one_for_many(spot, "object-for-list"),
            Due::Scalars => {
                let world = self.world;
                if let Some(Json::Array(items)) = at(&mut self.clean, &spot.path)
                    && items.is_empty()
                {
                    // Only the columns may be none, and then one of them is what the scalar means.
                    items.push(Json::string(world.column(choices)));
                }
                self.one_for_many(spot, "scalar-for-list");
            }
            Due::Filters => filters::tear(self, spot, choices),
        }
    }

    /// (b) and (c): the one item for the list.
    pub(super) fn one_for_many(&mut self, spot: &Spot, name: &'static str) {
        let Some(Json::Array(items)) = at(&mut self.clean, &spot.path) else {
            return;
        };
        items.truncate(1);
        let Some(item) = items.first().cloned() else {
            return;
        };
        set(&mut self.wrong, &spot.path, item);
        self.note(name, &spot.path);
    }

    /// (d): a list of one object for that object.
    fn list_of_one(&mut self, spot: &Spot, choices: &mut Choices<'_>) {
        let is_call = spot.path == ["next", "arguments"];
        let has_inside = is_call && self.world.parts.has(Part::Plain) && choices.one_in(3);
        if has_inside {
            // Triples below an error place are found again like any others (REQ REP-7).
            for list in ["filters", "also"] {
                filters::inside(self, list);
            }
        }
        let Some(object) = at(&mut self.wrong, &spot.path) else {
            return;
        };
        *object = Json::Array(vec![object.clone()]);
        self.note("list-of-one-object", &spot.path);
    }

    /// Notes an error of a name at a place, with what may be told of it.
    pub(super) fn note(&mut self, name: &'static str, place: &[String]) {
        self.names.push(name);
        self.places.push(place.to_vec());
        self.fault(place);
    }

    /// Notes what may be told of a wrong type at a place.
    pub(super) fn fault(&mut self, place: &[String]) {
        let told = pointer(place);
        self.faults.add(&[Schema], told.as_str());
        let [has_tools, has_table] = [self.world.tool().is_some(), self.world.table().is_some()];
        match &*told {
            "/next" if has_tools => {
                self.faults.add(&[Action], "/next");
                self.faults.add(&[Action], "");
            }
            "/next/arguments" if has_table => {
                self.faults.add(&[Tool], "/next/arguments");
                self.faults.add(&[Tool], "/next");
            }
            _ if told.starts_with("/next/arguments/") && has_tools => {
                self.faults.add(&[Tool], told.as_str());
            }
            _ => {}
        }
    }
}
