//! Right answers to a repair call, in any spelling (REQ REP-4 to REP-8).

use super::super::{Choices, Json, Spelling};
use super::sent::{Sent, answer};
use crate::case::{Case, Category, Expectation, Level};
use crate::generate::place::{below, set};

/// A right answer: any spelling, any order of members, numbers spelled otherwise.
pub(super) fn right(sent: &Sent<'_>, choices: &mut Choices<'_>) -> Case {
    let mut value = sent.value.clone();
    value.turn(choices);
    if choices.one_in(3) {
        respell(&mut value, choices);
    }
    let mut spelling = Spelling::any(choices);
    if answer(&value, spelling).len() > 16_384 {
        spelling = Spelling::PLAIN;
    }
    sent.repaired(answer(&value, spelling))
}

/// An answer that may be accepted: in a fence, or with the filters that were triples in another order.
pub(super) fn perhaps(sent: &Sent<'_>, choices: &mut Choices<'_>) -> Case {
    let turned = turned(sent);
    let is_fenced = turned.is_none() || choices.one_in(2);
    let mut case = match turned {
        Some(value) if !is_fenced => {
            let mut case = sent.repaired(answer(&value, Spelling::any(choices)));
            if let Expectation::Accepted(due) = &mut case.expect {
                // What is accepted has them in that order.
                due.value_text = sent.value_with(&value);
            }
            case.class.push_str("+filters-in-another-order");
            case
        }
        _ => {
            let plain = answer(&sent.value, Spelling::any(choices));
            let [open, close] = *choices.pick(&[
                ["```json\n", "\n```"],
                ["```\n", "\n```"],
                ["````json\r\n", "\r\n````\n"],
            ]);
            let mut case = sent.repaired(format!("{open}{plain}{close}"));
            case.class.push_str("+fenced-answer");
            case
        }
    };
    if let Expectation::Accepted(due) = &mut case.expect {
        due.level = Level::May;
        due.reasons = vec![Category::Repair];
    }
    case
}

/// The value with the filters of one list in another order, all of which were triples; none if there is no such list, or
/// nothing in it to turn.
fn turned(sent: &Sent<'_>) -> Option<Json> {
    let places = crate::generate::place::places(&sent.value, &sent.path);
    let (path, items) = places.iter().find_map(|(path, value)| match value {
        Json::Array(items) if items.len() > 1 => {
            let is_triple = |index: usize| sent.torn.triples.contains(&below(path, &index));
            let differ = !crate::generate::place::is_same(&items[0], &items[1]);
            ((0..items.len()).all(is_triple) && differ).then_some((path, items))
        }
        _ => None,
    })?;
    let mut items = items.clone();
    items.swap(0, 1);
    let mut value = sent.value.clone();
    let inside = path.get(sent.path.len()..)?;
    if inside.is_empty() {
        value = Json::Array(items);
    } else {
        set(&mut value, inside, Json::Array(items));
    }
    Some(value)
}

/// Spells numbers otherwise; the same decimals all the same.
fn respell(json: &mut Json, choices: &mut Choices<'_>) {
    match json {
        Json::Number(token) => {
            let is_plain = token
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'-');
            let is_short = token.len() < 12;
            let end = *choices.pick(&["", ".0", "e0", ".00E+0"]);
            if is_plain && is_short {
                token.push_str(end);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| respell(item, choices)),
        Json::Object(members) => {
            for (_, value) in members {
                respell(value, choices);
            }
        }
        _ => {}
    }
}
