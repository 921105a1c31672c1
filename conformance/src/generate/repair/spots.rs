//! Where in an answer a list or an object is due, so that something else can stand in its place.

use super::super::Json;
use super::super::world::{Part, World};
use crate::generate::place::{Path, at, below, path};

/// A list or an object of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    /// Where it stands.
    pub(super) path: Path,
    /// What is due there.
    pub(super) due: Due,
}

/// What is due at a spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// An object.
    Object,
    /// A list of objects.
    Objects,
    /// A list of scalars of one type.
    Scalars,
    /// A list of filters at a filter position, with a table that is known.
    Filters,
}

/// Every spot of a right answer.
pub(super) fn spots(world: &World, json: &mut Json) -> Vec<Spot> {
    let mut all = Vec::new();
    let mut add = |path: Path, due: Due| {
        let is_there = match (at(json, &path), due) {
            (Some(Json::Object(_)), Due::Object) => true,
            (Some(Json::Array(_)), _) => due != Due::Object,
            _ => false,
        };
        if is_there {
            all.push(Spot { path, due });
        }
        is_there
    };
    let is_rewritten = |part| world.parts.has(part) && world.table().is_some();
    let lists = ["/evidence", "/groups"].map(path);
    for (list, inside) in lists.iter().zip([
        &[][..],
        &[
            ("tags", Due::Scalars),
            ("scores", Due::Scalars),
            ("meta", Due::Object),
        ],
    ]) {
        add(list.clone(), Due::Objects);
        let mut index = 0;
        while add(below(list, &index), Due::Object) {
            for (key, due) in inside {
                add(below(&below(list, &index), key), *due);
            }
            index += 1;
        }
    }
    for (place, due, is_due) in [
        ("/next", Due::Object, true),
        ("/next/arguments", Due::Object, true),
        ("/next/arguments/columns", Due::Scalars, true),
        (
            "/next/arguments/filters",
            Due::Filters,
            is_rewritten(Part::RewriteFilters),
        ),
        ("/next/arguments/also", Due::Object, true),
        (
            "/next/arguments/also/filters",
            Due::Filters,
            is_rewritten(Part::RewriteAlso),
        ),
    ] {
        if is_due {
            add(path(place), due);
        }
    }
    all
}
