//! A response that a repair call made whole, and where it comes from (REQ REP-11).

use crate::json::{Document, Pointer, Value};
use crate::outcome::Applied;

/// A response that satisfies the contract after one repair call.
#[derive(Debug, Clone)]
pub struct Repaired {
    pub(crate) document: Document<'static>,
    pub(crate) rules: Vec<Applied>,
    pub(crate) path: Pointer,
    pub(crate) source_sha256: String,
    pub(crate) patch: String,
    pub(crate) result_sha256: String,
}

impl Repaired {
    /// The accepted value.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        self.document.root()
    }

    /// The rebuilt text: the normalized one with the value at the path replaced (REQ REP-8).
    #[must_use]
    pub fn text(&self) -> &str {
        self.document.text()
    }

    /// The rules that were applied before the repair, in the order of application.
    #[must_use]
    pub fn rules(&self) -> &[Applied] {
        &self.rules
    }

    /// Where the value stood that was replaced.
    #[must_use]
    pub const fn path(&self) -> &Pointer {
        &self.path
    }

    /// SHA-256 of the response as it came, in hexadecimal digits.
    #[must_use]
    pub fn source_sha256(&self) -> &str {
        &self.source_sha256
    }

    /// The patch of RFC 6902 that makes the rebuilt value of the normalized one, as JSON text on one
    /// line.
    #[must_use]
    pub fn patch(&self) -> &str {
        &self.patch
    }

    /// SHA-256 of the rebuilt text, in hexadecimal digits.
    #[must_use]
    pub fn result_sha256(&self) -> &str {
        &self.result_sha256
    }
}
