//! The same answer twice, in spellings or wrappings that must come to the same.

use super::tree::{Tree, object};
use super::{clean_draft, scene};
use crate::case::Profile;
use crate::generate::malformation::{encode, fence};
use crate::generate::{Choices, Draft, Json, Scene, Spelling};

/// Two cases with the same right value: spelled otherwise, with the keys in another order, in another fence, or in a
/// wrapping and without it.
pub(in crate::generate) fn pair(choices: &mut Choices<'_>) -> Scene {
    let kind = choices.upto(3);
    let [first, second] = match kind {
        0 => {
            let Tree { json, .. } = object(choices, false);
            [(); 2].map(|()| spelled(&json, choices))
        }
        1 => {
            let Tree { json, .. } = object(choices, false);
            let spelling = Spelling::any(choices);
            [json.clone(), reversed(json)]
                .map(|json| Draft::accepted(spelling.spell(&json), json.value_text()))
        }
        2 => {
            let draft = clean_draft(choices);
            [draft.clone(), draft].map(|mut draft| {
                fence::fence(&mut draft, Profile::Parse, choices);
                draft
            })
        }
        _ => {
            let plain = clean_draft(choices);
            let mut wrapped = plain.clone();
            encode::encode(&mut wrapped, Profile::Parse, choices);
            if choices.one_in(2) {
                fence::fence(&mut wrapped, Profile::Parse, choices);
            }
            [plain, wrapped]
        }
    };
    let name = [
        "pair-spelling",
        "pair-key-order",
        "pair-fences",
        "pair-wrapping",
    ][kind];
    scene(
        [first, second]
            .into_iter()
            .map(|mut draft| {
                draft.note(name, &["NRM-2", "NRM-3"]);
                draft
            })
            .collect(),
    )
}

fn spelled(json: &Json, choices: &mut Choices<'_>) -> Draft {
    Draft::accepted(Spelling::any(choices).spell(json), json.value_text())
}

/// The same value with the members of every object the other way round.
fn reversed(json: Json) -> Json {
    match json {
        Json::Object(members) => {
            let members = members.into_iter().rev();
            Json::Object(members.map(|(key, value)| (key, reversed(value))).collect())
        }
        Json::Array(items) => Json::Array(items.into_iter().map(reversed).collect()),
        other => other,
    }
}
