//! The complete scalars that stand in a text which is no JSON, each with the place where it would stand.
//!
//! A tolerant scanner: it follows brackets, commas, colons and quotes as far as they go and never fails. What it finds
//! explains a verdict and never decides one.

use std::borrow::Cow;

use super::leaf::{Leaf, Leaves, Scalar, push_index, push_key};
use crate::exact::{MAX_DEPTH, Value};

/// The leaves of a text; none if they are too many to be compared.
///
/// A token that the end of the text cut off is none of them: nobody knows how a number that touches the end goes on,
/// unless the text is whole JSON and had to be rejected for another reason, such as how the model finished.
/// `looks_inside` says whether a text that is one string is looked into.
pub(super) fn leaves(text: &str, looks_inside: bool) -> Option<Vec<Leaf<'_>>> {
    let mut scanner = Scanner {
        rest: text,
        is_whole: Value::read(text).is_ok(),
        path: String::new(),
        open: Vec::new(),
        leaves: Leaves::default(),
    };
    let content = whole_string(text);
    if let (Some(content), true) = (&content, looks_inside) {
        let leaves = leaves(content, false)?;
        return Some(leaves.into_iter().map(Leaf::into_owned).collect());
    }
    if content.is_none() && text.contains(['{', '[']) {
        scanner.containers();
    } else {
        scanner.tokens();
    }
    scanner.leaves.finish()
}

/// The content of a text that is a string which holds an array or object, whole or not.
fn whole_string(text: &str) -> Option<String> {
    let text = text.trim_start();
    let length = text.starts_with('"').then(|| string_length(text))??;
    let content = string_content(&text[..length]);
    content
        .trim_start()
        .starts_with(['{', '['])
        .then(|| content.into_owned())
}

struct Scanner<'a> {
    rest: &'a str,
    /// Whether the text is JSON, so that its end cuts nothing off.
    is_whole: bool,
    /// The pointer to the innermost open container.
    path: String,
    open: Vec<Open<'a>>,
    leaves: Leaves<'a>,
}

/// A container that is still open.
struct Open<'a> {
    kind: Kind<'a>,
    /// How long the pointer to the container around it is.
    outer: usize,
    is_empty: bool,
}

enum Kind<'a> {
    /// The number of commas so far.
    Array(usize),
    /// The last key and whether its value is still due.
    Object(Option<Cow<'a, str>>),
}

impl<'a> Scanner<'a> {
    /// Scans all containers of the text. What stands between them is prose, not data.
    fn containers(&mut self) {
        while let Some(at) = self.rest.find(['{', '[']) {
            self.rest = &self.rest[at..];
            self.tokens();
            // Only an end inside a container leaves one open; what follows a closed one may hold the next.
            if !self.open.is_empty() {
                return;
            }
        }
    }

