//! Patterns over case ids: `*` stands for any text, `?` for one character.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wildmatch::WildMatch;

/// A pattern over case ids.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern {
    text: String,
    matcher: WildMatch,
}

/// A pattern is empty, so it would match nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a pattern must not be empty")]
pub struct EmptyPattern;

impl Pattern {
    /// The pattern that matches one id. Ids hold no character that a pattern reads otherwise.
    #[must_use]
    pub fn exactly(id: &str) -> Self {
        Self {
            matcher: WildMatch::new(id),
            text: id.to_owned(),
        }
    }

    /// Whether an id matches, whole.
    #[must_use]
    pub fn matches(&self, id: &str) -> bool {
        self.matcher.matches(id)
    }
}

impl FromStr for Pattern {
    type Err = EmptyPattern;

    fn from_str(text: &str) -> Result<Self, EmptyPattern> {
        if text.is_empty() {
            Err(EmptyPattern)
        } else {
            Ok(Self::exactly(text))
        }
    }
}

impl TryFrom<String> for Pattern {
    type Error = EmptyPattern;

    fn try_from(text: String) -> Result<Self, EmptyPattern> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.text
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl PartialOrd for Pattern {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Pattern {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_whole_ids() {
        let matches = |pattern: &str, id| pattern.parse::<Pattern>().unwrap().matches(id);
        assert!(matches("fence/*", "fence/unclosed"));
        assert!(matches("*", "own/file/name"));
        assert!(matches("*/depth-?4", "limits/depth-64"));
        assert!(!matches("fence", "fence/unclosed"));
        assert!(!matches("fence/*", "own/fence/unclosed"));
        assert_eq!("".parse::<Pattern>(), Err(EmptyPattern));
    }
}
