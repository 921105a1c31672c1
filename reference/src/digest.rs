//! SHA-256 in hexadecimal digits, of a text and of the canonical form of a value.

use std::fmt::Write as _;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of bytes, or of a text in UTF-8, as 64 lower-case hexadecimal digits.
pub(crate) fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut digits, byte| {
            // Writing into memory cannot fail.
            let _ = write!(digits, "{byte:02x}");
            digits
        })
}

/// The SHA-256 of the RFC 8785 form of a value (REQ AUD-1). Members of the value are texts, lists,
/// objects and counts far below 2^53, so that no number changes on the way.
pub(crate) fn canonical_sha256(value: &impl Serialize) -> String {
    // Such a value can always be written into memory.
    sha256(serde_json_canonicalizer::to_string(value).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_that_of_other_tools() {
        // printf abc | sha256sum
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256("abc"), abc);
    }

    #[test]
    fn the_canonical_form_is_that_of_rfc_8785() {
        // The example of RFC 8785, section 3.2.3, in part: keys are sorted by UTF-16 code units.
        let value =
            serde_json::json!({"\u{20ac}": "Euro Sign", "\r": "CR", "1": 56, "\u{1f600}": "\u{f}"});
        let canonical =
            "{\"\\r\":\"CR\",\"1\":56,\"\u{20ac}\":\"Euro Sign\",\"\u{1f600}\":\"\\u000f\"}";
        assert_eq!(canonical_sha256(&value), sha256(canonical));
    }
}
