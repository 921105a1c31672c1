//! Values counted: how often each occurs, in no order.

use crate::json::{Value, canonical};

/// Values by their canonical spelling.
#[derive(Debug, Default)]
pub(super) struct Multiset(Vec<String>);

impl Multiset {
    /// Adds a value that is spelled so.
    pub(super) fn add(&mut self, spelling: String) {
        self.0.push(spelling);
    }

    /// Whether both hold the same, each as often.
    pub(super) fn equals(mut self, mut other: Self) -> bool {
        self.0.sort_unstable();
        other.0.sort_unstable();
        self.0 == other.0
    }

    /// Whether the other holds all that this one does, each at least as often.
    pub(super) fn within(mut self, mut other: Self) -> bool {
        self.0.sort_unstable();
        other.0.sort_unstable();
        let mut others = other.0.iter();
        self.0.iter().all(|one| others.any(|other| one == other))
    }
}

/// The canonical spelling of a value.
pub(super) fn spelling(value: Value<'_>) -> String {
    let mut spelling = String::new();
    canonical(value, &mut spelling);
    spelling
}
