//! Texts that are no JSON for one fault inside, production by production of RFC 8259 (REQ PAR-1).

mod faults;

use super::around;
use super::tokens::tokens;
use crate::case::Profile;
use crate::generate::json::quoted;
use crate::generate::{Choices, Draft, Form, Truth};
use faults::{GAPS, HALVES, NO_OTHER_HALVES, SEPARATORS, VALUES};

/// Gives the object a first member whose value, or whose object, is spelled wrongly: rejected, `parse`, whatever was right
/// before. Where that can mean but one thing, it is the value with that member in it.
pub(in crate::generate) fn value(draft: &mut Draft, profile: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    if !matches!(draft.form, Form::Object | Form::Perhaps) {
        return around::around(draft, profile, choices);
    }
    let (name, spellings) = *choices.pick(&VALUES);
    let (faulty, meant) = *choices.pick(spellings);
    put(draft, faulty, meant, choices);
    draft.note(name, &["PAR-1"]);
}

/// Gives the object a first member with half of a surrogate pair in its value or in a key below it: rejected, `parse`,
/// whatever was right before.
pub(in crate::generate) fn half(draft: &mut Draft, profile: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    if !matches!(draft.form, Form::Object | Form::Perhaps) {
        return around::around(draft, profile, choices);
    }
    let is_key = choices.one_in(3);
    let half = *choices.pick(&HALVES);
    let after = *choices.pick(&NO_OTHER_HALVES);
    let before = *choices.pick(&["", "x", r"\ud83d\ude00"]);
    let token = format!("\"{before}{half}{after}\"");
    let faulty = if is_key {
        format!("{{{token}:1}}")
    } else {
        token
    };
    put(draft, &faulty, None, choices);
    draft.note("syntax-surrogate", &["PAR-1"]);
}

/// Puts a value that is spelled wrongly into a first member. What it means, if it means one thing, stays readable.
fn put(draft: &mut Draft, faulty: &str, meant: Option<&str>, choices: &mut Choices<'_>) {
    let [before, after] = *choices.pick(&[["", ""], ["[", "]"], [r#"{"b":"#, "}"], ["[0,", ",0]"]]);
    let key = quoted(&unused_key(&draft.response));
    let with =
        |object: &str, value: &str| insert_first(object, &format!("{key}:{before}{value}{after}"));
    let lenient = match (&draft.truth, meant) {
        (Truth::Accepted { value, .. }, Some(meant)) => Some(with(value, meant)),
        _ => None,
    };
    draft.response = with(&draft.response, faulty);
    draft.reject_text();
    if let Truth::Rejected { lenient: means, .. } = &mut draft.truth {
        *means = lenient;
    }
}

/// Puts something between two tokens that is no white space of JSON: rejected, `parse`, whatever was right before, which is
/// still all that the text can mean.
pub(in crate::generate) fn gap(draft: &mut Draft, profile: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    if draft.form == Form::NoJson {
        return around::around(draft, profile, choices);
    }
    let (name, requirements, gaps) = *choices.pick(&GAPS);
    let gap = *choices.pick(gaps);
    let tokens = tokens(&draft.response);
    let at = match choices.upto(tokens.len()) {
        0 => 0,
        number => tokens[number - 1].end,
    };
    draft.response.insert_str(at, gap);
    draft.reject_readable_text();
    draft.note(name, requirements);
}

/// Puts another character in the place of a bracket, a comma or a colon, or doubles it: rejected, `parse`, whatever was
/// right before.
pub(in crate::generate) fn separator(
    draft: &mut Draft,
    profile: Profile,
    choices: &mut Choices<'_>,
) {
    if draft.is_broken() {
        return;
    }
    if !matches!(draft.form, Form::Object | Form::Perhaps) {
        return around::around(draft, profile, choices);
    }
    let which = choices.upto(2);
    let mut tokens = tokens(&draft.response);
    tokens.retain(|at| {
        SEPARATORS
            .iter()
            .any(|(right, _)| draft.response[at.clone()] == **right)
    });
    let at = choices.pick(&tokens).clone();
    let wrong = SEPARATORS
        .iter()
        .find(|(right, _)| draft.response[at.clone()] == **right)
        .map_or("", |(_, wrong)| wrong[which]);
    draft.response.replace_range(at, wrong);
    draft.reject_text();
    draft.note("syntax-separator", &["PAR-1"]);
}

/// A key that stands nowhere in a text.
fn unused_key(text: &str) -> String {
    let mut key = String::from("n");
    while text.contains(&key) {
        key.push('n');
    }
    key
}

/// The text of an object with this member before the others.
fn insert_first(object: &str, member: &str) -> String {
    let (before, rest) = object.split_once('{').unwrap_or(("", object));
    let comma = if rest.trim_start().starts_with('}') {
        ""
    } else {
        ","
    };
    format!("{before}{{{member}{comma}{rest}")
}
