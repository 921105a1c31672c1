//! Duplicate keys, compared after unescaping (REQ PAR-2), in time that no choice of keys can make
//! quadratic.

use std::borrow::Cow;

use super::document::Node;
use super::text::unescape;

/// Up to this many keys every pair is compared; beyond it they are sorted first.
const FEW: usize = 16;

/// The keys of all objects that are open, innermost last.
pub(super) struct Keys {
    open: Vec<Key>,
}

#[derive(Clone, Copy)]
struct Key {
    /// Equal for equal keys, and mostly different for different ones.
    mark: u64,
    start: u32,
    end: u32,
    escaped: bool,
}

impl Keys {
    pub(super) const fn new() -> Self {
        Self { open: Vec::new() }
    }

    pub(super) const fn len(&self) -> usize {
        self.open.len()
    }

    /// Adds the key at `node`, a string token, to the innermost open object.
    pub(super) fn push(&mut self, text: &str, node: &Node) {
        let (start, end, escaped) = (node.start + 1, node.end - 1, node.count != 0);
        let mut key = Key {
            mark: 0,
            start,
            end,
            escaped,
        };
        key.mark = mark(key.name(text).as_bytes());
        self.open.push(key);
    }

    /// Closes the object whose keys begin at `first`. Returns the place, in bytes, of a key that
    /// occurs a second time; nothing if they are unique.
    pub(super) fn close(&mut self, first: usize, text: &str) -> Option<usize> {
        let keys = self.open.get_mut(first..)?;
        let repeated = if keys.len() <= FEW {
            repeated_of_few(keys, text)
        } else {
            repeated_of_many(keys, text)
        };
        self.open.truncate(first);
        // A key begins with its quotation mark.
        repeated.map(|key| key.start as usize - 1)
    }
}

impl Key {
    fn name<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let content = text
            .get(self.start as usize..self.end as usize)
            .unwrap_or_default();
        if self.escaped {
            unescape(content)
        } else {
            Cow::Borrowed(content)
        }
    }
}

fn repeated_of_few(keys: &[Key], text: &str) -> Option<Key> {
    let is_repeated = |(place, key): &(usize, &Key)| {
        let mut before = keys.iter().take(*place);
        before.any(|other| other.mark == key.mark && other.name(text) == key.name(text))
    };
    let (_, key) = keys.iter().enumerate().find(is_repeated)?;
    Some(*key)
}

fn repeated_of_many(keys: &mut [Key], text: &str) -> Option<Key> {
    keys.sort_unstable_by(|a, b| {
        let by_name = || a.name(text).cmp(&b.name(text));
        a.mark
            .cmp(&b.mark)
            .then_with(by_name)
            .then(a.start.cmp(&b.start))
    });
    keys.windows(2).find_map(|pair| match pair {
        [a, b] if a.mark == b.mark && a.name(text) == b.name(text) => Some(*b),
        _ => None,
    })
}

/// The length with the first and the last eight bytes: tells apart nearly all keys that one object
/// really has, for the price of two loads.
fn mark(name: &[u8]) -> u64 {
    let head = name
        .first_chunk::<8>()
        .map_or_else(|| short(name), |c| u64::from_le_bytes(*c));
    let tail = name.last_chunk::<8>().map_or(0, |c| u64::from_le_bytes(*c));
    head ^ tail.rotate_left(29) ^ (name.len() as u64).rotate_left(57)
}

fn short(name: &[u8]) -> u64 {
    name.iter()
        .fold(0, |word, byte| word << 8 | u64::from(*byte))
}
