//! JSON held in a text, and what may be told about text that is none.

use serde::de::IgnoredAny;

use super::error::CaseError;

/// The text, if it is one JSON text. Digits, spelling and nesting are of no concern here.
pub(super) fn json(field: &'static str, text: String) -> Result<String, CaseError> {
    match serde_json::from_str::<IgnoredAny>(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(CaseError::NotJson {
            field,
            why: describe(&error),
        }),
    }
}

/// The parser's message without the value that it may quote: a private case's text must not end up in a log.
pub(crate) fn describe(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let quotes_a_value =
        message.starts_with("invalid type: ") || message.starts_with("invalid value: ");
    match message.rfind(", expected ") {
        Some(at) if quotes_a_value => format!("wrong type of value{}", &message[at..]),
        _ => message,
    }
}
