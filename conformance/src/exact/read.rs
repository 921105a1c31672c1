//! Reading a JSON text into an exact value.

use std::borrow::Cow;

use json_event_parser::{JsonEvent, SliceJsonParser};
use thiserror::Error;

use super::{Member, Number, Value};

/// How many arrays and objects may be open at once. No right value comes near it, since the policy rejects nesting
/// past 128 (REQ PAR-5); without a bound a hostile reply could exhaust the stack of whoever walks the value.
pub const MAX_DEPTH: usize = 1_000;

/// How many values a text may hold. Without a bound a reply of some megabytes could fill the memory. A case
/// that expects more is refused where it is loaded, so a reply that holds more is not right.
pub const MAX_VALUES: usize = 500_000;

/// Why a text is no exact value. Quotes nothing of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// It is not strict JSON, or a string holds half of a surrogate pair.
    #[error("not strict JSON, or with a lone surrogate")]
    Syntax,
    /// More than [`MAX_DEPTH`] arrays and objects are open at once.
    #[error("nested deeper than {MAX_DEPTH}")]
    Depth,
    /// It holds more than [`MAX_VALUES`] values.
    #[error("more than {MAX_VALUES} values")]
    Size,
}

/// A container that is still open.
enum Open<'a> {
    Array(Vec<Value<'a>>),
    Object {
        members: Vec<Member<'a>>,
        key: Option<Cow<'a, str>>,
    },
}

pub(super) fn read(text: &str) -> Result<Value<'_>, Unreadable> {
    let mut parser = SliceJsonParser::new(text.as_bytes());
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut whole = None;
    let mut values = 0;
    loop {
        let value = match parser.parse_next().map_err(|_| Unreadable::Syntax)? {
            JsonEvent::String(string) => Value::String(string),
            JsonEvent::Number(text) => Value::Number(Number::new(text)),
            JsonEvent::Boolean(value) => Value::Boolean(value),
            JsonEvent::Null => Value::Null,
            JsonEvent::StartArray => {
                push(&mut open, Open::Array(Vec::new()))?;
                continue;
            }
            JsonEvent::StartObject => {
                let members = Vec::new();
                push(&mut open, Open::Object { members, key: None })?;
                continue;
            }
            JsonEvent::ObjectKey(name) => {
                if let Some(Open::Object { key, .. }) = open.last_mut() {
                    *key = Some(name);
                }
                continue;
            }
            JsonEvent::EndArray | JsonEvent::EndObject => match open.pop() {
                Some(Open::Array(items)) => Value::Array(items),
                Some(Open::Object { members, .. }) => Value::Object(members),
                None => return Err(Unreadable::Syntax),
            },
            JsonEvent::Eof => return whole.ok_or(Unreadable::Syntax),
        };
        values += 1;
        if values > MAX_VALUES {
            return Err(Unreadable::Size);
        }
        match open.last_mut() {
            Some(Open::Array(items)) => items.push(value),
            Some(Open::Object { members, key }) => {
                let key = key.take().ok_or(Unreadable::Syntax)?;
                members.push(Member { key, value });
            }
            None => whole = Some(value),
        }
    }
}

fn push<'a>(open: &mut Vec<Open<'a>>, container: Open<'a>) -> Result<(), Unreadable> {
    if open.len() == MAX_DEPTH {
        return Err(Unreadable::Depth);
    }
    open.push(container);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_strict_json_is_read() {
        for text in [
            "",
            " ",
            "{",
            "[1,]",
            "{'a':1}",
            "NaN",
            "01",
            "1 2",
            "\"\\ud800\"",
            "{\"\\udc00\":1}",
            "\"\t\"",
            "\u{feff}",
            "[1",
        ] {
            assert_eq!(read(text).unwrap_err(), Unreadable::Syntax, "{text:?}");
        }
    }

    #[test]
    fn nesting_is_bounded_without_recursion() {
        let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(read(&nested(MAX_DEPTH + 1)).unwrap_err(), Unreadable::Depth);
        assert_eq!(read(&nested(500_000)).unwrap_err(), Unreadable::Depth);
    }

    #[test]
    fn size_is_bounded() {
        let long = |items| format!("[{}0]", "0,".repeat(items - 1));
        assert!(read(&long(MAX_VALUES - 1)).is_ok());
        assert_eq!(read(&long(MAX_VALUES)).unwrap_err(), Unreadable::Size);
    }
}
