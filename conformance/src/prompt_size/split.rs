//! Takes a repair prompt apart into the texts that it must hold and all else.
//!
//! An implementation may put these texts in any order and embed them in its own way. Each is looked for as it is, then as
//! the content of a JSON string, then with other white space, the longest first, and never where another was found. What
//! is found in none of these forms counts as overhead. The schema may be one of many that say the same: it is looked for as
//! the implementation states it beside the prompt, where it was judged, and then as the fixture has it.

use recovery_reports::prompt_size::Parts;

use super::tokens::size;
use crate::judge::bindings::escaped;

/// The texts that a repair prompt must hold (REQ REP-3).
#[derive(Clone, Copy)]
pub(super) struct Texts<'a> {
    pub(super) response: &'a str,
    pub(super) path: &'a str,
    /// The schema as the fixture has it, and as the implementation states it.
    pub(super) schema: &'a str,
    pub(super) own_schema: &'a str,
    pub(super) bindings: &'a [String],
}

/// Which of them a text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Response,
    Path,
    Schema,
    Bindings,
}

impl<'a> Texts<'a> {
    /// All of them.
    pub(super) fn all(self) -> impl Iterator<Item = &'a str> {
        self.named().map(|(_, text)| text)
    }

    fn named(self) -> impl Iterator<Item = (Part, &'a str)> {
        let bindings = self.bindings.iter();
        [
            (Part::Response, self.response),
            (Part::Path, self.path),
            (Part::Schema, self.schema),
        ]
        .into_iter()
        .chain(bindings.map(|text| (Part::Bindings, &**text)))
    }
}

/// The sizes of the parts. Characters and bytes add up to the prompt's; tokens do so but for those that run across the
/// border of two parts.
pub(super) fn parts(prompt: &str, texts: &Texts<'_>) -> Parts {
    let mut all: Vec<_> = texts.named().filter(|(_, text)| !text.is_empty()).collect();
    // A short text may stand in a longer one, never the other way about.
    all.sort_by_key(|(_, text)| std::cmp::Reverse(text.len()));
    let mut found = Found {
        prompt,
        free: vec![(0, prompt.len())],
    };
    let mut parts = Parts::default();
    for (part, text) in all {
        let own =
            (part == Part::Schema && !texts.own_schema.is_empty()).then_some(texts.own_schema);
        let piece = own.and_then(|own| found.take(own));
        let Some(piece) = piece.or_else(|| found.take(text)) else {
            continue;
        };
        let of = match part {
            Part::Response => &mut parts.response,
            Part::Path => &mut parts.path,
            Part::Schema => &mut parts.schema,
            Part::Bindings => &mut parts.bindings,
        };
        *of += size(piece);
    }
    let mut rest = size(prompt);
    for (_, part) in parts.named() {
        rest = rest.without(part);
    }
    parts.overhead = rest;
    parts
}

/// What of a prompt is not found to be a text yet: places from a byte up to another, in their order.
struct Found<'p> {
    prompt: &'p str,
    free: Vec<(usize, usize)>,
}

impl<'p> Found<'p> {
    /// The place of a text, which is taken from then on.
    fn take(&mut self, text: &str) -> Option<&'p str> {
        let quoted = escaped(text);
        let exact = |within: &str| find(within, text).or_else(|| find(within, &quoted));
        let (index, from, to) = self
            .place(exact)
            .or_else(|| self.place(|within| find_spaced(within, text)))?;
        let (start, end) = *self.free.get(index)?;
        self.free
            .splice(index..=index, [(start, from), (to, end)])
            .for_each(drop);
        self.prompt.get(from..to)
    }

    /// The first place that something is found at: the index of the free place that it is in, its start and its end.
    fn place(
        &self,
        find: impl Fn(&str) -> Option<(usize, usize)>,
    ) -> Option<(usize, usize, usize)> {
        let mut places = self.free.iter().enumerate();
        places.find_map(|(index, (start, end))| {
            let (from, to) = find(self.prompt.get(*start..*end)?)?;
            Some((index, start + from, start + to))
        })
    }
}

fn find(within: &str, text: &str) -> Option<(usize, usize)> {
    let from = within.find(text)?;
    Some((from, from + text.len()))
}

/// Where a text stands if white space does not matter.
fn find_spaced(within: &str, text: &str) -> Option<(usize, usize)> {
    let is_told = |(_, character): &(usize, char)| !character.is_whitespace();
    let text: String = text.chars().filter(|one| !one.is_whitespace()).collect();
    if text.is_empty() {
        return None;
    }
    let (mut bare, mut places) = (String::new(), Vec::new());
    for (at, character) in within.char_indices().filter(is_told) {
        bare.push(character);
        places.extend(std::iter::repeat_n(at, character.len_utf8()));
    }
    let from = bare.find(&text)?;
    let start = *places.get(from)?;
    let last = *places.get(from + text.len() - 1)?;
    let end = last + within.get(last..)?.chars().next()?.len_utf8();
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"{"type":"array","items":{"type":"string"}}"#;

    fn characters(prompt: &str) -> [u64; 5] {
        let bindings = ["E-1", "E-12", "It leaks – again."].map(str::to_owned);
        let texts = Texts {
            response: "{\"a\": \"x\",\n \"E-1\": 2}",
            path: "/a",
            schema: SCHEMA,
            own_schema: r##"{"$ref":"#/$defs/0"}"##,
            bindings: &bindings,
        };
        let parts = parts(prompt, &texts);
        parts.named().map(|(_, size)| size.characters)
    }

    #[test]
    fn each_text_is_found_in_any_order() {
        let prompt = format!(
            "do:\nE-12,E-1\nIt leaks – again.\n{{\"a\": \"x\",\n \"E-1\": 2}}\n{SCHEMA}\n/a!"
        );
        let all: u64 = characters(&prompt).iter().sum();
        assert_eq!(all, prompt.chars().count() as u64);
        assert_eq!(characters(&prompt), [21, 2, 42, 3 + 4 + 17, 10]);
    }

    #[test]
    fn a_text_is_found_as_json_and_with_other_white_space() {
        let prompt = "{\"response\":\"{\\\"a\\\": \\\"x\\\",\\n \\\"E-1\\\": 2}\"}\n{\n  \"type\": \"array\",\n  \"items\": {\n    \"type\": \"string\"\n  }\n}";
        let [response, path, schema, bindings, overhead] = characters(prompt);
        assert_eq!((response, path, bindings), (28, 0, 0));
        assert_eq!(schema, 60);
        assert_eq!(overhead, 13 + 3);
    }

    #[test]
    fn a_schema_may_be_worded_as_the_implementation_states_it() {
        assert_eq!(characters(r##"fit {"$ref":"#/$defs/0"}"##)[2], 20);
    }

    #[test]
    fn what_is_not_found_is_overhead() {
        assert_eq!(characters("mend it"), [0, 0, 0, 0, 7]);
        assert_eq!(characters(""), [0; 5]);
    }
}
