//! Wrappings that the rules take off: those of the tree, and those of the text around it.

use super::super::world::{Part, World};
use super::super::{Choices, Json};
use super::faults::Faults;
use crate::case::Category;

const ARGUMENTS: [&str; 2] = ["next", "arguments"];
const ALSO: [&str; 3] = ["next", "arguments", "also"];

/// A wrapping around a right answer, or around a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::generate) enum Wrapping {
    /// A filter without its names (REQ FIL-1).
    Triple,
    /// A filter with its three labels (REQ FIL-1).
    Labelled,
    /// The same at the second filter position.
    Also,
    /// The arguments as a string (REQ DEC-2).
    Arguments,
    /// An object of evidence as a string (REQ DEC-2).
    Evidence,
    /// A state change as a string (REQ DEC-2).
    Change,
    /// An object in the arguments as a string (REQ DEC-2).
    AlsoObject,
    /// The whole response as a string (REQ DEC-1).
    Whole,
    /// A fence around it (REQ FEN-1).
    Fence,
}

const ALL: [Wrapping; 9] = [
    Wrapping::Fence,
    Wrapping::Whole,
    Wrapping::Evidence,
    Wrapping::Change,
    Wrapping::Arguments,
    Wrapping::Triple,
    Wrapping::Labelled,
    Wrapping::AlsoObject,
    Wrapping::Also,
];

impl Wrapping {
    /// As many wrappings as this, or up to four.
    pub(in crate::generate) fn some(least: usize, choices: &mut Choices<'_>) -> Vec<Self> {
        let mut wrappings = Vec::new();
        while wrappings.len() < least || choices.more(wrappings.len(), 4) {
            wrappings.push(*choices.pick(&ALL));
        }
        wrappings
    }

    /// The parts that a world must have for it.
    pub(in crate::generate) fn parts(self) -> &'static [Part] {
        match self {
            Self::Triple | Self::Labelled => &[Part::RewriteFilters, Part::Table],
            Self::Also => &[Part::RewriteAlso, Part::Table],
            Self::Arguments => &[Part::DecodeArguments],
            Self::Evidence => &[Part::DecodeEvidence],
            Self::Change => &[Part::DecodeChanges],
            Self::AlsoObject => &[Part::DecodeAlso],
            Self::Whole | Self::Fence => &[],
        }
    }

    /// The name for reports.
    pub(in crate::generate) fn name(self) -> &'static str {
        match self {
            Self::Triple => "triple",
            Self::Labelled => "labelled",
            Self::Also => "second-filter",
            Self::Arguments => "encoded-arguments",
            Self::Evidence => "encoded-evidence",
            Self::Change => "encoded-change",
            Self::AlsoObject => "encoded-in-arguments",
            Self::Whole => "encoded-whole",
            Self::Fence => "fence",
        }
    }

    /// The requirements that it tests.
    pub(in crate::generate) fn requirements(self) -> &'static [&'static str] {
        match self {
            Self::Triple | Self::Labelled | Self::Also => {
                &["FIL-1", "FIL-2", "NRM-1", "NRM-3", "NRM-4"]
            }
            Self::Arguments | Self::Evidence | Self::Change | Self::AlsoObject => {
                &["DEC-2", "NRM-1", "NRM-3", "NRM-4"]
            }
            Self::Whole => &["DEC-1", "NRM-1", "NRM-4"],
            Self::Fence => &["FEN-1", "NRM-1", "NRM-4"],
        }
    }

    /// Whether it takes the place of a list of filters.
    pub(in crate::generate) fn is_filter(self) -> bool {
        matches!(self, Self::Triple | Self::Labelled | Self::Also)
    }

    /// Puts it around the part of the answer that it is for. False if that is not there, or is no object any more.
    fn put(self, world: &World, json: &mut Json, choices: &mut Choices<'_>) -> bool {
        match self {
            Self::Triple => rewrite(json, &ARGUMENTS, world, false, choices),
            Self::Labelled => rewrite(json, &ARGUMENTS, world, true, choices),
            Self::Also => {
                let is_labelled = choices.upto(1) == 1;
                rewrite(json, &ALSO, world, is_labelled, choices)
            }
            Self::Arguments => json.at(&ARGUMENTS).is_some_and(encode),
            Self::AlsoObject => json.at(&ALSO).is_some_and(encode),
            Self::Evidence => encode_items(json, "evidence", choices),
            Self::Change => encode_items(json, "state_changes", choices),
            Self::Whole => encode(json),
            // It is put around the text.
            Self::Fence => true,
        }
    }
}

