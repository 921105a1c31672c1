//! JSON with a line for each member of the top level and a line for each of their entries; what lies deeper stays on
//! its line. Between the compact form, which no one can compare, and the pretty one, which is ten times as long.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};

/// Entries of containers up to this depth get a line of their own.
const LINES_TO_DEPTH: usize = 2;

/// Writes a value in this form, with a line end after it.
///
/// # Errors
/// Those of the writer, and those of a value that JSON cannot say.
pub fn write<T: Serialize>(mut to: impl Write, value: &T) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(&mut to, Lines::default());
    value.serialize(&mut serializer)?;
    to.write_all(b"\n")
}

#[derive(Default)]
struct Lines {
    depth: usize,
    /// Whether the container that was begun last has an entry; an empty one stays on its line.
    has_entry: bool,
}

impl Lines {
    fn begin(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_entry = false;
        out.write_all(bracket)
    }

    fn entry(&mut self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        self.has_entry = true;
        if !first {
            out.write_all(b",")?;
        }
        self.line(out)
    }

    fn end(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_entry && self.depth < LINES_TO_DEPTH {
            out.write_all(b"\n")?;
            out.write_all(&b"    "[..self.depth * 2])?;
        }
        self.has_entry = true;
        out.write_all(bracket)
    }

    fn line(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        if self.depth > LINES_TO_DEPTH {
            return Ok(());
        }
        out.write_all(b"\n")?;
        out.write_all(&b"    "[..self.depth * 2])
    }
}

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.entry(out, first)
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.entry(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        let space: &[u8] = if self.depth <= LINES_TO_DEPTH {
            b" "
        } else {
            b""
        };
        CompactFormatter.begin_object_value(out)?;
        out.write_all(space)
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn two_levels_get_lines_and_the_rest_stays() {
        let value = json!({"a": [{"b": [1, 2]}, {}], "c": {}, "d": "e"});
        let mut out = Vec::new();
        write(&mut out, &value).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected =
            "{\n  \"a\": [\n    {\"b\":[1,2]},\n    {}\n  ],\n  \"c\": {},\n  \"d\": \"e\"\n}\n";
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
