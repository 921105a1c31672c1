//! The SHA-256 of texts and files, as hexadecimal digits.

use sha2::{Digest, Sha256};

/// The SHA-256 of the pieces one after the other, as 64 hexadecimal digits in lower case.
#[must_use]
pub fn sha256(pieces: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for piece in pieces {
        hasher.update(piece);
    }
    hasher
        .finalize()
        .into_iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_the_one_that_standard_tools_give() {
        // printf abc | sha256sum
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&[b"abc"]), abc);
        assert_eq!(sha256(&[b"a", b"", b"bc"]), abc);
    }
}