    /// Scans token by token up to the end of the text, or to the end of the outermost container.
    fn tokens(&mut self) {
        while let Some(first) = self.rest.chars().next() {
            if self.leaves.is_full() || self.open.len() > MAX_DEPTH {
                return;
            }
            match first {
                '{' => self.begin(Kind::Object(None)),
                '[' => self.begin(Kind::Array(0)),
                '}' | ']' => {
                    self.skip(1);
                    if self.end(first) {
                        return;
                    }
                }
                ',' => self.comma(),
                ':' => self.skip(1),
                '"' | '\'' => {
                    let Some(length) = string_length(self.rest) else {
                        return;
                    };
                    let token = self.skip_token(length);
                    self.string(string_content(token));
                }
                '#' => self.skip_past("\n"),
                '/' if self.rest.starts_with("//") => self.skip_past("\n"),
                '/' if self.rest.starts_with("/*") => self.skip_past("*/"),
                _ if first.is_whitespace() => self.skip(first.len_utf8()),
                _ => {
                    let at_end = self.is_whole.then_some(self.rest.len());
                    let Some(length) = self.rest.find(is_delimiter).or(at_end) else {
                        return;
                    };
                    let token = self.skip_token(length);
                    self.word(token);
                }
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn skip_token(&mut self, bytes: usize) -> &'a str {
        let (token, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        token
    }

    fn skip_past(&mut self, end: &str) {
        self.rest = self.rest.split_once(end).map_or("", |(_, rest)| rest);
    }

    fn begin(&mut self, kind: Kind<'a>) {
        self.skip(1);
        let outer = self.path.len();
        self.step_in();
        self.open.push(Open {
            kind,
            outer,
            is_empty: true,
        });
    }

    /// Ends the innermost container that this bracket closes, and all that are still open in it. A bracket that
    /// closes nothing is passed over. True if it was the outermost.
    fn end(&mut self, bracket: char) -> bool {
        let closes = |open: &Open<'_>| {
            matches!(
                (&open.kind, bracket),
                (Kind::Array(_), ']') | (Kind::Object(_), '}')
            )
        };
        let Some(at) = self.open.iter().rposition(closes) else {
            return self.open.is_empty();
        };
        let is_whole = at + 1 == self.open.len();
        if let Some(open) = self.open.drain(at..).next() {
            if is_whole && open.is_empty {
                let scalar = match open.kind {
                    Kind::Array(_) => Scalar::EmptyArray,
                    Kind::Object(_) => Scalar::EmptyObject,
                };
                self.leaves.add(&self.path, scalar);
            }
            self.path.truncate(open.outer);
        }
        self.open.is_empty()
    }

    fn comma(&mut self) {
        self.skip(1);
        match self.open.last_mut().map(|open| &mut open.kind) {
            Some(Kind::Array(index)) => *index += 1,
            Some(Kind::Object(key)) => *key = None,
            None => {}
        }
    }

    fn string(&mut self, content: Cow<'a, str>) {
        if let Some(content) = self.unless_key(content) {
            self.leaf(Scalar::String(content));
        }
    }

    fn word(&mut self, word: &'a str) {
        if self.unless_key(Cow::Borrowed(word)).is_none() {
            return;
        }
        let lower = word.to_ascii_lowercase();
        self.leaf(match (lower.as_str(), Value::read(word)) {
            ("null" | "none", _) => Scalar::Null,
            ("true", _) => Scalar::Boolean(true),
            ("false", _) => Scalar::Boolean(false),
            (_, Ok(Value::Number(number))) => Scalar::Number(number),
            _ => Scalar::String(Cow::Borrowed(word)),
        });
    }

    /// The token, unless a colon follows it in an object and makes it the key of the next value.
    fn unless_key(&mut self, token: Cow<'a, str>) -> Option<Cow<'a, str>> {
        let is_key = self.rest.trim_start().starts_with(':');
        match self.open.last_mut() {
            Some(Open {
                kind: Kind::Object(key),
                is_empty,
                ..
            }) if is_key => {
                *key = Some(token);
                *is_empty = false;
                None
            }
            _ => Some(token),
        }
    }

    fn leaf(&mut self, scalar: Scalar<'a>) {
        let outer = self.path.len();
        self.step_in();
        self.leaves.add(&self.path, scalar);
        self.path.truncate(outer);
    }

    /// Extends the pointer by the place in the innermost container where the next value stands.
    fn step_in(&mut self) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        open.is_empty = false;
        match &open.kind {
            Kind::Array(index) => push_index(&mut self.path, *index),
            Kind::Object(Some(key)) => push_key(&mut self.path, key),
            // A value without a key stands at its object.
            Kind::Object(None) => {}
        }
    }
}

/// What ends a word.
fn is_delimiter(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ':' | '{' | '}' | '[' | ']' | '"' | '\'')
}

/// The length in bytes of the string token at the start of a text, both quotes included; none if the text ends in it.
fn string_length(text: &str) -> Option<usize> {
    let quote = *text.as_bytes().first()?;
    let mut escaped = false;
    let rest = text.bytes().enumerate().skip(1);
    for (at, byte) in rest {
        if escaped {
            escaped = false;
        } else if byte == b'\\' {
            escaped = true;
        } else if byte == quote {
            return Some(at + 1);
        }
    }
    None
}

/// The content of a string token: decoded if it is a string of JSON, else as it stands.
fn string_content(token: &str) -> Cow<'_, str> {
    match Value::read(token) {
        Ok(Value::String(content)) => content,
        _ => Cow::Borrowed(&token[1..token.len() - 1]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> String {
        let leaves = leaves(text, true).unwrap();
        let shown = leaves
            .iter()
            .map(|leaf| format!("{}={}", leaf.path, leaf.scalar));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn scalars_have_the_places_that_brackets_and_keys_give_them() {
        assert_eq!(
            found(r#"{"a": 1, "a": [true, {"b/c": null}], "d": {}, "e": []}"#),
            "/a=1 /a/0=true /a/1/b~1c=null /d={} /e=[]"
        );
        assert_eq!(found("[1, 2,, 3][4]"), "/0=1 /1=2 /3=3 /0=4");
        assert_eq!(found("12 true"), "=12");
    }

    #[test]
    fn what_the_end_cut_off_is_no_scalar() {
        assert_eq!(found(r#"{"id": 7, "total": 12"#), "/id=7");
        assert_eq!(found(r#"{"id": 7, "total": 12 "#), "/id=7 /total=12");
        assert_eq!(found(r#"{"id": 7, "name": "ab"#), "/id=7");
        assert_eq!(found(r#"{"id": 7, "ok": tru"#), "/id=7");
        assert_eq!(found(r#"{"id": 7, "to"#), "/id=7");
        assert_eq!(found("[[1,2"), "/0/0=1");
        assert_eq!(found("tru"), "");
        assert_eq!(
            found(" 12"),
            "=12",
            "whole JSON is not cut, whatever follows"
        );
    }

    #[test]
    fn spellings_that_are_no_json_are_still_data() {
        assert_eq!(
            found("{'a': 'b', c: True, d: None, e: +1} // x: 2"),
            r#"/a="b" /c=true /d=null /e="+1""#
        );
        assert_eq!(
            found("{\"a\": 1, /* \"b\": 2 */ # 3\n \"c\": \"bad \\x\"}"),
            r#"/a=1 /c="bad \\x""#
        );
        assert_eq!(found(r#"{"a": [1, 2}, "b": 3}"#), "/a/0=1 /a/1=2");
    }

    #[test]
    fn prose_around_the_data_is_none() {
        assert_eq!(
            found("I found \"3\" results:\n```json\n{\"a\": 1}\n```\nOf 5."),
            "/a=1"
        );
        assert_eq!(found("{\"a\":1}\n{\"b\":2}"), "/a=1 /b=2");
    }

    #[test]
    fn a_string_that_holds_the_data_is_looked_into() {
        assert_eq!(found(r#""{\"a\": 1, \"b\": 2"  "#), "/a=1");
        assert_eq!(found(r#"{"a": "{\"b\": 1}"}"#), r#"/a="{\"b\": 1}""#);
    }
}
