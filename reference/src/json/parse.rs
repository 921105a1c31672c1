//! The strict parser: RFC 8259 and nothing else, iterative, one pass (REQ PAR-1, PAR-5, PAR-6).

use super::document::{Kind, Node};
use super::error::{ParseError, ParseFault};
use super::keys::Keys;
use super::scan::{self, fault};
use crate::limits::MAX_DEPTH;

/// Parses `text` into its nodes, in the order of the text.
///
/// # Errors
///
/// The first fault from the left; a duplicate key counts as seen where its object ends.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return Err(fault(ParseFault::TooLong, 0));
    }
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        nodes: Vec::with_capacity(text.len() / 8 + 1),
        open: Vec::with_capacity(16),
        keys: Keys::new(),
    };
    parser.document()?;
    Ok(parser.nodes)
}

/// A container that has begun and not ended.
struct Open {
    node: usize,
    kind: Kind,
    count: u32,
    first_key: usize,
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    open: Vec<Open>,
    keys: Keys,
}

/// What [`Parser::value`] left behind.
enum Step {
    /// A whole value.
    Complete,
    /// A container whose first value is due.
    Inside,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), ParseError> {
        self.white_space();
        if self.at == self.bytes.len() {
            return Err(fault(ParseFault::Empty, self.at));
        }
        loop {
            while let Step::Inside = self.value()? {}
            if self.complete()? {
                break;
            }
        }
        self.white_space();
        if self.at < self.bytes.len() {
            return Err(fault(ParseFault::TrailingText, self.at));
        }
        Ok(())
    }

    /// Reads a scalar, an empty container, or the beginning of a container.
    fn value(&mut self) -> Result<Step, ParseError> {
        self.white_space();
        let start = self.at;
        match self.bytes.get(start) {
            Some(b'"') => self.string(start)?,
            Some(b'-' | b'0'..=b'9') => {
                let end = scan::number(self.bytes, start)?;
                self.push(Kind::Number, start, end, 0);
            }
            Some(b'{') => return self.begin(Kind::Object, b'}'),
            Some(b'[') => return self.begin(Kind::Array, b']'),
            Some(b't') => self.literal(b"true", Kind::Boolean)?,
            Some(b'f') => self.literal(b"false", Kind::Boolean)?,
            Some(b'n') => self.literal(b"null", Kind::Null)?,
            other => return Err(unexpected(other, start)),
        }
        Ok(Step::Complete)
    }

    /// Goes on after a whole value: to the next one, or out of the containers that end here.
    /// Says whether the whole text's value is complete.
    fn complete(&mut self) -> Result<bool, ParseError> {
        while let Some(top) = self.open.last_mut() {
            top.count += 1;
            let kind = top.kind;
            self.white_space();
            match (kind, self.bytes.get(self.at)) {
                (Kind::Object, Some(b',')) => {
                    self.at += 1;
                    self.white_space();
                    self.key()?;
                    return Ok(false);
                }
                (_, Some(b',')) => {
                    self.at += 1;
                    return Ok(false);
                }
                (Kind::Object, Some(b'}')) | (Kind::Array, Some(b']')) => self.end()?,
                (_, other) => return Err(unexpected(other, self.at)),
            }
        }
        Ok(true)
    }

    fn begin(&mut self, kind: Kind, closing: u8) -> Result<Step, ParseError> {
        if self.open.len() == MAX_DEPTH {
            return Err(fault(ParseFault::TooDeep, self.at));
        }
        let node = self.nodes.len();
        self.push(kind, self.at, self.at + 1, 0);
        self.open.push(Open {
            node,
            kind,
            count: 0,
            first_key: self.keys.len(),
        });
        self.white_space();
        if self.bytes.get(self.at) == Some(&closing) {
            self.end()?;
            return Ok(Step::Complete);
        }
        if kind == Kind::Object {
            self.key()?;
        }
        Ok(Step::Inside)
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.at += 1;
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let next = narrow(self.nodes.len());
        if let Some(node) = self.nodes.get_mut(open.node) {
            node.end = narrow(self.at);
            node.next = next;
            node.count = open.count;
        }
        if open.kind == Kind::Object
            && let Some(place) = self.keys.close(open.first_key, self.text)
        {
            return Err(fault(ParseFault::DuplicateKey, place));
        }
        Ok(())
    }

    /// Reads a key and its colon.
    fn key(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        match self.bytes.get(start) {
            Some(b'"') => self.string(start)?,
            other => return Err(unexpected(other, start)),
        }
        if let Some(node) = self.nodes.last() {
            self.keys.push(self.text, node);
        }
        self.white_space();
        match self.bytes.get(self.at) {
            Some(b':') => self.at += 1,
            other => return Err(unexpected(other, self.at)),
        }
        Ok(())
    }

    fn string(&mut self, start: usize) -> Result<(), ParseError> {
        let token = scan::string(self.bytes, start)?;
        self.push(Kind::String, start, token.end, u32::from(token.escaped));
        Ok(())
    }

    fn literal(&mut self, word: &[u8], kind: Kind) -> Result<(), ParseError> {
        let start = self.at;
        for (offset, expected) in word.iter().enumerate() {
            let found = self.bytes.get(start + offset);
            if found != Some(expected) {
                return Err(unexpected(found, start + offset));
            }
        }
        self.push(kind, start, start + word.len(), 0);
        Ok(())
    }

    /// Adds a node; the parser goes on after it.
    fn push(&mut self, kind: Kind, start: usize, end: usize, count: u32) {
        let next = narrow(self.nodes.len() + 1);
        self.nodes.push(Node {
            start: narrow(start),
            end: narrow(end),
            next,
            count,
            kind,
        });
        self.at = end;
    }

    fn white_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }
}

fn unexpected(found: Option<&u8>, at: usize) -> ParseError {
    match found {
        Some(_) => fault(ParseFault::UnexpectedCharacter, at),
        None => fault(ParseFault::UnexpectedEnd, at),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "`parse` refuses a text that u32 cannot address"
)]
const fn narrow(place: usize) -> u32 {
    place as u32
}

#[cfg(test)]
mod tests {
    use super::{ParseFault, parse};

    #[track_caller]
    fn check(text: &str, fault: ParseFault, offset: usize) {
        let error = parse(text).unwrap_err();
        assert_eq!((error.fault, error.offset), (fault, offset), "{text}");
    }

    #[test]
    fn a_fault_is_told_where_it_begins() {
        check("", ParseFault::Empty, 0);
        check(" \n", ParseFault::Empty, 2);
        check("[1,]", ParseFault::UnexpectedCharacter, 3);
        check("{\"a\":1", ParseFault::UnexpectedEnd, 6);
        check("{} x", ParseFault::TrailingText, 3);
        check("[01]", ParseFault::Number, 2);
        check("[\"a\tb\"]", ParseFault::ControlCharacter, 3);
        check(r#"["\x"]"#, ParseFault::Escape, 2);
        check(r#"["\ud83dx"]"#, ParseFault::LoneSurrogate, 2);
        check(
            r#"{"a":1,"b":{"c":1,"\u0063":2}}"#,
            ParseFault::DuplicateKey,
            18,
        );
    }

    #[test]
    fn a_duplicate_among_many_keys_is_told_at_the_second() {
        let keys: Vec<String> = (0..40).map(|key| format!("\"key {key}\":0")).collect();
        let text = format!("{{{},\"key 7\":1,\"z\":2}}", keys.join(","));
        check(
            &text,
            ParseFault::DuplicateKey,
            text.rfind("\"key 7\"").unwrap(),
        );
    }
}
