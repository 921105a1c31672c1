//! One spelling for all that is the same, so that values can be sorted and counted (REQ CON-2).

use std::fmt::Write as _;

use super::decimal::Decimal;
use super::document::{Kind, Value};
use super::same::by_key;

/// Writes a value so that two values are written alike exactly if they are the same.
pub(crate) fn canonical(value: Value<'_>, to: &mut String) {
    match value.kind() {
        Kind::Null | Kind::Boolean => to.push_str(value.raw()),
        Kind::Number => Decimal::read(value.raw()).canonical(value.raw(), to),
        Kind::String => canonical_string(&value.as_str().unwrap_or_default(), to),
        Kind::Array => {
            to.push('[');
            value.elements().for_each(|element| canonical(element, to));
            to.push(']');
        }
        Kind::Object => {
            to.push('{');
            for (key, member) in by_key(value) {
                canonical_string(&key, to);
                canonical(member, to);
            }
            to.push('}');
        }
    }
}

/// Writes a string with its length in front, so that nothing in it can end it.
pub(crate) fn canonical_string(text: &str, to: &mut String) {
    // Writing into memory cannot fail.
    let _ = write!(to, "{}\"{text}", text.len());
}

#[cfg(test)]
mod tests {
    use super::canonical;
    use crate::json::{Document, same};

    #[test]
    fn two_values_are_written_alike_exactly_if_they_are_the_same() {
        let texts = [
            "null",
            "true",
            "false",
            "0",
            "-0.0",
            "1",
            "1.0",
            "10e-1",
            "-1",
            "1.5",
            "15",
            "100",
            "1e2",
            "0.01",
            "1e99999999999999999999",
            "1e99999999999999999998",
            "9007199254740993",
            "9007199254740992",
            "\"1\"",
            "\"\"",
            "\"a\"",
            "\"\\u0061\"",
            "\"null\"",
            "\"1\\\"a\"",
            "[]",
            "[1]",
            "[1,2]",
            "[2,1]",
            "[12]",
            "[[1],2]",
            "[\"a\",\"b\"]",
            "[\"a1\\\"b\"]",
            "{}",
            "{\"a\":1,\"b\":2}",
            "{\"b\":2.0,\"\\u0061\":1}",
            "{\"a\":2,\"b\":1}",
            "{\"a\":{}}",
        ];
        let documents = texts.map(|text| Document::parse(text).unwrap());
        let written = |document: &Document<'_>| {
            let mut to = String::new();
            canonical(document.root(), &mut to);
            to
        };
        for one in &documents {
            for other in &documents {
                let alike = written(one) == written(other);
                let (a, b) = (one.root(), other.root());
                assert_eq!(alike, same(a, b), "{} {}", one.text(), other.text());
            }
        }
    }
}
