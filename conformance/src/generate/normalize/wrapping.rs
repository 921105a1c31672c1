//! Wrappings that the rules take off: those of the tree, and those of the text around it.

use super::super::world::{Part, Parts, World};
use super::super::{Choices, Draft, Json, Spelling, Truth};
use crate::case::{Rule, RuleName};

/// A wrapping around a right answer, or around a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wrapping {
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
    /// One to four different wrappings, the inner ones first.
    pub(super) fn some(choices: &mut Choices<'_>) -> Vec<Self> {
        let mut wrappings = vec![*choices.pick(&ALL)];
        while choices.more(wrappings.len(), 4) {
            wrappings.push(*choices.pick(&ALL));
        }
        wrappings.sort_unstable();
        wrappings.dedup();
        if wrappings.starts_with(&[Self::Triple, Self::Labelled]) {
            wrappings.remove(0);
        }
        wrappings
    }

    fn parts(self) -> &'static [Part] {
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

    fn name(self) -> &'static str {
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

    fn requirements(self) -> &'static [&'static str] {
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

    /// Puts it around the part of the answer that it is for.
    fn put(self, world: &World, json: &mut Json, choices: &mut Choices<'_>) {
        match self {
            Self::Triple => rewrite(json, &["next", "arguments"], world, false, choices),
            Self::Labelled => rewrite(json, &["next", "arguments"], world, true, choices),
            Self::Also => {
                let is_labelled = choices.upto(1) == 1;
                let path = ["next", "arguments", "also"];
                rewrite(json, &path, world, is_labelled, choices);
            }
            Self::Arguments => encode(json.at(&["next", "arguments"])),
            Self::AlsoObject => encode(json.at(&["next", "arguments", "also"])),
            Self::Evidence => encode_items(json, "evidence", choices),
            Self::Change => encode_items(json, "state_changes", choices),
            Self::Whole => encode(Some(json)),
            // It is no part of the tree.
            Self::Fence => {}
        }
    }
}

/// The parts of a world that wrappings need.
pub(super) fn parts(wrappings: &[Wrapping]) -> Parts {
    let mut parts = Parts::default();
    for wrapping in wrappings {
        parts.add(wrapping.parts());
    }
    parts
}

/// A right answer in these wrappings.
pub(super) fn wrapped(world: &World, wrappings: &[Wrapping], choices: &mut Choices<'_>) -> Draft {
    let mut json = world.answer(choices);
    for wrapping in wrappings {
        wrapping.put(world, &mut json, choices);
    }
    let spelled = Spelling::any(choices).spell(&json);
    let mut draft = Draft::accepted(spelled, json.value_text());
    if wrappings.contains(&Wrapping::Fence) {
        fence(&mut draft, choices);
    }
    for wrapping in wrappings {
        draft.note(wrapping.name(), wrapping.requirements());
    }
    draft
}

/// Puts a primitive filter where a list of filters stands.
fn rewrite(
    json: &mut Json,
    object: &[&str],
    world: &World,
    is_labelled: bool,
    choices: &mut Choices<'_>,
) {
    let (column, operator) = (world.column(choices), world.operator(choices));
    let filter = Json::Filter {
        is_labelled: is_labelled && !world.is_two_triples(&column, &operator),
        column,
        operator,
        value: Box::new(world.scalar(choices)),
    };
    if let Some(object) = json.at(object) {
        object.put("filters", filter);
    }
}

/// Wraps one item of a list into a string, or more.
fn encode_items(json: &mut Json, list: &str, choices: &mut Choices<'_>) {
    if let Some(Json::Array(items)) = json.at(&[list]) {
        for (index, item) in items.iter_mut().enumerate() {
            if index == 0 || choices.one_in(2) {
                item.encode();
            }
        }
    }
}

fn encode(json: Option<&mut Json>) {
    if let Some(json) = json {
        json.encode();
    }
}

/// Puts a fence around the text. Blanks and the length of the fence mean nothing.
fn fence(draft: &mut Draft, choices: &mut Choices<'_>) {
    let line_end = *choices.pick(&["\n", "\r\n"]);
    let fence = *choices.pick(&["```", "````", "``````````"]);
    let info = *choices.pick(&["", "json", " json", "json \t"]);
    let response = &draft.response;
    draft.response = format!("{fence}{info}{line_end}{response}{line_end}{fence}");
    if let Truth::Accepted { text, rules, .. } = &mut draft.truth {
        text.push_str(line_end);
        rules.insert(
            0,
            Rule {
                rule: RuleName::Fence,
                path: String::new(),
            },
        );
    }
}
