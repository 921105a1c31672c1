//! The leaves of a value: its scalars and empty containers, each with the place where it stands.
//!
//! Every key lies on the path of a leaf, so a set of leaves says all that a value says.

use std::borrow::Cow;
use std::fmt;

use crate::exact::{Member, Number, Value};

/// How many leaves a comparison looks at, and how many bytes their paths may take together. A hostile reply could
/// otherwise fill the memory; it gets its verdict all the same, only without the sets.
const MAX_LEAVES: usize = 100_000;
const MAX_PATH_BYTES: usize = 16 * 1024 * 1024;

/// A leaf of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Leaf<'a> {
    /// A JSON Pointer.
    pub(super) path: String,
    pub(super) scalar: Scalar<'a>,
}

/// What stands at a leaf.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Scalar<'a> {
    Null,
    Boolean(bool),
    Number(Number<'a>),
    String(Cow<'a, str>),
    EmptyArray,
    EmptyObject,
}

/// Leaves as they are collected, up to the bounds of a comparison.
#[derive(Default)]
pub(super) struct Leaves<'a> {
    collected: Vec<Leaf<'a>>,
    path_bytes: usize,
    is_full: bool,
}

impl<'a> Leaves<'a> {
    pub(super) fn add(&mut self, path: &str, scalar: Scalar<'a>) {
        self.path_bytes += path.len();
        self.is_full |= self.collected.len() == MAX_LEAVES || self.path_bytes > MAX_PATH_BYTES;
        if !self.is_full {
            let path = path.to_owned();
            self.collected.push(Leaf { path, scalar });
        }
    }

    /// Whether the bounds are passed, so that collecting more is of no use.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The leaves in the order of the text; none if they are too many to be compared.
    pub(super) fn finish(self) -> Option<Vec<Leaf<'a>>> {
        (!self.is_full).then_some(self.collected)
    }
}

/// The leaves of a value that stands at `path`; none if they are too many to be compared.
pub(super) fn leaves<'a>(value: &Value<'a>, path: &str) -> Option<Vec<Leaf<'a>>> {
    let mut leaves = Leaves::default();
    collect(value, &mut path.to_owned(), &mut leaves);
    leaves.finish()
}

/// Goes at most as deep as a value that could be read.
fn collect<'a>(value: &Value<'a>, path: &mut String, leaves: &mut Leaves<'a>) {
    if leaves.is_full() {
        return;
    }
    let length = path.len();
    match value {
        Value::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                push_index(path, index);
                collect(item, path, leaves);
                path.truncate(length);
            }
        }
        Value::Object(members) if !members.is_empty() => {
            for Member { key, value } in members {
                push_key(path, key);
                collect(value, path, leaves);
                path.truncate(length);
            }
        }
        Value::Array(_) => leaves.add(path, Scalar::EmptyArray),
        Value::Object(_) => leaves.add(path, Scalar::EmptyObject),
        Value::Null => leaves.add(path, Scalar::Null),
        Value::Boolean(value) => leaves.add(path, Scalar::Boolean(*value)),
        Value::Number(number) => leaves.add(path, Scalar::Number(number.clone())),
        Value::String(string) => leaves.add(path, Scalar::String(string.clone())),
    }
}

/// Adds an array index to a JSON Pointer.
pub(super) fn push_index(path: &mut String, index: usize) {
    path.push('/');
    path.push_str(&index.to_string());
}

/// Adds a key to a JSON Pointer.
pub(super) fn push_key(path: &mut String, key: &str) {
    path.push('/');
    for character in key.chars() {
        match character {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            _ => path.push(character),
        }
    }
}

impl Leaf<'_> {
    /// The same leaf, on its own.
    pub(super) fn into_owned(self) -> Leaf<'static> {
        let scalar = match self.scalar {
            Scalar::Null => Scalar::Null,
            Scalar::Boolean(value) => Scalar::Boolean(value),
            Scalar::Number(number) => Scalar::Number(number.into_owned()),
            Scalar::String(string) => Scalar::String(Cow::Owned(string.into_owned())),
            Scalar::EmptyArray => Scalar::EmptyArray,
            Scalar::EmptyObject => Scalar::EmptyObject,
        };
        Leaf {
            path: self.path,
            scalar,
        }
    }
}

impl Scalar<'_> {
    /// Whether meeting the scalar twice says that it was copied. An empty or two-valued one comes from anywhere.
    pub(super) fn is_telling(&self) -> bool {
        match self {
            Self::Number(_) => true,
            Self::String(string) => !string.is_empty(),
            Self::Null | Self::Boolean(_) | Self::EmptyArray | Self::EmptyObject => false,
        }
    }

    /// Whether two scalars say the same in different types: `1` and `"1"`.
    pub(super) fn is_retyped_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::EmptyArray, Self::EmptyObject) | (Self::EmptyObject, Self::EmptyArray) => true,
            (Self::String(string), other) | (other, Self::String(string)) => {
                other.is_spelled(string)
            }
            _ => false,
        }
    }

    /// Whether a scalar other than a string has this text.
    fn is_spelled(&self, text: &str) -> bool {
        match (self, Value::read(text)) {
            (Self::Null, Ok(Value::Null)) => true,
            (Self::Boolean(one), Ok(Value::Boolean(other))) => *one == other,
            (Self::Number(one), Ok(Value::Number(other))) => *one == other,
            (Self::EmptyArray, Ok(Value::Array(items))) => items.is_empty(),
            (Self::EmptyObject, Ok(Value::Object(members))) => members.is_empty(),
            _ => false,
        }
    }
}

/// The scalar as JSON text; a number keeps its spelling.
impl fmt::Display for Scalar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => value.fmt(f),
            Self::Number(number) => f.write_str(number.text()),
            Self::String(string) => Value::String(Cow::Borrowed(string)).fmt(f),
            Self::EmptyArray => f.write_str("[]"),
            Self::EmptyObject => f.write_str("{}"),
        }
    }
}
