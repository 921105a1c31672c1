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

/// The parser's message without the value that it may quote: a private case's text must not end up in a log. What was
/// expected is named as JSON names it, not as the program's own types are called.
pub(crate) fn describe(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let is_of_type = ["invalid type: ", "invalid value: ", "invalid length "]
        .iter()
        .any(|start| message.starts_with(start));
    let Some((_, expected)) = message.rsplit_once(", expected ").filter(|_| is_of_type) else {
        return message;
    };
    let at = expected.rfind(" at line ").unwrap_or(expected.len());
    let (kind, place) = expected.split_at(at);
    let kind = match kind {
        "u64" | "u32" | "usize" => "a whole number",
        "a sequence" => "an array",
        "a map" => "an object",
        _ if kind.starts_with("struct ") => "an object",
        _ => kind,
    };
    format!("wrong type of value, expected {kind}{place}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize)]
    struct Internal {
        #[expect(dead_code, reason = "only reading it matters")]
        number: u64,
    }

    fn told<'t, T: Deserialize<'t> + std::fmt::Debug>(text: &'t str) -> String {
        describe(&serde_json::from_str::<T>(text).unwrap_err())
    }

    #[test]
    fn what_was_expected_is_said_in_words_of_json_and_nothing_is_quoted() {
        for (told, expected) in [
            (told::<Internal>("7"), "an object at line 1 column 1"),
            (told::<Internal>("[]"), "an object at line 1 column 2"),
            (
                told::<Internal>(r#"{"number":"secret"}"#),
                "a whole number at line 1 column 18",
            ),
            (told::<Vec<u64>>("{}"), "an array at line 1 column 0"),
            (
                told::<BTreeMap<String, u64>>("true"),
                "an object at line 1 column 4",
            ),
            (told::<String>("1"), "a string at line 1 column 1"),
        ] {
            assert_eq!(told, format!("wrong type of value, expected {expected}"));
        }
        assert!(told::<Internal>("{}").starts_with("missing field `number`"));
    }
}
