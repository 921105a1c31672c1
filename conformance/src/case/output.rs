//! A tool's output as it reaches the guard: an answer with its bytes, or none (REQ GRD-2).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::error::CaseError;
use super::parts::{MAX_TEXT_BYTES, Part, join};

/// What became of a call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// The tool answered.
    Answer(Answer),
    /// It did not in time.
    Timeout,
    /// It could not be reached.
    Unreachable,
}

/// An answer as it came over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status; any number.
    pub status: u16,
    /// The content type as it stands; absent: there is none.
    pub content_type: Option<String>,
    /// The bytes, which need be no text.
    pub body: Vec<u8>,
}

/// How the transport went, as cases and messages name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Transport {
    Ok,
    Timeout,
    Unreachable,
}

/// An output as a line of a case file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutputLine {
    transport: Transport,
    status: Option<u16>,
    content_type: Option<String>,
    body: Option<String>,
    body_base64: Option<String>,
    body_parts: Option<Vec<BodyPart>>,
}

/// A piece of a long body: text, or bytes that are none.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "each part is a string, {\"repeat\": string, \"times\": number} or {\"base64\": string}"
)]
enum BodyPart {
    Bytes(Base64),
    Text(Part),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Base64 {
    base64: String,
}

/// An output as it is written.
#[derive(Serialize)]
pub(super) struct Written<'a> {
    transport: Transport,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_base64: Option<String>,
}

/// An output as the protocol has it.
#[derive(Serialize)]
#[serde(untagged)]
enum Message<'a> {
    Answer {
        transport: Transport,
        status: u16,
        content_type: Option<&'a str>,
        body_base64: String,
    },
    Nothing {
        transport: Transport,
    },
}

impl Output {
    /// An answer with this status, content type and body.
    #[must_use]
    pub fn answer(status: u16, content_type: Option<&str>, body: impl Into<Vec<u8>>) -> Self {
        Self::Answer(Answer {
            status,
            content_type: content_type.map(str::to_owned),
            body: body.into(),
        })
    }

    /// The body, if there is one.
    #[must_use]
    pub fn body(&self) -> Option<&[u8]> {
        match self {
            Self::Answer(answer) => Some(&answer.body),
            Self::Timeout | Self::Unreachable => None,
        }
    }

    /// The body as text, what is none replaced.
    #[must_use]
    pub fn text(&self) -> Option<Cow<'_, str>> {
        self.body().map(String::from_utf8_lossy)
    }

    /// Whether the final status is one of 200 to 299 that is no tool failure: all but 206 (REQ GRD-2).
    #[must_use]
    pub fn is_2xx(&self) -> bool {
        match self {
            Self::Answer(answer) => (200..300).contains(&answer.status) && answer.status != 206,
            Self::Timeout | Self::Unreachable => false,
        }
    }

    /// The output in the form of the protocol, as JSON text on one line.
    #[must_use]
    pub fn message(&self) -> String {
        let message = match self {
            Self::Answer(answer) => Message::Answer {
                transport: Transport::Ok,
                status: answer.status,
                content_type: answer.content_type.as_deref(),
                body_base64: STANDARD.encode(&answer.body),
            },
            Self::Timeout => Message::Nothing {
                transport: Transport::Timeout,
            },
            Self::Unreachable => Message::Nothing {
                transport: Transport::Unreachable,
            },
        };
        let written = serde_json::to_string(&message);
        debug_assert!(written.is_ok(), "an output can be written");
        written.unwrap_or_default()
    }

    /// The output as a line of a case file has it: a body that is text stands as text.
    pub(super) fn written(&self) -> Written<'_> {
        let (transport, answer) = match self {
            Self::Answer(answer) => (Transport::Ok, Some(answer)),
            Self::Timeout => (Transport::Timeout, None),
            Self::Unreachable => (Transport::Unreachable, None),
        };
        let body = answer.map(|answer| std::str::from_utf8(&answer.body));
        Written {
            transport,
            status: answer.map(|answer| answer.status),
            content_type: answer.and_then(|answer| answer.content_type.as_deref()),
            body: body.and_then(Result::ok),
            body_base64: answer
                .filter(|_| body.is_some_and(|body| body.is_err()))
                .map(|answer| STANDARD.encode(&answer.body)),
        }
    }
}

impl OutputLine {
    /// The output that the line says.
    pub(super) fn into_output(self) -> Result<Output, CaseError> {
        const WHEN: &str = "a transport other than `ok`";
        let unwanted = |field, is_given| {
            if is_given {
                Err(CaseError::Unwanted { field, when: WHEN })
            } else {
                Ok(())
            }
        };
        let missing = |field| CaseError::Missing {
            field,
            when: "transport `ok`",
        };
        if self.transport == Transport::Ok {
            return Ok(Output::Answer(Answer {
                status: self.status.ok_or_else(|| missing("status"))?,
                content_type: self.content_type,
                body: body(self.body, self.body_base64, self.body_parts)?
                    .ok_or_else(|| missing("body"))?,
            }));
        }
        unwanted("status", self.status.is_some())?;
        unwanted("content_type", self.content_type.is_some())?;
        unwanted("body", self.body.is_some())?;
        unwanted("body_base64", self.body_base64.is_some())?;
        unwanted("body_parts", self.body_parts.is_some())?;
        Ok(match self.transport {
            Transport::Unreachable => Output::Unreachable,
            Transport::Timeout | Transport::Ok => Output::Timeout,
        })
    }
}

/// The bytes of a body, given in one of three ways; none if in none.
fn body(
    text: Option<String>,
    base64: Option<String>,
    parts: Option<Vec<BodyPart>>,
) -> Result<Option<Vec<u8>>, CaseError> {
    let given = [text.is_some(), base64.is_some(), parts.is_some()];
    if given.iter().filter(|is_given| **is_given).count() > 1 {
        return Err(CaseError::Twice("body"));
    }
    if let Some(text) = text {
        return Ok(Some(text.into_bytes()));
    }
    if let Some(base64) = base64 {
        return decoded("body_base64", &base64).map(Some);
    }
    let Some(parts) = parts else {
        return Ok(None);
    };
    let mut body = Vec::new();
    for part in parts {
        match part {
            BodyPart::Bytes(Base64 { base64 }) => body.extend(decoded("body_parts", &base64)?),
            BodyPart::Text(part) => {
                let text = join("body", None, Some(vec![part]))?;
                body.extend(text.unwrap_or_default().into_bytes());
            }
        }
        if body.len() > MAX_TEXT_BYTES {
            return Err(CaseError::TooLong("body"));
        }
    }
    Ok(Some(body))
}

fn decoded(field: &str, base64: &str) -> Result<Vec<u8>, CaseError> {
    let decoded = STANDARD.decode(base64);
    decoded.map_err(|_| CaseError::Form(format!("`{field}` is no base64 with its padding")))
}
