//! JSON as a library for patches knows it, without losing a digit: numbers and strings are strings there, each with its
//! kind in front.

use serde_json::{Map, Value as Tagged};

use crate::exact::{Member, Value};

/// A value with its kinds in front.
pub(super) fn tagged(value: &Value<'_>) -> Tagged {
    match value {
        Value::Null => Tagged::Null,
        Value::Boolean(value) => Tagged::Bool(*value),
        Value::Number(number) => Tagged::String(format!("number {}", number.canonical())),
        Value::String(text) => Tagged::String(format!("string {text}")),
        Value::Array(items) => Tagged::Array(items.iter().map(tagged).collect()),
        Value::Object(members) => {
            let member =
                |Member { key, value }: &Member<'_>| (key.clone().into_owned(), tagged(value));
            Tagged::Object(members.iter().map(member).collect())
        }
    }
}

/// Whether a patch (RFC 6902), applied to one text, gives the value of another.
pub(super) fn leads(patch: &str, from: &str, to: &str) -> bool {
    let read = |text| Value::read(text).ok();
    let (Some(Value::Array(steps)), Some(from), Some(to)) = (read(patch), read(from), read(to))
    else {
        return false;
    };
    let steps = steps.iter().map(|step| match step {
        Value::Object(members) => {
            let member = |Member { key, value }: &Member<'_>| {
                let value = match (&**key, value) {
                    ("value", value) => tagged(value),
                    (_, Value::String(text)) => Tagged::String(text.clone().into_owned()),
                    _ => Tagged::Null,
                };
                (key.clone().into_owned(), value)
            };
            Tagged::Object(members.iter().map(member).collect::<Map<_, _>>())
        }
        _ => Tagged::Null,
    });
    let steps = Tagged::Array(steps.collect());
    let Ok(patch) = serde_json::from_value::<json_patch::Patch>(steps) else {
        return false;
    };
    let mut document = tagged(&from);
    json_patch::patch(&mut document, &patch).is_ok() && document == tagged(&to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_applied_without_losing_a_digit() {
        let patch = r#"[{"op":"replace","path":"/a","value":[9007199254740993]}]"#;
        let from = r#"{"a":1,"b":0.10}"#;
        assert!(leads(patch, from, r#"{"a":[9007199254740993],"b":0.1}"#));
        assert!(!leads(patch, from, r#"{"a":[9007199254740992],"b":0.1}"#));
        assert!(!leads(patch, from, r#"{"a":["9007199254740993"],"b":0.1}"#));
        assert!(!leads(
            patch,
            r#"{"b":0.1}"#,
            r#"{"a":[9007199254740993],"b":0.1}"#
        ));
        assert!(!leads("{}", from, from) && leads("[]", from, from));
    }
}
