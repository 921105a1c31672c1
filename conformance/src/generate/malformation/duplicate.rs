//! Keys that occur twice in one object (REQ PAR-2).

use super::around;
use super::tokens::{end_of_value, tokens};
use crate::case::Profile;
use crate::generate::{Choices, Draft, Form, Spelling};

/// Gives one object of the response a key twice: rejected, `parse`, whatever was right before; no value is all that it can
/// mean. What is no object gets text around it instead.
pub(in crate::generate) fn duplicate(
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
    let is_same = choices.one_in(3);
    let is_escaped = choices.one_in(3);
    let is_last = choices.one_in(2);
    let text = &draft.response;
    let tokens = tokens(text);
    let token = |index: usize| tokens.get(index).map_or("", |at| &text[at.clone()]);
    let objects: Vec<usize> = (0..tokens.len())
        .filter(|index| token(*index) == "{")
        .collect();
    // An object has one at least.
    let open = *choices.pick(&objects);
    let close = end_of_value(text, &tokens, open);
    let (member, at, is_empty) = if close == open + 1 {
        (r#""a":1,"a":2"#.to_owned(), tokens[close].start, true)
    } else {
        // A key, a colon and a value, then a comma or the end.
        let mut keys = vec![open + 1];
        while let Some(next) = keys
            .last()
            .map(|key| end_of_value(text, &tokens, key + 2) + 2)
            && next < close
        {
            keys.push(next);
        }
        let key = *choices.pick(&keys);
        let value = key + 2;
        let end = end_of_value(text, &tokens, value);
        let same = &text[tokens[value].start..tokens[end].end];
        let value = match (is_same, token(value)) {
            (true, _) => same,
            (false, "1") => "2",
            (false, _) => "1",
        };
        let key = if is_escaped {
            escaped(token(key))
        } else {
            token(key).to_owned()
        };
        let at = if is_last {
            tokens[close].start
        } else {
            tokens[open].end
        };
        (format!("{key}:{value}"), at, false)
    };
    let [before, after] = match (is_empty, is_last) {
        (true, _) => ["", ""],
        (_, true) => [",", ""],
        (_, false) => ["", ","],
    };
    draft
        .response
        .insert_str(at, &format!("{before}{member}{after}"));
    draft.reject_text();
    let name = match (is_empty, is_escaped, is_same) {
        (false, true, _) => "duplicate-key-spelled-otherwise",
        (false, _, true) => "duplicate-member",
        _ => "duplicate-key",
    };
    draft.note(name, &["PAR-2"]);
}

/// Another spelling of the key that a token is: every character by its number.
fn escaped(token: &str) -> String {
    let key: String = serde_json::from_str(token).unwrap_or_default();
    Spelling::BY_NUMBER.string(&key)
}
