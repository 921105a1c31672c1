//! RFC 6901 JSON Pointers: how rules and errors say where.

use std::fmt;

use super::document::Value;

/// A JSON Pointer in its escaped form; `""` is the whole value.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

impl Pointer {
    /// The whole value.
    #[must_use]
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// The way from `root` to `value`, which stands inside it.
    pub(crate) fn to(root: Value<'_>, value: Value<'_>) -> Self {
        let mut way = Self::root();
        let mut here = root;
        while here.index() != value.index() {
            let member = here.members().find(|(_, member)| member.holds(value));
            let element = here
                .elements()
                .enumerate()
                .find(|(_, element)| element.holds(value));
            here = match (member, element) {
                (Some((key, member)), _) => {
                    way.push_key(&key.as_str().unwrap_or_default());
                    member
                }
                (None, Some((index, element))) => {
                    way = way.index(index);
                    element
                }
                (None, None) => break,
            };
        }
        way
    }

    /// As it is written, such as `/next/arguments/0`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it leads to what `other` leads to, or to something inside.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let inside = self.0.strip_prefix(&other.0);
        inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// This pointer, and one key further.
    #[must_use]
    pub(crate) fn key(&self, name: &str) -> Self {
        let mut longer = Self(String::with_capacity(self.0.len() + name.len() + 1));
        longer.0.push_str(&self.0);
        longer.push_key(name);
        longer
    }

    /// This pointer, and one array index further.
    #[must_use]
    pub(crate) fn index(&self, index: usize) -> Self {
        Self(format!("{}/{index}", self.0))
    }

    /// Goes one key further.
    pub(crate) fn push_key(&mut self, name: &str) {
        self.0.push('/');
        for character in name.chars() {
            match character {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                other => self.0.push(other),
            }
        }
    }

    /// The names and indices on the way, unescaped. `None` if `text` is no JSON Pointer: it
    /// neither is empty nor begins with a slash, or has a tilde before anything but 0 and 1.
    #[must_use]
    pub(crate) fn segments(text: &str) -> Option<Vec<String>> {
        let Some(tokens) = text.strip_prefix('/') else {
            return text.is_empty().then(Vec::new);
        };
        tokens.split('/').map(unescape).collect()
    }
}

fn unescape(token: &str) -> Option<String> {
    let mut parts = token.split('~');
    let mut name = parts.next()?.to_owned();
    for part in parts {
        let (escape, rest) = (part.get(..1)?, part.get(1..)?);
        name.push(match escape {
            "0" => '~',
            "1" => '/',
            _ => return None,
        });
        name.push_str(rest);
    }
    Some(name)
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
