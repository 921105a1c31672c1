//! An exact JSON value: numbers as decimals of any size, strings code point for code point, members in their order
//! with doubled keys kept.
//!
//! Read by an independent parser, so that no reading of JSON is shared with any implementation under test.

mod number;
mod read;

use std::borrow::Cow;
use std::fmt;

pub use number::Number;
pub use read::{MAX_DEPTH, MAX_VALUES, Unreadable};

/// A JSON value, borrowed from its text as far as that has no escapes.
///
/// Two values are equal if they are the same JSON value: numbers as exact decimals (`1.0` is `1`, `-0` is `0`),
/// objects without regard to the order of their members. A doubled key is a member of its own, so an object that has
/// one equals none that has it once.
#[derive(Debug, Clone)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Number(Number<'a>),
    /// A string, decoded.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Self>),
    /// An object.
    Object(Vec<Member<'a>>),
}

/// A member of an object.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// The key, decoded.
    pub key: Cow<'a, str>,
    /// The value.
    pub value: Value<'a>,
}

impl<'a> Value<'a> {
    /// Reads one JSON text of at most [`MAX_DEPTH`] open arrays and objects and [`MAX_VALUES`] values.
    ///
    /// # Errors
    /// [`Unreadable`] if the text is not strict JSON, holds a lone surrogate, or is too much.
    pub fn read(text: &'a str) -> Result<Self, Unreadable> {
        read::read(text)
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Boolean(one), Self::Boolean(other)) => one == other,
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::String(one), Self::String(other)) => one == other,
            (Self::Array(one), Self::Array(other)) => one == other,
            (Self::Object(one), Self::Object(other)) => same_members(one, other),
            _ => false,
        }
    }
}

/// Whether two objects have the same members. Most often they stand in the same order; where not, sorting them keeps
/// the comparison far from quadratic.
fn same_members(one: &[Member<'_>], other: &[Member<'_>]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    if one
        .iter()
        .zip(other)
        .all(|(one, other)| one.key == other.key)
    {
        return one
            .iter()
            .zip(other)
            .all(|(one, other)| one.value == other.value);
    }
    let sorted = |members| {
        let mut members: Vec<&Member<'_>> = Vec::from_iter(members);
        members.sort_by(|a, b| a.key.cmp(&b.key));
        members
    };
    sorted(one)
        .into_iter()
        .zip(sorted(other))
        .all(|(one, other)| one.key == other.key && one.value == other.value)
}

/// The value as compact JSON text. Numbers keep their spelling.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => value.fmt(f),
            Self::Number(number) => f.write_str(number.text()),
            Self::String(string) => quoted(f, string),
            Self::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    item.fmt(f)?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (index, Member { key, value }) in members.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    quoted(f, key)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, string: &str) -> fmt::Result {
    f.write_str(&serde_json::to_string(string).map_err(|_| fmt::Error)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(one: &str, other: &str) -> bool {
        Value::read(one).unwrap() == Value::read(other).unwrap()
    }

    #[test]
    fn members_are_compared_without_regard_to_order() {
        assert!(equal(
            r#"{"a":1,"b":[2,{}]}"#,
            r#"{ "b" : [2,{}], "a" : 1.0 }"#
        ));
        assert!(!equal(r#"{"a":1,"b":2}"#, r#"{"a":2,"b":1}"#));
        assert!(!equal("[1,2]", "[2,1]"));
    }

    #[test]
    fn a_doubled_key_equals_no_single_one() {
        assert!(!equal(r#"{"a":1,"a":1}"#, r#"{"a":1}"#));
        assert!(!equal(r#"{"a":1,"\u0061":1}"#, r#"{"a":1,"b":1}"#));
        assert!(equal(r#"{"a":1,"\u0061":2}"#, r#"{"a":1,"a":2}"#));
    }

    #[test]
    fn types_are_never_the_same() {
        for (one, other) in [
            ("1", "\"1\""),
            ("0", "false"),
            ("null", "\"\""),
            ("[]", "{}"),
            ("\"é\"", "\"e\u{301}\""),
        ] {
            assert!(!equal(one, other), "{one} {other}");
        }
        assert!(equal(r#""\u00e9\ud83d\ude00\u0000""#, "\"é😀\\u0000\""));
    }

    #[test]
    fn a_value_is_shown_as_json() {
        let text = r#"{"a":[1.50E+2,"\n\"",null,true],"":{}}"#;
        assert_eq!(Value::read(text).unwrap().to_string(), text);
    }
}
