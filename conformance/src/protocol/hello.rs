//! The handshake: who an implementation is and what it claims to do.

use recovery_reports::report::Implementation;
use serde::Deserialize;

use super::object::Object;
use super::{Malformed, PROTOCOL};
use crate::case::Profile;

/// What an implementation says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hello {
    /// Its name, version and language.
    pub implementation: Implementation,
    /// The profiles that it implements, as far as this harness knows them.
    pub profiles: Vec<Profile>,
    /// How many requests may be under way; at least 1.
    pub pipeline: usize,
}

/// The reply to `hello`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelloReply {
    /// It introduces itself.
    Hello(Hello),
    /// It speaks another version of the protocol.
    OtherProtocol(u64),
    /// It answers with an error.
    Error(String),
}

#[derive(Deserialize)]
struct Message {
    id: u64,
    protocol: Option<u64>,
    implementation: Option<Object<Implementation>>,
    profiles: Option<Vec<String>>,
    pipeline: Option<usize>,
    error: Option<String>,
}

impl HelloReply {
    /// Reads the reply to the request of that id. Unknown fields and profiles are ignored.
    ///
    /// # Errors
    /// [`Malformed`] if the line is no such reply.
    pub fn read(line: &str, id: u64) -> Result<Self, Malformed> {
        let Object(message) = serde_json::from_str::<Object<Message>>(line)?;
        if message.id != id {
            return Err(Malformed::Form(format!("`id` must be {id}")));
        }
        if let Some(error) = message.error {
            return Ok(Self::Error(error));
        }
        let missing = |field| Malformed::Missing {
            field,
            with: "hello",
        };
        let protocol = message.protocol.ok_or_else(|| missing("protocol"))?;
        if protocol != PROTOCOL {
            return Ok(Self::OtherProtocol(protocol));
        }
        let named = message.profiles.ok_or_else(|| missing("profiles"))?;
        let is_named = |profile: &Profile| named.iter().any(|name| name == profile.name());
        Ok(Self::Hello(Hello {
            implementation: message
                .implementation
                .ok_or_else(|| missing("implementation"))?
                .0,
            profiles: Profile::ALL.into_iter().filter(is_named).collect(),
            pipeline: message.pipeline.unwrap_or(1).max(1),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_is_ignored_and_what_is_absent_has_its_default() {
        let line = r#"{"id":0,"protocol":1,"implementation":{"name":"a","version":"1","language":"c","x":1},
            "profiles":["sing","parse","dance"],"x":2}"#;
        let Ok(HelloReply::Hello(hello)) = HelloReply::read(line, 0) else {
            panic!("it is a reply to hello");
        };
        assert_eq!((hello.profiles, hello.pipeline), (vec![Profile::Parse], 1));
    }

    #[test]
    fn every_other_reply_is_told_apart() {
        let read = |line| HelloReply::read(line, 0);
        assert_eq!(
            read(r#"{"id":0,"protocol":2}"#),
            Ok(HelloReply::OtherProtocol(2))
        );
        assert_eq!(
            read(r#"{"id":0,"error":"unsupported_op"}"#),
            Ok(HelloReply::Error("unsupported_op".into()))
        );
        for line in [
            "Loading...",
            r#"{"id":1,"protocol":1}"#,
            r#"{"id":0}"#,
            r#"[0,1,["a","1","c"],["parse"],1,null]"#,
            r#"{"id":0,"protocol":1,"profiles":[],"implementation":["a","1","c"]}"#,
            r#"{"id":0,"protocol":1,"profiles":[]}"#,
            r#"{"id":0,"protocol":1,"profiles":[],"implementation":{"name":"a","version":"1"}}"#,
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
