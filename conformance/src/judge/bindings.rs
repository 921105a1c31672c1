//! What a contract says of the investigation, as far as a prompt must show it or hide it.

use std::borrow::Cow;

use crate::exact::{Member, Value};

/// The bindings of a call.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    /// Hypothesis id and statement, previous result id and summary, visible evidence ids, as far as there are any.
    pub(crate) texts: Vec<String>,
}

impl Bindings {
    /// The bindings of a contract, as JSON text. A text that is none has no bindings.
    pub(crate) fn of_contract(contract: &str) -> Self {
        let Ok(contract) = Value::read(contract) else {
            return Self::default();
        };
        member(&contract, "bindings").map_or_else(Self::default, Self::of)
    }

    /// Bindings that stand by themselves, as JSON text.
    pub(super) fn read(bindings: &str) -> Self {
        Value::read(bindings).map_or_else(|_| Self::default(), |bindings| Self::of(&bindings))
    }

    fn of(bindings: &Value<'_>) -> Self {
        let text = |of: &str, name: &str| match member(member(bindings, of)?, name) {
            Some(Value::String(text)) => Some(text.clone().into_owned()),
            _ => None,
        };
        let evidence = match member(bindings, "visible_evidence") {
            Some(Value::Array(ids)) => ids.as_slice(),
            _ => &[],
        };
        let evidence = evidence.iter().filter_map(|id| match id {
            Value::String(id) => Some(id.clone().into_owned()),
            _ => None,
        });
        let texts = [
            text("hypothesis", "id"),
            text("hypothesis", "statement"),
            text("previous_result", "id"),
            text("previous_result", "summary"),
        ];
        Self {
            texts: texts.into_iter().flatten().chain(evidence).collect(),
        }
    }
}

/// A member of an object.
pub(super) fn member<'v, 'a>(value: &'v Value<'a>, name: &str) -> Option<&'v Value<'a>> {
    match value {
        Value::Object(members) => {
            let member: &Member<'a> = members.iter().find(|member| member.key == name)?;
            Some(&member.value)
        }
        _ => None,
    }
}

/// Every text in a contract's `context`.
pub(super) fn context(contract: &str) -> Vec<String> {
    let mut texts = Vec::new();
    if let Ok(contract) = Value::read(contract)
        && let Some(context) = member(&contract, "context")
    {
        collect(context, &mut texts);
    }
    texts
}

fn collect(value: &Value<'_>, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone().into_owned()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(members) => {
            for Member { value, .. } in members {
                collect(value, texts);
            }
        }
        Value::Null | Value::Boolean(_) | Value::Number(_) => {}
    }
}

/// A text as the content of a JSON string, without the quotes.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    match serde_json::to_string(text) {
        Ok(quoted) => Cow::Owned(quoted[1..quoted.len() - 1].to_owned()),
        Err(_) => Cow::Borrowed(text),
    }
}

/// Whether a prompt holds a text, as it is or as the content of a JSON string.
pub(super) fn holds(prompt: &str, text: &str) -> bool {
    prompt.contains(text) || prompt.contains(&*escaped(text))
}
