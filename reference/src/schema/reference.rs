//! Where a `$ref` leads: `#`, or `#/` and a JSON Pointer, percent-decoded first (RFC 6901,
//! section 6).

use std::borrow::Cow;

use crate::json::{Kind, Pointer, Value};

/// The names and indices on the way from the schema's root; `None` if `text` has another form.
pub(super) fn segments(text: &str) -> Option<Vec<String>> {
    let fragment = text.strip_prefix('#')?;
    Pointer::segments(&percent_decoded(fragment)?)
}

/// The value that they lead to.
pub(super) fn target<'d>(root: Value<'d>, segments: &[String]) -> Option<Value<'d>> {
    let step = |value: Value<'d>, segment: &String| match value.kind() {
        Kind::Object => value.get(segment),
        Kind::Array => value.elements().nth(index(segment)?),
        _ => None,
    };
    segments.iter().try_fold(root, step)
}

/// An array index: digits without a leading zero.
fn index(segment: &str) -> Option<usize> {
    let plain = segment.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = segment == "0" || !segment.starts_with('0');
    (plain && canonical).then(|| segment.parse().ok())?
}

fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    let mut parts = text.split('%');
    let first = parts.next()?;
    if first.len() == text.len() {
        return Some(Cow::Borrowed(text));
    }
    let mut decoded = first.as_bytes().to_vec();
    for part in parts {
        let digits = part
            .get(..2)
            .filter(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        decoded.push(u8::from_str_radix(digits, 16).ok()?);
        decoded.extend_from_slice(part.get(2..)?.as_bytes());
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn a_fragment_is_percent_decoded_before_it_is_split() {
        let read = |text| segments(text).map(|segments| segments.join("|"));
        assert_eq!(read("#"), Some(String::new()));
        assert_eq!(read("#/$defs/a"), Some("$defs|a".to_owned()));
        assert_eq!(read("#/a%20b/%C3%A4"), Some("a b|ä".to_owned()));
        assert_eq!(read("#/a%2Fb"), Some("a|b".to_owned()));
        assert_eq!(read("#/a~1b%7E0"), Some("a/b~".to_owned()));
        assert_eq!(read("#/a%2525"), Some("a%25".to_owned()));
    }

    #[test]
    fn anything_else_is_refused() {
        let forms = [
            "",
            "a",
            "/a",
            "#a",
            "other.json#/a",
            "http://x/#",
            "#/%",
            "#/%4",
            "#/%zz",
            "#/%+1",
            "#/%FF",
            "#/~2",
            "#/a~",
        ];
        for text in forms {
            assert_eq!(segments(text), None, "{text}");
        }
    }

    #[test]
    fn an_array_is_entered_by_canonical_index_alone() {
        let document = Document::parse(r#"{"a":[1,{"0":2}],"01":3}"#).unwrap();
        let raw = |path: &[&str]| {
            let path: Vec<_> = path.iter().map(|segment| (*segment).to_owned()).collect();
            target(document.root(), &path).map(Value::raw)
        };
        assert_eq!(raw(&["a", "1", "0"]), Some("2"));
        assert_eq!(raw(&["01"]), Some("3"));
        for path in [["a", "01"], ["a", "+1"], ["a", "-"], ["a", "2"], ["a", ""]] {
            assert_eq!(raw(&path), None, "{path:?}");
        }
    }
}
