//! Our tree as the JSON Schema library reads it: directly, with no copy and no digit lost.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node, NodeIdentity, Object};
use serde_json::{Map, Number as PlainNumber, Value as Plain};

use crate::json::{Decimal, Document, Elements, Kind, Members, Value};

/// JSON as the lexical tree has it.
pub(crate) struct Tree;

impl Json for Tree {
    type Node<'a> = Value<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = Option<Document<'static>>;

    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>(
        buffer: &mut Self::StringBuffer,
        string: &str,
        f: impl FnOnce(Value<'_>) -> T,
    ) -> T {
        *buffer = Document::parse(Plain::from(string).to_string()).ok();
        f(buffer.as_ref().map_or(Value::NOTHING, Document::root))
    }
}

impl<'a> Node<'a, Tree> for Value<'a> {
    type Object = Self;
    type Array = Self;
    type Number = Number<'a>;

    fn as_object(&self) -> Option<Self> {
        (self.kind() == Kind::Object).then_some(*self)
    }

    fn as_array(&self) -> Option<Self> {
        (self.kind() == Kind::Array).then_some(*self)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        self.as_str()
    }

    fn as_number(&self) -> Option<Number<'a>> {
        Value::as_number(*self).map(Number)
    }

    fn as_boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    fn is_number(&self) -> bool {
        self.kind() == Kind::Number
    }

    fn is_string(&self) -> bool {
        self.kind() == Kind::String
    }

    fn json_type(&self) -> JsonType {
        match self.kind() {
            Kind::Null => JsonType::Null,
            Kind::Boolean => JsonType::Boolean,
            Kind::Number => JsonType::Number,
            Kind::String => JsonType::String,
            Kind::Array => JsonType::Array,
            Kind::Object => JsonType::Object,
        }
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        let text = self.as_str()?;
        let bytes = text.len() as u64;
        // A character has one to four bytes, so most lengths are known without counting.
        if bytes.div_ceil(4) >= min && bytes <= max {
            return Some(true);
        }
        let characters = text.chars().count() as u64;
        Some((min..=max).contains(&characters))
    }

    fn to_value(&self) -> Cow<'a, Plain> {
        Cow::Owned(plain(*self))
    }

    fn identity(&self) -> Option<NodeIdentity> {
        let index = u32::try_from(self.index()).ok()?;
        Some(NodeIdentity::tagged(self.tree(), index))
    }
}

impl<'a> Object<'a, Tree> for Value<'a> {
    type Node = Self;
    type MemberName = Cow<'a, str>;
    type MembersIter = NamedMembers<'a>;

    fn len(&self) -> usize {
        Value::len(*self)
    }

    fn get(&self, key: &Box<str>) -> Option<Self> {
        Value::get(*self, key)
    }

    fn members(&self) -> NamedMembers<'a> {
        NamedMembers(Value::members(*self))
    }
}

impl<'a> Array<'a, Tree> for Value<'a> {
    type Node = Self;
    type ElementsIter = Elements<'a>;

    fn len(&self) -> usize {
        Value::len(*self)
    }

    fn elements(&self) -> Elements<'a> {
        Value::elements(*self)
    }
}

/// Members with their keys unescaped.
pub(crate) struct NamedMembers<'a>(Members<'a>);

impl<'a> Iterator for NamedMembers<'a> {
    type Item = (Cow<'a, str>, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.0.next()?;
        Some((key.as_str()?, value))
    }
}

/// A number by its text. Bounds and constants are compared by keywords of our own, so the library
/// asks only whether it is whole.
pub(crate) struct Number<'a>(&'a str);

impl Number<'_> {
    fn whole<T: TryFrom<i128>>(&self) -> Option<T> {
        T::try_from(Decimal::read(self.0).to_i128()?).ok()
    }
}

impl JsonNumber for Number<'_> {
    fn as_u64(&self) -> Option<u64> {
        self.whole()
    }

    fn as_i64(&self) -> Option<i64> {
        self.whole()
    }

    fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok()
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.0)
    }

    fn to_number(&self) -> Cow<'_, PlainNumber> {
        Cow::Owned(plain_number(self.0))
    }

    fn is_integer(&self) -> bool {
        Decimal::read(self.0).is_whole()
    }
}

/// A copy for the library's errors, which nobody reads: numbers may be rounded.
fn plain(value: Value<'_>) -> Plain {
    match value.kind() {
        Kind::Null => Plain::Null,
        Kind::Boolean => Plain::from(value.as_bool()),
        Kind::Number => Plain::Number(plain_number(value.raw())),
        Kind::String => Plain::from(value.as_str().unwrap_or_default()),
        Kind::Array => value.elements().map(plain).collect(),
        Kind::Object => {
            let member = |(key, value): (Cow<'_, str>, _)| (key.into_owned(), plain(value));
            Plain::Object(
                NamedMembers(value.members())
                    .map(member)
                    .collect::<Map<_, _>>(),
            )
        }
    }
}

fn plain_number(text: &str) -> PlainNumber {
    let number = Number(text);
    let whole = number
        .as_i64()
        .map(PlainNumber::from)
        .or_else(|| number.as_u64().map(Into::into));
    whole
        .or_else(|| PlainNumber::from_f64(number.as_f64()?))
        .unwrap_or_else(|| PlainNumber::from(0))
}

#[cfg(test)]
mod tests {
    use jsonschema::json::conformance;

    use super::*;

    #[test]
    fn the_library_reads_the_tree_as_it_expects() {
        let document = Document::parse(conformance::document().to_string()).unwrap();
        conformance::assert_conformance::<Tree>(&document.root());
    }
}
