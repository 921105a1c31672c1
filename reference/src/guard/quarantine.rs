//! What is kept of a corrupt body (REQ GRD-8).

use std::borrow::Cow;
use std::fmt;

use crate::digest;

/// How much of a body is kept that was refused for its size, in bytes.
pub const MAX_KEPT: usize = 65_536;

/// A corrupt body, or its beginning, for the quarantine: the one place where it may still stand.
#[derive(Clone, PartialEq, Eq)]
pub struct Kept<'b> {
    bytes: Cow<'b, [u8]>,
    is_prefix: bool,
}

impl<'b> Kept<'b> {
    pub(super) const fn whole(body: &'b [u8]) -> Self {
        Self {
            bytes: Cow::Borrowed(body),
            is_prefix: false,
        }
    }

    /// The beginning of a body that was refused for its size.
    pub(super) fn beginning(body: &'b [u8]) -> Self {
        let kept = body.get(..MAX_KEPT);
        Self {
            bytes: Cow::Borrowed(kept.unwrap_or(body)),
            is_prefix: kept.is_some_and(|kept| kept.len() < body.len()),
        }
    }

    /// The bytes as they came.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether the body had more.
    #[must_use]
    pub const fn is_prefix(&self) -> bool {
        self.is_prefix
    }

    /// The SHA-256 of the bytes kept, as 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn sha256(&self) -> String {
        digest::sha256(&self.bytes)
    }

    /// A copy that needs the body no longer.
    #[must_use]
    pub fn into_owned(self) -> Kept<'static> {
        Kept {
            bytes: Cow::Owned(self.bytes.into_owned()),
            is_prefix: self.is_prefix,
        }
    }

    /// What a reply says of it: no byte of the body.
    pub(super) fn receipt_json(&self) -> String {
        let (sha256, bytes, prefix) = (self.sha256(), self.bytes.len(), self.is_prefix);
        format!(r#"{{"sha256":"{sha256}","bytes":{bytes},"prefix":{prefix}}}"#)
    }
}

impl fmt::Debug for Kept<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept")
            .field("bytes", &self.bytes.len())
            .field("is_prefix", &self.is_prefix)
            .finish()
    }
}

/// A corrupt body with what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// The tool that it came from.
    pub tool: String,
    /// Why it was refused, such as `response_corruption:invalid_json`.
    pub stop_reason: String,
    /// The body, or its beginning.
    pub kept: Kept<'static>,
}
