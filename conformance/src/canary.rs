//! Canaries: unique tokens that cases plant in responses, to prove where their text does not appear (REQ VAL-4).

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

const MARK: &str = "CANARY-";

/// How many letters and digits of a canary must be left to tell that text leaked although it was cut.
const TELLING_LENGTH: usize = 4;

/// How long a token in a stream may be, in bytes.
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
    let mut told = tokens(text).peekable();
    if told.peek().is_none() {
        return false;
    }
    let planted = Planted::of([response]);
    told.any(|token| planted.is_told_by(token))
}

/// All canaries that were planted, to look told ones up in.
#[derive(Debug, Default)]
pub struct Planted(BTreeSet<String>);

impl Planted {
    /// The canaries in these responses.
    pub fn of<S: AsRef<str>>(responses: impl IntoIterator<Item = S>) -> Self {
        let mut canaries = BTreeSet::new();
        for response in responses {
            canaries.extend(tokens(response.as_ref()).map(str::to_owned));
        }
        Self(canaries)
    }

    /// The canaries that a token tells: the one that it is, or, if enough is left of them, those that it begins.
    pub fn told_by<'s>(&'s self, token: &'s str) -> impl Iterator<Item = &'s str> {
        let is_telling = token.len() >= MARK.len() + TELLING_LENGTH;
        self.0
            .range::<str, _>((Bound::Included(token), Bound::Unbounded))
            .map(String::as_str)
            .take_while(move |canary| *canary == token || is_telling && canary.starts_with(token))
    }

    fn is_told_by(&self, token: &str) -> bool {
        self.told_by(token).next().is_some()
    }
}

/// Looks for planted canaries in a stream of bytes, wherever the stream is cut into pieces. Other tokens are forgotten
/// at once, so memory is bounded and no flood of them hides one that was planted.
#[derive(Debug, Default)]
pub struct Watch {
    planted: Arc<Planted>,
    /// The end of what was read, as far as a canary may go on after it.
    open: Vec<u8>,
    tokens: BTreeSet<String>,
}

impl Watch {
    /// A watch for these canaries.
    #[must_use]
    pub fn new(planted: Arc<Planted>) -> Self {
        Self {
            planted,
            ..Self::default()
        }
    }

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
            if token.len() < MAX_TOKEN_BYTES && self.planted.is_told_by(token) {
                self.tokens.insert(token.to_owned());
            }
        }
        self.open = rest.as_bytes().to_vec();
    }

    /// All tokens that were read and tell a planted canary, at the end of the stream.
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
            let mut watch = Watch::new(Arc::new(Planted::of([text])));
            text.as_bytes()
                .chunks(length)
                .for_each(|piece| watch.read(piece));
            assert_eq!(watch.finish(), expected, "pieces of {length}");
        }
    }

    #[test]
    fn a_flood_of_other_tokens_is_forgotten_and_hides_nothing() {
        let planted = Planted::of(["CANARY-one CANARY-second"]);
        let mut watch = Watch::new(Arc::new(planted));
        for number in 0..20_000 {
            watch.read(format!("CANARY-{number} ").as_bytes());
        }
        assert_eq!(watch.tokens.len(), 0);
        watch.read(b"CANARY-one CANARY-seco CANARY-sec CANARY-onetwo CANARY-");
        for _ in 0..1_000 {
            watch.read(&[b'a'; 1_000]);
            assert!(watch.open.len() <= MAX_TOKEN_BYTES + 1_000);
        }
        let told: Vec<_> = watch.finish().into_iter().collect();
        assert_eq!(told, ["CANARY-one", "CANARY-seco"]);
    }

    #[test]
    fn a_token_tells_every_canary_that_it_begins() {
        let planted = Planted::of(["CANARY-ab CANARY-abcd1", "CANARY-abcd2 CANARY-abce"]);
        let told = |token| planted.told_by(token).collect::<Vec<_>>();
        assert_eq!(told("CANARY-abcd"), ["CANARY-abcd1", "CANARY-abcd2"]);
        assert_eq!(told("CANARY-ab"), ["CANARY-ab"]);
        assert_eq!(told("CANARY-abc"), [] as [&str; 0]);
    }
}
