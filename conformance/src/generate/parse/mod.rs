//! Scenes of profile `parse`: a response and no contract.

mod pair;
mod tree;

pub(super) use pair::pair;

use super::malformation::{
    INNER_BREAKS, OUTER_BREAKS, STRINGS, WRAPPINGS, depth, encode, fence, finish, size, wrap,
};
use super::{Choices, Draft, Form, Json, Scene, Spelling, Truth, malformation};
use crate::case::{Category, Profile};
use tree::{Tree, object, scalar, wide};

/// A right answer as it stands, in any spelling.
pub(super) fn clean(choices: &mut Choices<'_>) -> Scene {
    scene(vec![clean_draft(choices)])
}

/// A right answer in a fence, in a string, or in a string in a fence.
pub(super) fn rescued(choices: &mut Choices<'_>) -> Scene {
    let wrapping = choices.upto(WRAPPINGS.len() - 1);
    let mut draft = clean_draft(choices);
    wrap(&mut draft, Profile::Parse, wrapping, choices);
    scene(vec![draft])
}

/// An answer that must be rejected.
pub(super) fn broken(choices: &mut Choices<'_>) -> Scene {
    scene(vec![broken_draft(choices)])
}

/// Any answer.
pub(super) fn any(choices: &mut Choices<'_>) -> Scene {
    scene(vec![any_draft(choices)])
}

/// Two to four answers of any kind.
pub(super) fn several(choices: &mut Choices<'_>) -> Scene {
    let mut drafts = vec![any_draft(choices), any_draft(choices)];
    while choices.more(drafts.len(), 4) {
        drafts.push(any_draft(choices));
    }
    scene(drafts)
}

/// An answer on either side of a limit of nesting or size, or one with very many members.
pub(super) fn limits(choices: &mut Choices<'_>) -> Scene {
    scene(vec![limits_draft(choices)])
}

/// The scene that asks these.
fn scene(drafts: Vec<Draft>) -> Scene {
    let cases = drafts
        .into_iter()
        .map(|draft| draft.into_case(Profile::Parse, ""));
    Scene::new(None, cases.collect())
}

/// An answer that must be accepted as it stands.
fn clean_draft(choices: &mut Choices<'_>) -> Draft {
    let says_stop = choices.one_in(8);
    let mut draft = draft_of(object(choices, false), choices);
    if says_stop {
        finish::stop(&mut draft, Profile::Parse, choices);
    }
    draft
}

/// A draft of a tree, in any spelling.
fn draft_of(tree: Tree, choices: &mut Choices<'_>) -> Draft {
    let spelled = Spelling::any(choices).spell(&tree.json);
    let mut draft = Draft::accepted(spelled, tree.json.value_text());
    let [before, after] = *choices.pick(&[["", ""], [" ", "\n"], ["\r\n\t", ""], ["", " \r"]]);
    draft.response = format!("{before}{}{after}", draft.response);
    if let Truth::Accepted { text, .. } = &mut draft.truth {
        text.clone_from(&draft.response);
    }
    draft.tests("PAR-1");
    for requirement in tree.requirements {
        draft.tests(requirement);
    }
    if !tree.is_guaranteed {
        draft.truth.or_rejected(Category::Limit);
        draft.truth.or_rejected(Category::Parse);
        draft.form = Form::Perhaps;
        draft.note("number-past", &["PAR-3"]);
    }
    draft
}

/// A wrapping three times out of six, by a choice from 0 to 5.
fn perhaps_wrap(draft: &mut Draft, choice: usize, choices: &mut Choices<'_>) {
    if let Some(wrapping) = choice.checked_sub(WRAPPINGS.len()) {
        wrap(draft, Profile::Parse, wrapping, choices);
    }
}

