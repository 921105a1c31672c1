//! A reply as it stands, for what a relation needs of it that no answer has.

use crate::exact::Value;

/// The member of this name of an object.
pub(super) fn member<'v, 't>(value: &'v Value<'t>, name: &str) -> Option<&'v Value<'t>> {
    match value {
        Value::Object(members) => members
            .iter()
            .find(|member| member.key == name)
            .map(|member| &member.value),
        _ => None,
    }
}

/// The member of this name, if it is a string.
pub(super) fn text<'v>(value: &'v Value<'_>, name: &str) -> Option<&'v str> {
    match member(value, name)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// The items of the member of this name; none if it is no list.
pub(super) fn items<'v, 't>(value: &'v Value<'t>, name: &str) -> &'v [Value<'t>] {
    match member(value, name) {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}

/// Every scalar in a value.
pub(super) fn scalars<'v, 't>(value: &'v Value<'t>) -> Vec<&'v Value<'t>> {
    let mut scalars = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.iter().map(|member| &member.value)),
            scalar => scalars.push(scalar),
        }
    }
    scalars
}
