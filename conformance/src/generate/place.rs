//! Places in an answer: paths of keys and indexes, and where in a text the value at one stands.

use std::ops::Range;

use super::Json;
use super::malformation::tokens::{end_of_value, tokens};
use crate::exact::Value;

/// The keys and indexes that lead to a place.
pub(in crate::generate) type Path = Vec<String>;

/// A path of these segments, `/`-separated; none of them has to be escaped.
pub(in crate::generate) fn path(pointer: &str) -> Path {
    pointer.split('/').skip(1).map(str::to_owned).collect()
}

/// A path as a JSON Pointer.
pub(in crate::generate) fn pointer(path: &[String]) -> String {
    let mut pointer = String::new();
    for segment in path {
        pointer.push('/');
        pointer.push_str(&segment.replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

/// The value at a place.
pub(in crate::generate) fn at<'j>(json: &'j mut Json, path: &[String]) -> Option<&'j mut Json> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    json.at(&path)
}

/// Sets the value at a place that is there.
pub(in crate::generate) fn set(json: &mut Json, path: &[String], value: Json) {
    if let Some(old) = at(json, path) {
        *old = value;
    }
}

/// A path one segment longer.
pub(in crate::generate) fn below(path: &[String], segment: &(impl ToString + ?Sized)) -> Path {
    let mut longer = path.to_vec();
    longer.push(segment.to_string());
    longer
}

/// Every place in a value, that of the value first, with what stands there. Only trees without wrappings are walked.
pub(in crate::generate) fn places<'j>(json: &'j Json, path: &[String]) -> Vec<(Path, &'j Json)> {
    let mut all = vec![(path.to_vec(), json)];
    match json {
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                all.extend(places(item, &below(path, &index)));
            }
        }
        Json::Object(members) => {
            for (key, value) in members {
                all.extend(places(value, &below(path, key)));
            }
        }
        _ => {}
    }
    all
}

/// Whether two trees mean the same.
pub(in crate::generate) fn is_same(one: &Json, other: &Json) -> bool {
    let [one, other] = [one, other].map(Json::value_text);
    matches!((Value::read(&one), Value::read(&other)), (Ok(one), Ok(other)) if one == other)
}

/// The longest concrete path that matches one of these positions and is at or above all of these places; none if there
/// is none (REQ REP-1).
pub(in crate::generate) fn deepest(positions: &[&str], places: &[Path]) -> Option<Path> {
    let first = places.first()?;
    let shared = |length: usize| {
        let start = first.get(..length);
        places.iter().all(|place| place.get(..length) == start)
    };
    let is_position = |length: usize| {
        positions.iter().any(|position| {
            let segments: Vec<_> = position.split('/').skip(1).collect();
            segments.len() == length
                && segments.iter().zip(first).all(|(due, segment)| match *due {
                    "*" => segment.bytes().all(|byte| byte.is_ascii_digit()),
                    due => due == segment,
                })
        })
    };
    let length = (1..=first.len())
        .rev()
        .find(|length| shared(*length) && is_position(*length))?;
    Some(first[..length].to_vec())
}

/// Where the value at a place stands in a JSON text.
pub(in crate::generate) fn span(text: &str, path: &[String]) -> Option<Range<usize>> {
    let tokens = tokens(text);
    let token = |index: usize| tokens.get(index).map_or("", |at| &text[at.clone()]);
    let mut first = 0;
    for segment in path {
        let is_object = token(first) == "{";
        let mut next = first + 1;
        let mut index = 0;
        loop {
            if matches!(token(next), "}" | "]" | "") {
                return None;
            }
            let (is_it, value) = if is_object {
                let key: String = serde_json::from_str(token(next)).ok()?;
                (key == *segment, next + 2)
            } else {
                (index.to_string() == *segment, next)
            };
            if is_it {
                first = value;
                break;
            }
            next = end_of_value(text, &tokens, value) + 2;
            // A last value is followed by a bracket and not by a comma.
            if token(next - 1) != "," {
                return None;
            }
            index += 1;
        }
    }
    let last = end_of_value(text, &tokens, first);
    Some(tokens.get(first)?.start..tokens.get(last)?.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_in_a_text() {
        let text = "\n{\"a\\u002fb\": [1, {\"c\" : [ ] } , \"x\"], \"d\":{}}";
        for (pointer, due) in [("/d", Some("{}")), ("/d/x", None), ("/e", None)] {
            let found = span(text, &path(pointer)).map(|at| &text[at]);
            assert_eq!(found, due, "{pointer}");
        }
        let inside = |segments: &[&str]| {
            let segments: Vec<_> = segments
                .iter()
                .map(|segment| (*segment).to_owned())
                .collect();
            span(text, &segments).map(|at| &text[at])
        };
        assert_eq!(inside(&["a/b", "1", "c"]), Some("[ ]"));
        assert_eq!(inside(&["a/b", "2"]), Some("\"x\""));
        assert_eq!(inside(&["a/b", "3"]), None);
    }

    #[test]
    fn the_longest_position_above_all_places_is_the_one() {
        let positions = ["/a", "/a/*/b", "/a/*"];
        let deepest = |places: &[&str]| {
            let places: Vec<_> = places.iter().map(|place| path(place)).collect();
            deepest(&positions, &places).map(|path| pointer(&path))
        };
        assert_eq!(deepest(&["/a/0/b/1"]).as_deref(), Some("/a/0/b"));
        assert_eq!(deepest(&["/a/0/b", "/a/0/c"]).as_deref(), Some("/a/0"));
        assert_eq!(deepest(&["/a/0/b", "/a/1/b"]).as_deref(), Some("/a"));
        assert_eq!(deepest(&["/a/x/b"]).as_deref(), Some("/a"));
        assert_eq!(deepest(&["/a/0/b", "/c"]), None);
    }
}
