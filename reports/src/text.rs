//! Text of responses and replies as a report shows it: whole, cut, or hidden behind its length and hash.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::digest::sha256;

/// A text longer than this many bytes is cut in a report. A report over cases of 64 KB stays readable.
const SHOWN_BYTES: usize = 400;

/// How much of a cut text is shown, in bytes; at most, since no character is cut.
const START_BYTES: usize = 200;

/// A text in a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// The text as it is.
    Whole(String),
    /// The beginning of a long text, with the length and hash of the whole.
    Cut {
        /// How the text begins.
        start: String,
        /// The length of the whole in bytes.
        bytes: u64,
        /// The SHA-256 of the whole, in hexadecimal digits.
        sha256: String,
    },
    /// The end of a long text, with the length and hash of the whole.
    End {
        /// How the text ends.
        end: String,
        /// The length of the whole in bytes.
        bytes: u64,
        /// The SHA-256 of the whole, in hexadecimal digits.
        sha256: String,
    },
    /// A text that is not shown.
    Hidden {
        /// Its length in bytes.
        bytes: u64,
        /// Its SHA-256, in hexadecimal digits.
        sha256: String,
    },
}

/// Whether a report may show text of responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Texts are shown, long ones cut.
    Shown,
    /// No text of a response is shown, nor any name that it may have brought in (REQ VAL-4).
    Hidden,
}

impl Visibility {
    /// A text as the report shows it.
    #[must_use]
    pub fn text(self, text: &str) -> Text {
        let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
        match self {
            Self::Hidden => Text::Hidden {
                bytes,
                sha256: sha256(&[text.as_bytes()]),
            },
            Self::Shown if text.len() > SHOWN_BYTES => Text::Cut {
                start: text[..text.floor_char_boundary(START_BYTES)].to_owned(),
                bytes,
                sha256: sha256(&[text.as_bytes()]),
            },
            Self::Shown => Text::Whole(text.to_owned()),
        }
    }

    /// A text of which the end says most, such as a trace, as the report shows it.
    #[must_use]
    pub fn end(self, text: &str) -> Text {
        if self == Self::Hidden || text.len() <= SHOWN_BYTES {
            return self.text(text);
        }
        let end = &text[text.ceil_char_boundary(text.len() - SHOWN_BYTES)..];
        Text::End {
            end: end.to_owned(),
            bytes: u64::try_from(text.len()).unwrap_or(u64::MAX),
            sha256: sha256(&[text.as_bytes()]),
        }
    }

    /// A JSON Pointer as the report shows it. Of each segment of a hidden one only the beginning of the hash is left,
    /// since keys are text of a response as well; an index looks like a key, so it is no exception.
    #[must_use]
    pub fn pointer(self, pointer: &str) -> String {
        match self {
            Self::Shown if pointer.len() <= SHOWN_BYTES => pointer.to_owned(),
            Self::Shown => {
                let start = &pointer[..pointer.floor_char_boundary(START_BYTES)];
                format!("{start}… ({} bytes)", pointer.len())
            }
            Self::Hidden => pointer
                .split('/')
                .map(hidden_segment)
                .collect::<Vec<_>>()
                .join("/"),
        }
    }
}

fn hidden_segment(segment: &str) -> String {
    if segment.is_empty() {
        return String::new();
    }
    format!("#{}", &sha256(&[segment.as_bytes()])[..8])
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(text) => f.write_str(text),
            Self::Cut { start, bytes, .. } => write!(f, "{start}… ({bytes} bytes)"),
            Self::End { end, bytes, .. } => write!(f, "({bytes} bytes) …{end}"),
            Self::Hidden { bytes, sha256 } => write!(f, "<{bytes} bytes, sha256 {}>", &sha256[..8]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters_and_named_by_its_hash() {
        let text = "ä".repeat(300);
        let Text::Cut {
            start,
            bytes,
            sha256,
        } = Visibility::Shown.text(&text)
        else {
            panic!("600 bytes are cut");
        };
        assert_eq!((start.len(), bytes, sha256.len()), (200, 600, 64));
        assert_eq!(Visibility::Shown.text("short"), Text::Whole("short".into()));
    }

    #[test]
    fn of_a_long_trace_the_end_is_left() {
        let trace = format!("{}\nValueError: ä", "ä".repeat(300));
        let shown = Visibility::Shown.end(&trace);
        let Text::End { end, bytes, .. } = &shown else {
            panic!("615 bytes are cut");
        };
        assert!(end.len() <= 400 && end.ends_with("\nValueError: ä"));
        assert_eq!(*bytes, 615);
        assert!(shown.to_string().ends_with("\nValueError: ä"));
        assert_eq!(
            Visibility::Hidden.end(&trace),
            Visibility::Hidden.text(&trace)
        );
        assert_eq!(Visibility::Shown.end("short"), Text::Whole("short".into()));
    }

    #[test]
    fn a_hidden_text_shows_none_of_its_characters() {
        let shown = serde_json::to_string(&Visibility::Hidden.text("secret")).unwrap();
        assert!(!shown.contains("secret"), "{shown}");
    }

    #[test]
    fn a_hidden_pointer_shows_how_deep_it_leads_and_no_key_also_none_of_digits() {
        let pointer = Visibility::Hidden.pointer("/items/4111111111111111/secret");
        let segments: Vec<_> = pointer.split('/').collect();
        assert_eq!((segments.len(), segments[0]), (4, ""));
        for segment in &segments[1..] {
            assert!(segment.starts_with('#') && segment.len() == 9, "{pointer}");
        }
        assert_eq!(Visibility::Hidden.pointer(""), "");
    }

    #[test]
    fn every_form_is_read_back() {
        for text in [
            Visibility::Shown.text("a"),
            Visibility::Shown.text(&"b".repeat(500)),
            Visibility::Shown.end(&"b".repeat(500)),
            Visibility::Hidden.text("c"),
        ] {
            let json = serde_json::to_string(&text).unwrap();
            assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text);
        }
    }
}