/// An answer that must be rejected: a fault inside, perhaps in a fence, or a fault of the whole, perhaps around a wrapping.
fn broken_draft(choices: &mut Choices<'_>) -> Draft {
    let kind = choices.upto(INNER_BREAKS.len() + OUTER_BREAKS.len() - 1);
    let wrapping = choices.upto(5);
    let mut draft = clean_draft(choices);
    if let Some(malformation) = INNER_BREAKS.get(kind) {
        malformation(&mut draft, Profile::Parse, choices);
        if wrapping >= WRAPPINGS.len() {
            fence::fence(&mut draft, Profile::Parse, choices);
        }
    } else {
        perhaps_wrap(&mut draft, wrapping, choices);
        OUTER_BREAKS[kind - INNER_BREAKS.len()](&mut draft, Profile::Parse, choices);
    }
    draft
}

/// An answer of any kind: right, wrapped, broken, or one that may be accepted or rejected.
fn any_draft(choices: &mut Choices<'_>) -> Draft {
    let profile = Profile::Parse;
    match choices.upto(9) {
        0 => clean_draft(choices),
        1 | 2 => {
            let wrapping = choices.upto(WRAPPINGS.len() - 1);
            let mut draft = clean_draft(choices);
            wrap(&mut draft, Profile::Parse, wrapping, choices);
            draft
        }
        3 | 4 => broken_draft(choices),
        5 => perhaps_fenced(draft_of(object(choices, true), choices), choices),
        6 => perhaps_fenced(other_top_level(choices), choices),
        7 => {
            let mut draft = clean_draft(choices);
            STRINGS[choices.upto(STRINGS.len() - 1)](&mut draft, profile, choices);
            perhaps_fenced(draft, choices)
        }
        8 => {
            let wrapping = choices.upto(5);
            let kind = choices.upto(malformation::PERHAPS.len() - 1);
            let mut draft = clean_draft(choices);
            perhaps_wrap(&mut draft, wrapping, choices);
            malformation::PERHAPS[kind](&mut draft, profile, choices);
            draft
        }
        _ => {
            // An inner fault in a string makes a string of it; in a fence it stays a fault.
            let kind = choices.upto(INNER_BREAKS.len() - 1);
            let mut draft = clean_draft(choices);
            INNER_BREAKS[kind](&mut draft, profile, choices);
            encode::encode(&mut draft, profile, choices);
            perhaps_fenced(draft, choices)
        }
    }
}

/// The same draft, or in a fence.
fn perhaps_fenced(mut draft: Draft, choices: &mut Choices<'_>) -> Draft {
    if choices.one_in(4) {
        fence::fence(&mut draft, Profile::Parse, choices);
    }
    draft
}

/// A scalar, or a list of one scalar or object, which may be accepted as exactly that or rejected (REQ PAR-7).
fn other_top_level(choices: &mut Choices<'_>) -> Draft {
    let kind = choices.upto(3);
    let mut tree = if kind == 3 {
        object(choices, true)
    } else {
        scalar(choices, true)
    };
    if let Json::String(text) = &mut tree.json
        && text.trim_start().starts_with('{')
    {
        // A string that holds an object would be decoded.
        text.push('x');
    }
    if kind > 1 {
        tree.json = Json::Array(vec![tree.json]);
    }
    let mut draft = draft_of(tree, choices);
    if let Truth::Accepted { level, reasons, .. } = &mut draft.truth {
        *level = crate::case::Level::May;
        reasons.clear();
    }
    draft.form = Form::Other;
    draft.note("top-level", &["PAR-7"]);
    draft
}

/// An answer on either side of a limit, or one with very many members.
fn limits_draft(choices: &mut Choices<'_>) -> Draft {
    let kind = choices.upto(4);
    let is_size = kind > 2;
    let wrapping = choices.upto(5);
    let mut draft = if is_size {
        clean_draft(choices)
    } else if kind == 2 {
        draft_of(wide(choices), choices)
    } else {
        let levels = depth::levels(choices);
        let json = depth::nested(levels, "", choices);
        let mut draft = draft_of(Tree::guaranteed(json), choices);
        depth::judge(&mut draft, levels);
        draft
    };
    perhaps_wrap(&mut draft, wrapping, choices);
    if is_size {
        size::size(&mut draft, Profile::Parse, choices);
    }
    draft
}
