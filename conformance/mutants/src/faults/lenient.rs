//! Faults of parsing that accept what is no strict JSON.

use std::collections::BTreeMap;
use std::fmt;

use response_recovery::json::{Document, Kind};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::mutant::Mutant;
use crate::text::{Piece, place, rewritten};

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "trailing-comma",
        mistake: "Allows a comma before a closing bracket.",
        breaks: "PAR-1",
        answer: |desk, request| desk.rescue(request, without_trailing_commas),
    },
    Mutant {
        name: "comments-stripped",
        mistake: "Strips comments before it parses.",
        breaks: "PAR-1",
        answer: |desk, request| desk.rescue(request, without_comments),
    },
    Mutant {
        name: "comments-stripped-in-strings",
        mistake: "Strips line comments with a pattern that knows no strings, so it cuts addresses.",
        breaks: "PAR-4",
        answer: |desk, request| {
            desk.changed(request, |text| {
                let (before, comment) = text.split_once("//")?;
                let end = comment.find(['"', '\n']).unwrap_or(comment.len());
                Some(format!("{before}{}", comment.get(end..)?))
            })
        },
    },
    Mutant {
        name: "single-quotes",
        mistake: "Turns single quotes into double ones.",
        breaks: "PAR-1",
        answer: |desk, request| desk.rescue(request, |text| Some(text.replace('\'', "\""))),
    },
    Mutant {
        name: "nan-as-null",
        mistake: "Reads NaN and Infinity as null.",
        breaks: "PAR-1",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                words(text, |word| {
                    matches!(word, "NaN" | "Infinity" | "-Infinity" | "-NaN").then_some("null")
                })
            })
        },
    },
    Mutant {
        name: "python-literals",
        mistake: "Reads True, False and None as Python prints them.",
        breaks: "PAR-1",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                words(text, |word| match word {
                    "True" => Some("true"),
                    "False" => Some("false"),
                    "None" => Some("null"),
                    _ => None,
                })
            })
        },
    },
    Mutant {
        name: "leading-zeros",
        mistake: "Takes numbers with leading zeros or a leading plus sign.",
        breaks: "PAR-1",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                rewritten(text, |piece| match piece {
                    Piece::Word(word) if word.parse::<f64>().is_ok() => {
                        let digits = word.trim_start_matches(['+', '0']);
                        let is_fraction = !digits.starts_with(|c: char| c.is_ascii_digit());
                        (digits != word)
                            .then(|| format!("{}{digits}", if is_fraction { "0" } else { "" }))
                    }
                    _ => None,
                })
            })
        },
    },
    Mutant {
        name: "prose-trimmed",
        mistake: "Takes all from the first `{` to the last `}`.",
        breaks: "PAR-6",
        answer: |desk, request| desk.rescue(request, braced),
    },
    Mutant {
        name: "reasoning-stripped",
        mistake: "Cuts reasoning in tags off the front.",
        breaks: "PAR-6",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                let (_, rest) = text.split_once("</think")?;
                let (_, rest) = rest.split_once('>')?;
                Some(rest.to_owned())
            })
        },
    },
    Mutant {
        name: "first-document-wins",
        mistake: "Stops after the first value and ignores what follows it.",
        breaks: "PAR-1",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
                documents.next()?.ok()?;
                text.get(..documents.byte_offset()).map(str::to_owned)
            })
        },
    },
    Mutant {
        name: "cut-text-closed",
        mistake: "Closes the strings and brackets that a cut text leaves open.",
        breaks: "PAR-1",
        answer: |desk, request| desk.rescue(request, |text| Some(closed(text))),
    },
    Mutant {
        name: "raw-control-characters",
        mistake: "Allows raw line breaks and other control characters in strings.",
        breaks: "PAR-1",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                rewritten(text, |piece| match piece {
                    Piece::Text(token) | Piece::Key(token)
                        if token.contains(|c: char| c.is_ascii_control()) =>
                    {
                        let escape = |c: char| {
                            if c.is_ascii_control() {
                                format!("\\u{:04x}", u32::from(c))
                            } else {
                                c.to_string()
                            }
                        };
                        Some(token.chars().map(escape).collect())
                    }
                    _ => None,
                })
            })
        },
    },
    Mutant {
        name: "lone-surrogate-replaced",
        mistake: "Reads half of a surrogate pair as U+FFFD.",
        breaks: "PAR-1",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                let mut mended = text.to_owned();
                let mut from = 0;
                while let Some(at) = mended.get(from..)?.find("\\u").map(|at| from + at) {
                    let code = u16::from_str_radix(mended.get(at + 2..at + 6)?, 16).ok();
                    if code.is_some_and(|code| (0xD800..0xE000).contains(&code)) {
                        mended.replace_range(at..at + 6, "\\ufffd");
                    }
                    from = at + 2;
                }
                Some(mended)
            })
        },
    },
    Mutant {
        name: "last-duplicate-wins",
        mistake: "Keeps the last of two equal keys, as most parsers do.",
        breaks: "PAR-2",
        answer: |desk, request| desk.rescue(request, last_duplicate),
    },
    Mutant {
        name: "first-duplicate-wins",
        mistake: "Keeps the first of two equal keys.",
        breaks: "PAR-2",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                let first: FirstWins = serde_json::from_str(text).ok()?;
                Some(first.0.to_string())
            })
        },
    },
    Mutant {
        name: "keys-compared-as-spelled",
        mistake: "Compares keys before it unescapes them, so that `\"a\"` and `\"\\u0061\"` are two.",
        breaks: "PAR-2",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                let has_escaped_key =
                    |piece| matches!(piece, Piece::Key(key) if key.contains("\\u"));
                let is_meant = crate::text::pieces(text).into_iter().any(has_escaped_key);
                is_meant.then(|| last_duplicate(text)).flatten()
            })
        },
    },
    Mutant {
        name: "duplicates-sought-in-small-objects",
        mistake: "Looks for equal keys in objects of up to sixteen members only.",
        breaks: "PAR-2",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                let is_key = |piece: &Piece<'_>| matches!(piece, Piece::Key(_));
                let keys = crate::text::pieces(text)
                    .iter()
                    .filter(|piece| is_key(piece))
                    .count();
                (keys > 17).then(|| last_duplicate(text)).flatten()
            })
        },
    },
    Mutant {
        name: "surrogate-then-hex-accepted",
        mistake: "Reads the digits of the other half of a surrogate pair without looking whether an escape stands before them.",
        breaks: "PAR-1",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                let mut mended = text.to_owned();
                let mut from = 0;
                while let Some(at) = mended.get(from..)?.find("\\u").map(|at| from + at) {
                    let code = |at| {
                        let digits = mended.get(at..at + 4)?;
                        u16::from_str_radix(digits, 16).ok()
                    };
                    let is_high = code(at + 2).is_some_and(|code| code & 0xfc00 == 0xd800);
                    if is_high && code(at + 8).is_some_and(|code| code & 0xfc00 == 0xdc00) {
                        mended.replace_range(at + 6..at + 8, "\\u");
                    }
                    from = at + 2;
                }
                Some(mended)
            })
        },
    },
    Mutant {
        name: "empty-as-object",
        mistake: "Takes an empty response for an empty object.",
        breaks: "PAR-6",
        answer: |desk, request| {
            desk.rescue(request, |text| {
                text.trim_ascii().is_empty().then(|| "{}".to_owned())
            })
        },
    },
];

