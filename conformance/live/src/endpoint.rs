//! A model behind an OpenAI-compatible endpoint: a prompt in, an answer out.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use ureq::Agent;
use ureq::http::Uri;

/// How much of a reply is read at most, in bytes.
const MAX_REPLY_BYTES: u64 = 16 * 1024 * 1024;

/// The way under the base address that all such endpoints have.
const PATH: &str = "/chat/completions";

/// A secret that authorizes requests. It cannot be printed.
pub struct Key(String);

impl Key {
    /// Takes a key; none of an empty text.
    #[must_use]
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// An endpoint with a model.
#[derive(Debug)]
pub struct Endpoint {
    agent: Agent,
    address: String,
    model: String,
    key: Key,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The text.
    pub text: String,
    /// Whether the model came to its end by itself, and was neither cut nor stopped.
    pub is_whole: bool,
    /// What the provider counts.
    pub usage: Option<Usage>,
}

/// The tokens that a provider counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Those of the request.
    pub prompt_tokens: u64,
    /// Those of the answer.
    #[serde(default)]
    pub completion_tokens: u64,
}

/// Why there is no answer. Says nothing of what was sent, and nothing that the endpoint said: it may quote the key.
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// The endpoint answers with a status that is no success.
    #[error("status {0}")]
    Status(u16),
    /// No whole reply came in time.
    #[error("no reply in time")]
    Timeout,
    /// It cannot be reached, or the connection broke.
    #[error("no connection: {0}")]
    Connection(String),
    /// What it answers is no chat completion with a text.
    #[error("the reply is no chat completion with a text")]
    Form,
}

/// Why an address is none.
#[derive(Debug, Error)]
#[error("the base address must be like https://host/v1, without user, query or fragment")]
pub struct NoAddress;

#[derive(Serialize)]
struct Request<'r> {
    model: &'r str,
    messages: [Message<'r>; 1],
}

#[derive(Serialize)]
struct Message<'r> {
    role: &'static str,
    content: &'r str,
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Text,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Text {
    content: String,
}

impl Endpoint {
    /// The endpoint at a base address, such as `https://host/v1`. A request ends after `timeout`, whatever it waits for;
    /// none is sent twice, and none is redirected, so that the key goes to this address alone.
    ///
    /// # Errors
    /// [`NoAddress`] if the text is no such address.
    pub fn new(base: &str, model: &str, key: Key, timeout: Duration) -> Result<Self, NoAddress> {
        let address = format!("{}{PATH}", base.trim_end_matches('/'));
        let uri: Uri = address.parse().map_err(|_| NoAddress)?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let authority = uri.authority().map(ureq::http::uri::Authority::as_str);
        let is_plain = authority.is_some_and(|authority| !authority.contains('@'));
        if !is_web || !is_plain || !uri.path().ends_with(PATH) || uri.query().is_some() {
            return Err(NoAddress);
        }
        let config = Agent::config_builder()
            .timeout_global(Some(timeout))
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        Ok(Self {
            agent: config.into(),
            address,
            model: model.to_owned(),
            key,
        })
    }

    /// Sends a prompt, once.
    ///
    /// # Errors
    /// [`NoAnswer`].
    pub fn ask(&self, prompt: &str) -> Result<Answer, NoAnswer> {
        let request = Request {
            model: &self.model,
            messages: [Message {
                role: "user",
                content: prompt,
            }],
        };
        let request = serde_json::to_vec(&request).map_err(|_| NoAnswer::Form)?;
        let mut response = self
            .agent
            .post(&self.address)
            .header("authorization", format!("Bearer {}", self.key.0))
            .header("content-type", "application/json")
            .send(&request[..])?;
        if !response.status().is_success() {
            return Err(NoAnswer::Status(response.status().as_u16()));
        }
        let body = response.body_mut().with_config().limit(MAX_REPLY_BYTES);
        let completion: Completion =
            serde_json::from_slice(&body.read_to_vec()?).map_err(|_| NoAnswer::Form)?;
        let choice = completion
            .choices
            .into_iter()
            .next()
            .ok_or(NoAnswer::Form)?;
        Ok(Answer {
            text: choice.message.content,
            is_whole: choice.finish_reason.is_none_or(|reason| reason == "stop"),
            usage: completion.usage,
        })
    }
}

impl From<ureq::Error> for NoAnswer {
    fn from(error: ureq::Error) -> Self {
        match error {
            ureq::Error::Timeout(_) => Self::Timeout,
            ureq::Error::BodyExceedsLimit(_) => Self::Form,
            ureq::Error::Io(error) => Self::Connection(error.kind().to_string()),
            ureq::Error::HostNotFound => Self::Connection("host not found".to_owned()),
            ureq::Error::ConnectionFailed => Self::Connection("refused".to_owned()),
            ureq::Error::Tls(what) => Self::Connection(what.to_owned()),
            ureq::Error::Rustls(_) => Self::Connection("TLS".to_owned()),
            _ => Self::Connection("HTTP".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_printed() {
        let key = Key::new(" secret-4711\n").unwrap();
        assert_eq!(key.0, "secret-4711");
        let endpoint = Endpoint::new("http://127.0.0.1:1", "m", key, Duration::from_secs(1));
        assert!(!format!("{endpoint:?}").contains("4711"));
        assert!(Key::new(" ").is_none());
    }

    #[test]
    fn what_is_no_base_address_is_refused() {
        let made = |base| Endpoint::new(base, "m", Key("k".to_owned()), Duration::from_secs(1));
        for base in [
            "https://host/v1",
            "http://127.0.0.1:80/",
            "http://[::1]:80/v1/",
        ] {
            assert!(made(base).is_ok(), "{base}");
        }
        for base in [
            "",
            "host",
            "ftp://host",
            "https://",
            "https://user:word@host/v1",
            "https://host/v1?key=1",
            "https://host/v1#part",
        ] {
            assert!(made(base).is_err(), "{base}");
        }
    }
}
