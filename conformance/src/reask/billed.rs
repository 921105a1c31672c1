//! What a model reads of a request: the texts that are paid for.

use recovery_reports::prompt_size::Size;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::prompt_size::size;

/// A request body in the form of chat completions. What does not reach the model is ignored.
#[derive(Debug, Deserialize)]
struct Body {
    messages: Vec<Message>,
    /// The schemas of tools, as they were sent.
    tools: Option<Box<RawValue>>,
    /// The schema of the answer, where it is sent apart.
    response_format: Option<Box<RawValue>>,
}

#[derive(Debug, Deserialize)]
struct Message {
    content: Option<Content>,
    #[serde(default)]
    tool_calls: Option<Vec<Call>>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Debug, Deserialize)]
struct Part {
    text: String,
}

#[derive(Debug, Deserialize)]
struct Call {
    function: Function,
}

#[derive(Debug, Deserialize)]
struct Function {
    name: String,
    arguments: String,
}

/// The size of all that a model reads of a request.
///
/// # Errors
/// Where the body is not that of chat completions, or has parts that are no text.
pub(super) fn billed(body: &str) -> Result<Size, serde_json::Error> {
    let body: Body = serde_json::from_str(body)?;
    let mut texts = Vec::new();
    for message in &body.messages {
        match &message.content {
            Some(Content::Text(text)) => texts.push(text.as_str()),
            Some(Content::Parts(parts)) => texts.extend(parts.iter().map(|part| &*part.text)),
            None => {}
        }
        for call in message.tool_calls.iter().flatten() {
            texts.extend([&*call.function.name, &*call.function.arguments]);
        }
    }
    let schemas = [&body.tools, &body.response_format];
    texts.extend(schemas.into_iter().flatten().map(|schema| schema.get()));
    let mut sum = Size::default();
    for text in texts {
        sum += size(text);
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_calls_and_schemas_count_and_nothing_else() {
        let body = r#"{"model":"m","temperature":0,"messages":[
            {"role":"system","content":"ab"},
            {"role":"user","content":[{"type":"text","text":"cde"}]},
            {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]},
            {"role":"tool","tool_call_id":"call_1","content":"größer"}],
            "tools":[{"type":"function"}],"tool_choice":"auto","response_format":{"type":"json_object"}}"#;
        let size = billed(body).unwrap();
        let characters = 2 + 3 + 1 + 2 + 6 + r#"[{"type":"function"}]"#.len() as u64 + 22;
        assert_eq!((size.characters, size.bytes), (characters, characters + 2));
    }

    #[test]
    fn what_cannot_be_counted_is_refused() {
        for body in ["{}", r#"{"messages":[{"content":[{"type":"image_url"}]}]}"#] {
            assert!(billed(body).is_err(), "{body}");
        }
    }
}