/// Puts wrappings around an answer and tells which of them there are now.
pub(in crate::generate) fn put_all(
    world: &World,
    json: &mut Json,
    wrappings: &[Wrapping],
    choices: &mut Choices<'_>,
) -> Vec<Wrapping> {
    let wrappings = wrappings.iter().copied();
    wrappings
        .filter(|wrapping| wrapping.put(world, json, choices))
        .collect()
}

/// What may be told of a right answer whose wrappings no rule takes off.
pub(in crate::generate) fn standing(world: &World, json: &Json, wrappings: &[Wrapping]) -> Faults {
    let mut faults = Faults::default();
    if wrappings.contains(&Wrapping::Fence) {
        faults.add(&[Category::Parse], "");
    } else {
        stand(world, json, &mut String::new(), &mut faults);
    }
    faults
}

fn stand(world: &World, json: &Json, path: &mut String, faults: &mut Faults) {
    let length = path.len();
    match json {
        Json::Encoded(_) => {
            faults.add(&[Category::Schema], path.as_str());
            if path.is_empty() && world.tool().is_some() {
                faults.add(&[Category::Action], "");
            }
            if path == "/next/arguments" && world.table().is_some() {
                faults.add(&[Category::Tool], path.as_str());
                faults.add(&[Category::Tool], "/next");
            }
        }
        Json::Filter { is_labelled, .. } => {
            let items = if *is_labelled { 6 } else { 3 };
            for index in 0..items {
                let reasons = [Category::Schema, Category::Tool];
                faults.add(&reasons, format!("{path}/{index}"));
            }
            let most = world.tool().and_then(|tool| tool.max_filters);
            if most.is_some_and(|most| most < items) {
                faults.add(&[Category::Tool], path.as_str());
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push('/');
                path.push_str(&index.to_string());
                stand(world, item, path, faults);
                path.truncate(length);
            }
        }
        Json::Object(members) => {
            for (key, value) in members {
                path.push('/');
                path.push_str(key);
                stand(world, value, path, faults);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// Puts a primitive filter where a list of filters stands.
fn rewrite(
    json: &mut Json,
    object: &[&str],
    world: &World,
    is_labelled: bool,
    choices: &mut Choices<'_>,
) -> bool {
    let (column, operator) = (world.column(choices), world.operator(choices));
    let filter = Json::Filter {
        is_labelled: is_labelled && !world.is_two_triples(&column, &operator),
        column,
        operator,
        value: Box::new(world.scalar(choices)),
    };
    let Some(object) = json.at(object) else {
        return false;
    };
    object.put("filters", filter);
    true
}

/// Wraps the first item of a list into a string, or more.
fn encode_items(json: &mut Json, list: &str, choices: &mut Choices<'_>) -> bool {
    let Some(Json::Array(items)) = json.at(&[list]) else {
        return false;
    };
    let mut is_put = false;
    for (index, item) in items.iter_mut().enumerate() {
        if index == 0 || choices.one_in(2) {
            is_put |= encode(item);
        }
    }
    is_put
}

/// Wraps an object into a string; anything else stays as it is.
fn encode(json: &mut Json) -> bool {
    let is_object = matches!(json, Json::Object(_));
    if is_object {
        json.encode();
    }
    is_object
}
