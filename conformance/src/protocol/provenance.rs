//! Where a rebuilt response comes from, as a reply says it (REQ REP-11).

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Malformed;
use super::object::Object;

/// Where a rebuilt response comes from.
#[derive(Debug, Clone, Deserialize)]
pub struct Provenance<'a> {
    /// The SHA-256 of the response as it was sent, in hexadecimal digits.
    #[serde(borrow)]
    pub source_sha256: Cow<'a, str>,
    /// The patch that takes the normalized text to the rebuilt one (RFC 6902).
    #[serde(borrow)]
    pub patch: &'a RawValue,
    /// The rebuilt text.
    #[serde(borrow)]
    pub result: Cow<'a, str>,
    /// Its SHA-256.
    #[serde(borrow)]
    pub result_sha256: Cow<'a, str>,
}

impl<'a> Provenance<'a> {
    /// Reads it.
    ///
    /// # Errors
    /// [`Malformed`] if it is not of that form.
    pub fn read(text: &'a str) -> Result<Self, Malformed> {
        let read = serde_json::from_str::<Object<Self>>(text);
        let Object(provenance) = read.map_err(|error| Malformed::of(text, error))?;
        Ok(provenance)
    }
}
