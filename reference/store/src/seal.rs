//! Seals: hashes that chain what is no audit record, each over the one before it.
//!
//! They find damage, not forgery: whoever may write the file can seal it anew. Against that, keep
//! the head of the audit elsewhere.

use sha2::{Digest as _, Sha256};

/// The seal of an investigation, which its first checkpoint follows.
pub(crate) fn investigation(name: &str, policy: &str, contract: &str) -> String {
    over(&["investigation", name, policy, contract])
}

/// The seal of a checkpoint after the one whose seal is `previous`.
pub(crate) fn checkpoint(previous: &str, number: u64, records: u64, text: &str) -> String {
    let (number, records) = (number.to_string(), records.to_string());
    over(&["checkpoint", previous, &number, &records, text])
}

/// SHA-256 of a text or of bytes, in hexadecimal digits.
pub(crate) fn sha256(text: impl AsRef<[u8]>) -> String {
    digits(Sha256::new().chain_update(text))
}

/// SHA-256 over texts, each behind its length, so that no two lists run together.
pub(crate) fn over(texts: &[&str]) -> String {
    digits(texts.iter().fold(Sha256::new(), |hash, text| {
        let length = format!("{}:", text.len());
        hash.chain_update(length).chain_update(text)
    }))
}

fn digits(hash: Sha256) -> String {
    let halves = |byte: u8| [byte >> 4, byte & 15];
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or_default();
    let bytes = hash.finalize();
    bytes.iter().copied().flat_map(halves).map(digit).collect()
}
