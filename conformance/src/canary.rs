//! Canaries: unique tokens that cases plant in responses, to prove where their text does not appear (REQ VAL-4).

use std::collections::BTreeSet;

const MARK: &str = "CANARY-";

/// How many letters and digits of a canary must be left to tell that text leaked although it was cut.
const TELLING_LENGTH: usize = 4;

/// How many different tokens a stream is remembered for, and how long each may be, in bytes.
const MAX_TOKENS: usize = 10_000;
const MAX_TOKEN_BYTES: usize = 256;

/// The canaries in a text: `CANARY-` and all letters and digits that follow it.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(MARK).filter_map(|(at, _)| {
        let token = &text[at..];
        let name = &token[MARK.len()..];
        let end = name
            .find(|character: char| !character.is_ascii_alphanumeric())
            .unwrap_or(name.len());
        (end > 0).then(|| &token[..MARK.len() + end])
    })
}

/// Whether a text tells a canary of the response, whole or cut.
#[must_use]
pub fn is_told(response: &str, text: &str) -> bool {
    tokens(text).any(|told| tokens(response).any(|planted| is_from(told, planted)))
}

/// Whether a token is this canary or its beginning.
fn is_from(told: &str, planted: &str) -> bool {
    told == planted || planted.starts_with(told) && told.len() >= MARK.len() + TELLING_LENGTH
}

/// Looks for canaries in a stream of bytes, in bounded memory, wherever the stream is cut into pieces.
#[derive(Debug, Default)]
pub struct Watch {
    /// The end of what was read, as far as a canary may go on after it.
    open: Vec<u8>,
    tokens: BTreeSet<String>,
}

impl Watch {
    /// Reads on.
    pub fn read(&mut self, bytes: &[u8]) {
        self.open.extend_from_slice(bytes);
        let text = String::from_utf8_lossy(&self.open);
        let rest = text.rfind(MARK).map_or("", |at| &text[at..]);
        let is_open = rest.len() < MAX_TOKEN_BYTES
            && tokens(rest)
                .next()
                .map_or(rest == MARK, |token| token == rest);
        let rest = if is_open { rest } else { partial_mark(&text) };
        for token in tokens(&text[..text.len() - rest.len()]) {
            if self.tokens.len() < MAX_TOKENS && token.len() < MAX_TOKEN_BYTES {
                self.tokens.insert(token.to_owned());
            }
        }
        self.open = rest.as_bytes().to_vec();
    }

    /// All canaries that were read, at the end of the stream.
    #[must_use]
    pub fn finish(mut self) -> BTreeSet<String> {
        self.read(b"\n");
        self.tokens
    }
}

/// The longest end of a text that may be the beginning of a canary's mark.
fn partial_mark(text: &str) -> &str {
    let mut ends = (1..MARK.len())
        .rev()
        .filter_map(|length| text.get(text.len().checked_sub(length)?..));
    ends.find(|end| MARK.starts_with(end)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canary_ends_where_its_letters_and_digits_end() {
        let found: Vec<_> = tokens("CANARY-a1\"CANARY- CANARY-CANARY-b, xCANARY-c").collect();
        assert_eq!(
            found,
            ["CANARY-a1", "CANARY-CANARY", "CANARY-b", "CANARY-c"]
        );
    }

    #[test]
    fn a_cut_canary_is_told_as_long_as_enough_is_left() {
        let response = "{\"a\":\"CANARY-abcdef\"}";
        assert!(is_told(response, "near 'CANARY-abcdef'"));
        assert!(is_told(response, "near 'CANARY-abcd…"));
        assert!(!is_told(response, "near 'CANARY-abc"));
        assert!(!is_told(response, "CANARY-abcdefg"));
        assert!(!is_told("no canary", "CANARY-abcdef"));
    }

    #[test]
    fn a_stream_may_be_cut_anywhere() {
        let text = "x CANARY-one, CANARY-two\u{e9}CANARYCANARY-three\nCANARY-four";
        let expected: BTreeSet<String> = tokens(text).map(str::to_owned).collect();
        assert_eq!(expected.len(), 4);
        for length in 1..text.len() {
            let mut watch = Watch::default();
            text.as_bytes()
                .chunks(length)
                .for_each(|piece| watch.read(piece));
            assert_eq!(watch.finish(), expected, "pieces of {length}");
        }
    }

    #[test]
    fn memory_is_bounded() {
        let mut watch = Watch::default();
        for number in 0..2 * MAX_TOKENS {
            watch.read(format!("CANARY-{number} ").as_bytes());
        }
        watch.read(b"CANARY-");
        for _ in 0..1_000 {
            watch.read(&[b'a'; 1_000]);
            assert!(watch.open.len() <= MAX_TOKEN_BYTES + 1_000);
        }
        assert_eq!(watch.finish().len(), MAX_TOKENS);
    }
}
