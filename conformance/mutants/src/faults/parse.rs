//! Faults of parsing that change data, or draw the line at another place.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization as _;

use crate::message::Answer;
use crate::mutant::Mutant;
use crate::text::{Piece, content, rewritten};

const BYTE_ORDER_MARK: char = '\u{feff}';

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "numbers-as-doubles",
        mistake: "Reads every number as a double and writes it anew.",
        breaks: "PAR-3",
        answer: |desk, request| {
            desk.changed(request, |text| {
                rewritten(text, |piece| match piece {
                    Piece::Word(word) => match word.parse::<f64>() {
                        Ok(number) if number.is_infinite() => Some("null".to_owned()),
                        Ok(number) => Some(number.to_string()),
                        Err(_) => None,
                    },
                    _ => None,
                })
            })
        },
    },
    Mutant {
        name: "integers-saturate",
        mistake: "Reads whole numbers as 64-bit integers that stop at their ends.",
        breaks: "PAR-3",
        answer: |desk, request| {
            desk.changed(request, |text| {
                rewritten(text, |piece| match piece {
                    Piece::Word(word) => {
                        let number = word.parse::<i128>().ok()?;
                        let saturated = i64::try_from(number).unwrap_or(if number < 0 {
                            i64::MIN
                        } else {
                            i64::MAX
                        });
                        Some(saturated.to_string())
                    }
                    _ => None,
                })
            })
        },
    },
    Mutant {
        name: "negative-exponents-refused",
        mistake: "Knows exponents without a sign only.",
        breaks: "PAR-3",
        answer: |desk, request| {
            let has_sign = |piece| matches!(piece, Piece::Word(word) if word.contains("e-") || word.contains("E-"));
            let is_meant = crate::text::pieces(request.response())
                .into_iter()
                .any(has_sign);
            desk.refuse(request, "parse", |_| is_meant)
        },
    },
    Mutant {
        name: "keys-compared-by-their-ends",
        mistake: "Compares keys by their length, their first and their last eight bytes.",
        breaks: "PAR-2",
        answer: |desk, request| {
            let is_meant = has_keys_of_equal_ends(request.response());
            desk.refuse(request, "parse", |_| is_meant)
        },
    },
    Mutant {
        name: "unicode-composed",
        mistake: "Brings the response into Unicode normalization form C.",
        breaks: "PAR-4",
        answer: |desk, request| desk.changed(request, |text| Some(text.nfc().collect())),
    },
    Mutant {
        name: "byte-order-mark-dropped",
        mistake: "Drops byte order marks wherever they stand.",
        breaks: "PAR-6",
        answer: |desk, request| {
            desk.changed(request, |text| Some(text.replace(BYTE_ORDER_MARK, "")))
        },
    },
    Mutant {
        name: "null-character-ends-string",
        mistake: "Keeps strings as C does, so an escaped NUL ends them.",
        breaks: "PAR-4",
        answer: |desk, request| {
            desk.changed(request, |text| {
                rewritten(text, |piece| match piece {
                    Piece::Text(token) => {
                        let (kept, _) = token.split_once("\\u0000")?;
                        Some(format!("{kept}\""))
                    }
                    _ => None,
                })
            })
        },
    },
    Mutant {
        name: "panics-in-a-character",
        mistake: "Cuts the first 40 bytes off for a message, which panics inside a character.",
        breaks: "PAR-4",
        answer: |desk, request| {
            let response = request.response();
            let _preview = &response[..response.len().min(40)];
            desk.ask(request)
        },
    },
    Mutant {
        name: "unicode-trimmed",
        mistake: "Trims white space as Unicode has it.",
        breaks: "PAR-6",
        answer: |desk, request| desk.rescue(request, |text| Some(text.trim().to_owned())),
    },
    Mutant {
        name: "strings-trimmed",
        mistake: "Trims the white space around the content of every string.",
        breaks: "PAR-4",
        answer: |desk, request| {
            desk.changed(request, |text| {
                rewritten(text, |piece| match piece {
                    Piece::Text(token) => {
                        let inner = content(token)?;
                        let trimmed = inner.trim();
                        (trimmed != inner).then(|| serde_json::json!(trimmed).to_string())
                    }
                    _ => None,
                })
            })
        },
    },
    Mutant {
        name: "depth-unlimited",
        mistake: "Has no limit on nesting.",
        breaks: "PAR-5",
        answer: |desk, request| {
            desk.wave_through(request, |answer| answer.rejects_for("limit:too_deep"))
        },
    },
    Mutant {
        name: "depth-32",
        mistake: "Stops at a nesting of 32.",
        breaks: "PAR-5",
        answer: |desk, request| {
            let is_deep = depth(request.response()) > 32;
            desk.refuse(request, "limit", |_| is_deep)
        },
    },
    Mutant {
        name: "list-of-one-unwrapped",
        mistake: "Takes a list of one object for that object.",
        breaks: "PAR-7",
        answer: |desk, request| {
            desk.changed(request, |text| {
                let inner = text.trim_ascii().strip_prefix('[')?.strip_suffix(']')?;
                let is_object = crate::text::is(response_recovery::json::Kind::Object, inner);
                is_object.then(|| inner.to_owned())
            })
        },
    },
    Mutant {
        name: "scalar-at-the-top-wrapped",
        mistake: "Wraps a top level that is no object into one.",
        breaks: "PAR-7",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if answer.is_accepted() && !answer.text().trim_ascii().starts_with('{') {
                let text = format!("{{\"value\":{}}}", answer.text());
                Answer::accepted(request.id, text, answer.rules().to_vec())
            } else {
                answer
            }
        },
    },
    Mutant {
        name: "finish-ignored",
        mistake: "Does not look at how the provider says that the response ended.",
        breaks: "PAR-8",
        answer: |desk, request| {
            let mut request = request.clone();
            request.finish = None;
            desk.ask(&request)
        },
    },
    Mutant {
        name: "finish-filter-unknown",
        mistake: "Knows the mark `length`, but not `content_filter`.",
        breaks: "PAR-8",
        answer: |desk, request| {
            let mut request = request.clone();
            request.finish = request.finish.filter(|finish| finish == "length");
            desk.ask(&request)
        },
    },
];

/// Whether two keys anywhere differ in their middle alone.
fn has_keys_of_equal_ends(text: &str) -> bool {
    let mut all = BTreeMap::new();
    let mut keys = crate::text::pieces(text)
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Key(token) => content(token),
            _ => None,
        });
    keys.any(|key| {
        let bytes = key.as_bytes();
        let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) else {
            return false;
        };
        let known = all.insert((bytes.len(), *first, *last), key.clone());
        known.is_some_and(|known| known != key)
    })
}

/// How many brackets are open at most, those in strings left out.
fn depth(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for piece in crate::text::pieces(text) {
        match piece {
            Piece::Mark("{" | "[") => open += 1,
            Piece::Mark("}" | "]") => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}