/// The text without commas before closing brackets.
pub(super) fn without_trailing_commas(text: &str) -> Option<String> {
    let mut mended = String::new();
    let mut is_found = false;
    let _same = rewritten(text, |piece| {
        let (Piece::Key(part) | Piece::Text(part) | Piece::Word(part) | Piece::Mark(part)) = piece;
        if matches!(part, "}" | "]") {
            let kept = mended.trim_ascii_end();
            if kept.ends_with(',') {
                is_found = true;
                mended.truncate(kept.len() - 1);
            }
        }
        mended.push_str(part);
        None
    });
    is_found.then_some(mended)
}

/// All from the first `{` to the last `}`.
pub(super) fn braced(text: &str) -> Option<String> {
    let (from, to) = (text.find('{')?, text.rfind('}')?);
    text.get(from..=to).map(str::to_owned)
}

/// The text as a parser writes it that keeps the last of two equal keys.
pub(super) fn last_duplicate(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    Some(value.to_string())
}

/// The object at a path without its null members, written anew; none if it has none.
pub(super) fn without_nulls(text: &str, path: &str) -> Option<String> {
    let object = text.get(place(text, path)?)?;
    let document = Document::parse(object).ok()?;
    let members = || document.root().members();
    if members().all(|(_, value)| value.kind() != Kind::Null) {
        return None;
    }
    let kept = members().filter(|(_, value)| value.kind() != Kind::Null);
    let kept: Vec<_> = kept
        .map(|(key, value)| format!("{}:{}", key.raw(), value.raw()))
        .collect();
    Some(format!("{{{}}}", kept.join(",")))
}

/// The text with some of its words replaced.
fn words(text: &str, change: impl Fn(&str) -> Option<&'static str>) -> Option<String> {
    rewritten(text, |piece| match piece {
        Piece::Word(word) => change(word).map(str::to_owned),
        _ => None,
    })
}

fn without_comments(text: &str) -> Option<String> {
    let mut kept = String::new();
    let mut rest = text;
    let mut is_string = false;
    while let Some(next) = rest.chars().next() {
        let comment = if is_string {
            None
        } else if rest.starts_with("//") {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            Some(rest.find("*/")? + 2)
        } else if rest.starts_with('#') {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else {
            None
        };
        let length = comment.unwrap_or_else(|| {
            is_string ^= next == '"';
            let is_escape = is_string && next == '\\';
            let escaped = rest.chars().nth(1).filter(|_| is_escape);
            next.len_utf8() + escaped.map_or(0, char::len_utf8)
        });
        let (part, after) = rest.split_at(length);
        if comment.is_none() {
            kept.push_str(part);
        }
        rest = after;
    }
    (kept != text).then_some(kept)
}

fn closed(text: &str) -> String {
    let mut open = Vec::new();
    let mut is_string = false;
    let mut is_escaped = false;
    for c in text.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_string => is_escaped = true,
            '"' => is_string = !is_string,
            _ if is_string => {}
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    let mut closed = text.trim_ascii_end().trim_end_matches(',').to_owned();
    if is_string {
        closed.push('"');
    }
    closed.extend(open.into_iter().rev());
    closed
}

/// A value that keeps the first of two equal keys.
struct FirstWins(Value);

impl<'de> Deserialize<'de> for FirstWins {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FirstWinsVisitor).map(Self)
    }
}

struct FirstWinsVisitor;

impl<'de> Visitor<'de> for FirstWinsVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(FirstWins(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = BTreeMap::new();
        while let Some((key, FirstWins(value))) = members.next_entry::<String, FirstWins>()? {
            object.entry(key).or_insert(value);
        }
        Ok(Value::Object(object.into_iter().collect()))
    }
}
