//! Answers that are no answer: another text than one object with the one key `replacement` (REQ REP-4, LIM-2).

use super::{Choices, Json, Sent, Spelling, all, answer, with};
use crate::case::{Case, Category};
use crate::generate::json::quoted;
use crate::generate::malformation::size::LIMIT;
use crate::generate::place::{pointer, span};

type Text = fn(&Sent<'_>, &mut Choices<'_>) -> Case;

/// Every kind.
pub(in super::super) const TEXTS: [Text; 13] = [
    |sent, choices| {
        let plain = plain(sent, choices);
        let text = match choices.upto(5) {
            0 => format!("Here is it: {plain}"),
            1 => format!("{plain}\nI changed the form only."),
            2 => format!("Here is it:\n```json\n{plain}\n```"),
            3 => format!("```json\n{plain}\n```\nDone."),
            4 => format!("<think>a list</think>{plain}"),
            _ => format!("{plain}{plain}"),
        };
        refused(sent, text, "prose")
    },
    |sent, choices| {
        let plain = plain(sent, choices);
        let text = match choices.upto(4) {
            0 => format!("```python\n{plain}\n```"),
            1 => format!("```json\n{plain}"),
            2 => format!("```json{plain}```"),
            3 => format!("```\n```json\n{plain}\n```\n```"),
            _ => format!("````\n{plain}\n```"),
        };
        refused(sent, text, "fence-amiss")
    },
    |sent, choices| {
        let value = sent.value.clone();
        let other = match choices.upto(3) {
            0 => ("reason", Json::string("the form")),
            1 => ("path", Json::string(pointer(&sent.path))),
            2 => ("Replacement", value.clone()),
            _ => ("replacement ", Json::Null),
        };
        let mut members = vec![("replacement", value), other];
        if choices.one_in(2) {
            members.reverse();
        }
        let text = Spelling::any(choices)
            .spell(&Json::object(members))
            .response;
        refused(sent, text, "second-key")
    },
    |sent, choices| {
        let value = sent.value.clone();
        let name = *choices.pick(&["replace", "Replacement", "value", "", "replacement\u{200b}"]);
        let answer = if choices.one_in(4) {
            Json::Object(Vec::new())
        } else {
            Json::object([(name, value)])
        };
        let text = Spelling::any(choices).spell(&answer).response;
        refused(sent, text, "no-replacement")
    },
    |sent, choices| {
        let answer = match choices.upto(4) {
            0 => sent.value.clone(),
            1 => Json::Array(vec![Json::object([("replacement", sent.value.clone())])]),
            2 => Json::Null,
            3 => Json::string("replacement"),
            _ => Json::Array(Vec::new()),
        };
        let text = Spelling::any(choices).spell(&answer).response;
        refused(sent, text, "bare-answer")
    },
    |sent, choices| {
        let patch = Json::object([
            ("op", Json::string("replace")),
            ("path", Json::string(pointer(&sent.path))),
            ("value", sent.value.clone()),
        ]);
        let patch = if choices.one_in(2) {
            patch
        } else {
            Json::Array(vec![patch])
        };
        refused(sent, patch.value_text(), "patch-as-answer")
    },
    |sent, _| {
        refused(
            sent,
            sent.value_with(&sent.value),
            "whole-response-as-answer",
        )
    },
    |sent, choices| {
        let text = match choices.upto(2) {
            0 => quoted(&plain(sent, choices)),
            1 => String::new(),
            _ => " \n".to_owned(),
        };
        refused(sent, text, "no-object-as-answer")
    },
    |sent, choices| {
        let value = sent.value.value_text();
        let (first, second) = *choices.pick(&[
            ("replacement", "replacement"),
            ("replacement", "\\u0072eplacement"),
            ("replacemen\\u0074", "replacement"),
        ]);
        let other = *choices.pick(&["null", "[]", ""]);
        let other = if other.is_empty() { &*value } else { other };
        let text = if choices.one_in(2) {
            format!(r#"{{"{first}":{value},"{second}":{other}}}"#)
        } else {
            format!(r#"{{"{first}":{other},"{second}":{value}}}"#)
        };
        refused(sent, text, "duplicate-key-of-answer")
    },
    |sent, choices| {
        // A member of an object twice; where there is no object, the answer's own.
        let objects: Vec<_> = all(sent)
            .into_iter()
            .filter_map(|(path, value)| match value {
                Json::Object(members) if !members.is_empty() => Some((path, members.clone())),
                _ => None,
            })
            .collect();
        let text = if objects.is_empty() {
            let value = sent.value.value_text();
            format!(r#"{{"replacement":{value},"replacement":{value}}}"#)
        } else {
            let (path, mut members) = choices.pick(&objects).clone();
            let member = choices.pick(&members).clone();
            members.push(member);
            let value = with(sent, &path, Json::Object(members));
            answer(&value, Spelling::any(choices))
        };
        refused(sent, text, "duplicate-key-in-replacement")
    },
    |sent, choices| {
        let plain = plain(sent, choices);
        let value = span(&plain, &["replacement".to_owned()]).unwrap_or_default();
        let end = value.end;
        let (head, tail) = plain.split_at(end);
        let text = match choices.upto(5) {
            0 => format!("{head},{tail}"),
            1 => format!("{head} // the list{tail}"),
            2 => plain.replacen("\"replacement\"", "'replacement'", 1),
            3 => plain.replacen(':', "=", 1),
            4 => format!("{head}{tail}}}"),
            _ => format!("\u{a0}{plain}"),
        };
        // A key that is spelled by number has no such quotes, and then stands twice.
        let text = if text == plain {
            format!("{plain},")
        } else {
            text
        };
        refused(sent, text, "answer-syntax")
    },
    |sent, choices| {
        let plain = plain(sent, choices);
        let mut end = 1 + choices.upto(plain.len().saturating_sub(2));
        while !plain.is_char_boundary(end) {
            end -= 1;
        }
        refused(sent, plain[..end].to_owned(), "cut-answer")
    },
    |sent, choices| {
        let mut text = plain(sent, choices);
        let (name, value) = if choices.one_in(2) {
            let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
            text = format!(r#"{{"replacement":{deep}}}"#);
            ("answer-too-deep", text)
        } else {
            let filling = " ".repeat((LIMIT + 1).saturating_sub(text.len()));
            ("answer-too-long", format!("{text}{filling}"))
        };
        let reasons = [Category::Repair, Category::Limit];
        let paths = vec![pointer(&sent.path), String::new()];
        sent.refused(value, name, &["REP-4", "LIM-2"], &reasons, paths)
    },
];

fn plain(sent: &Sent<'_>, choices: &mut Choices<'_>) -> String {
    let text = answer(&sent.value, Spelling::any(choices));
    if text.len() > 16_384 {
        return answer(&sent.value, Spelling::PLAIN);
    }
    text
}

fn refused(sent: &Sent<'_>, text: String, name: &str) -> Case {
    let paths = vec![pointer(&sent.path)];
    sent.refused(text, name, &["REP-4"], &[Category::Repair], paths)
}
