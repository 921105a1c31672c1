//! Does to a response what rules say was done, by means of its own: no implementation is asked.

use std::borrow::Cow;

use crate::exact::{Member, Value};
use crate::protocol::AppliedRule;

/// The text that rules lead to; none if one of them cannot apply where it is said to. Only the meaning of the text
/// counts: after a rule inside of it, its white space is gone.
pub(super) fn replay(response: &str, rules: &[AppliedRule<'_>]) -> Option<String> {
    // A byte order mark that is accepted counts as not there (SET-10).
    let mut text = response
        .strip_prefix('\u{feff}')
        .unwrap_or(response)
        .to_owned();
    for AppliedRule { rule, path } in rules {
        text = match (&**rule, &**path) {
            ("fence", "") => without_fence(&text)?.to_owned(),
            ("decode", path) => at(&text, path, &|value| match value {
                Value::String(content) => match Value::read(content).ok()? {
                    object @ Value::Object(_) => Some(object.to_string()),
                    _ => None,
                },
                _ => None,
            })?,
            ("filter", path) => at(&text, path, &|value| match value {
                Value::Array(items) => filter(items),
                _ => None,
            })?,
            _ => return None,
        };
    }
    Some(text)
}

/// A text without its first and its last line, which fences are.
fn without_fence(text: &str) -> Option<&str> {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    let (first, rest) = text.split_once('\n')?;
    let last_at = rest.rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = rest.split_at(last_at);
    let is_fence = |line: &str| line.starts_with("```") || line.starts_with("~~~");
    (is_fence(first) && is_fence(last.trim_start())).then_some(body)
}

/// The text with something else at a place.
fn at(text: &str, path: &str, change: &dyn Fn(&Value<'_>) -> Option<String>) -> Option<String> {
    let value = Value::read(text).ok()?;
    let segments: Vec<_> = match path {
        "" => Vec::new(),
        path => path.strip_prefix('/')?.split('/').collect(),
    };
    let changed = change(find(&value, &segments)?)?;
    let changed = Value::read(&changed).ok()?;
    Some(replaced(value, &segments, changed)?.to_string())
}

fn find<'v, 'a>(value: &'v Value<'a>, segments: &[&str]) -> Option<&'v Value<'a>> {
    segments
        .iter()
        .try_fold(value, |value, segment| match value {
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?),
            Value::Object(members) => {
                let key = unescaped(segment);
                let member = members.iter().find(|member| member.key == key)?;
                Some(&member.value)
            }
            _ => None,
        })
}

fn replaced<'a>(value: Value<'a>, segments: &[&str], by: Value<'a>) -> Option<Value<'a>> {
    let Some((segment, rest)) = segments.split_first() else {
        return Some(by);
    };
    match value {
        Value::Array(mut items) => {
            let item = items.get_mut(segment.parse::<usize>().ok()?)?;
            *item = replaced(std::mem::replace(item, Value::Null), rest, by)?;
            Some(Value::Array(items))
        }
        Value::Object(mut members) => {
            let key = unescaped(segment);
            let member = members.iter_mut().find(|member| member.key == key)?;
            member.value = replaced(std::mem::replace(&mut member.value, Value::Null), rest, by)?;
            Some(Value::Object(members))
        }
        _ => None,
    }
}

fn unescaped(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}

/// The filter object that a primitive filter means.
fn filter(items: &[Value<'_>]) -> Option<String> {
    let names = ["column", "operator", "value"];
    let values: Vec<_> = match items {
        [column, operator, value] => vec![column, operator, value],
        [a, column, b, operator, c, value] => {
            let is_labelled = [a, b, c]
                .iter()
                .zip(names)
                .all(|(label, name)| matches!(label, Value::String(label) if label == name));
            if !is_labelled {
                return None;
            }
            vec![column, operator, value]
        }
        _ => return None,
    };
    let members = names.iter().zip(values).map(|(name, value)| Member {
        key: Cow::Borrowed(*name),
        value: value.clone(),
    });
    Some(Value::Array(vec![Value::Object(members.collect())]).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replayed(response: &str, rules: &[(&'static str, &'static str)]) -> Option<String> {
        let rule = |&(rule, path): &(&'static str, &'static str)| AppliedRule {
            rule: rule.into(),
            path: path.into(),
        };
        replay(response, &rules.iter().map(rule).collect::<Vec<_>>())
    }

    #[test]
    fn every_rule_can_be_replayed() {
        let fence = |text| replayed(text, &[("fence", "")]);
        assert_eq!(fence(" ```json\r\n{}\r\n``` \n").unwrap(), "{}\r\n");
        assert_eq!(fence("~~~\n```\n").as_deref(), Some(""));
        for none in ["{}", "```\n{}", "``` {} ```", "```\n{}\nx"] {
            assert_eq!(fence(none), None, "{none}");
        }
        let inside = r#"{"a~/":[{"f":["c","eq",1.50]}]}"#;
        let filtered = r#"{"a~/":[{"f":[{"column":"c","operator":"eq","value":1.50}]}]}"#;
        let whole = serde_json::to_string(inside).unwrap();
        let rules = [("decode", ""), ("filter", "/a~0~1/0/f")];
        assert_eq!(replayed(&whole, &rules).unwrap(), filtered);
        let labelled = r#"["column","c","operator","eq","value",null]"#;
        let one = r#"[{"column":"c","operator":"eq","value":null}]"#;
        assert_eq!(replayed(labelled, &[("filter", "")]).unwrap(), one);
    }

    #[test]
    fn what_cannot_have_been_done_is_not_replayed() {
        for (response, rule) in [
            (r#"{"a":1}"#, ("decode", "/a")),
            (r#"{"a":"[1]"}"#, ("decode", "/a")),
            (r#"{"a":"{}"}"#, ("decode", "/b")),
            (r#"{"a":"{}"}"#, ("decode", "a")),
            (r#"["c","eq"]"#, ("filter", "")),
            (r#"["c","x","o","y","v","z"]"#, ("filter", "")),
            ("```\n{}\n```", ("fence", "/a")),
            ("{}", ("repair", "")),
        ] {
            assert_eq!(replayed(response, &[rule]), None, "{response} {rule:?}");
        }
    }
}
