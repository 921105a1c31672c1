//! What a run of cargo-mutants came to, and the committed list of mutants that change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use thiserror::Error;

/// What stands between a mutant and its reason.
const SEPARATOR: &str = " — ";

/// The mutants that may be missed, each with the reason why it changes nothing.
#[derive(Debug, PartialEq, Eq)]
pub struct Survivors(BTreeMap<String, String>);

/// A line of the list that says too little.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum ListError {
    /// No reason stands on it.
    #[error("line {0} has no reason: write `MUTANT — REASON`")]
    NoReason(usize),
    /// It names a mutant that an earlier line names.
    #[error("line {0} names a mutant again: write one line")]
    Twice(usize),
}

/// What a run came to, by the names that cargo-mutants gives, without line numbers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    caught: usize,
    missed: BTreeSet<String>,
    /// How many were missed; several may have one name.
    missed_count: usize,
    unviable: usize,
    timeout: usize,
}

/// How a run and the list differ.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// A mutant was missed that the list does not name.
    #[error("missed, and not in the list of survivors: {0}")]
    Unlisted(String),
    /// The list names a mutant that was not missed.
    #[error("in the list of survivors, and not missed; remove it: {0}")]
    Stale(String),
}

impl Survivors {
    /// Reads the list: one mutant and its reason a line, ` — ` or a tab between them; `#` begins a comment.
    ///
    /// # Errors
    /// [`ListError`] for the first line that says too little.
    pub fn read(text: &str) -> Result<Self, ListError> {
        let mut survivors = BTreeMap::new();
        let lines = text.lines().zip(1..);
        for (line, number) in
            lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let parts = line.split_once(SEPARATOR).or_else(|| line.split_once('\t'));
            let (mutant, reason) = parts.ok_or(ListError::NoReason(number))?;
            if reason.trim().is_empty() {
                return Err(ListError::NoReason(number));
            }
            let reason = reason.trim().to_owned();
            if survivors.insert(mutant.trim().to_owned(), reason).is_some() {
                return Err(ListError::Twice(number));
            }
        }
        Ok(Self(survivors))
    }

    /// How a run differs from the list. Only a run over all mutants can tell what is listed in vain.
    #[must_use]
    pub fn faults(&self, outcomes: &Outcomes, is_whole: bool) -> Vec<Fault> {
        let is_unlisted = |name: &&String| !self.0.contains_key(*name);
        let unlisted = outcomes
            .missed
            .iter()
            .filter(is_unlisted)
            .cloned()
            .map(Fault::Unlisted);
        let is_stale = |name: &&String| is_whole && !outcomes.missed.contains(*name);
        let stale = self.0.keys().filter(is_stale).cloned().map(Fault::Stale);
        unlisted.chain(stale).collect()
    }
}

impl Outcomes {
    /// Reads the four lists that cargo-mutants writes, one mutant a line.
    #[must_use]
    pub fn new(caught: &str, missed: &str, unviable: &str, timeout: &str) -> Self {
        let count = |list: &str| list.lines().filter(|line| !line.trim().is_empty()).count();
        let missed_lines = missed.lines().filter(|line| !line.trim().is_empty());
        Self {
            caught: count(caught),
            missed: missed_lines.map(without_line_number).collect(),
            missed_count: count(missed),
            unviable: count(unviable),
            timeout: count(timeout),
        }
    }

    /// How many of the viable mutants were found, in tenths of a percent; a timeout is one that was.
    fn found_per_mille(&self) -> usize {
        let found = self.caught + self.timeout;
        let viable = found + self.missed_count;
        (found * 1000).checked_div(viable).unwrap_or(0)
    }
}

impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, caught) = (self.found_per_mille(), self.caught);
        let (missed, unviable, timeout) = (self.missed_count, self.unviable, self.timeout);
        write!(
            f,
            "{caught} caught, {missed} missed, {unviable} unviable, {timeout} timeout: {}.{} % of the viable ones found",
            found / 10,
            found % 10
        )
    }
}

/// `file.rs:12:3: replace …` as `file.rs: replace …`, so that the list outlives an edit above the line.
fn without_line_number(name: &str) -> String {
    let Some((place, what)) = name.trim().split_once(": ") else {
        return name.trim().to_owned();
    };
    let file = place.split(':').next().unwrap_or(place);
    format!("{file}: {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_and_each_survivor_has_a_reason() {
        let list =
            Survivors::read("# why\n\na.rs: replace x — the same\nb.rs: y\tnever read\n").unwrap();
        assert_eq!(list.0["a.rs: replace x"], "the same");
        assert_eq!(list.0["b.rs: y"], "never read");
        assert_eq!(Survivors::read("a.rs: x"), Err(ListError::NoReason(1)));
        assert_eq!(
            Survivors::read("#\na.rs: x — "),
            Err(ListError::NoReason(2))
        );
        assert_eq!(Survivors::read("a — b\na — c"), Err(ListError::Twice(2)));
    }

    #[test]
    fn a_run_is_held_against_the_list_without_line_numbers() {
        let list =
            Survivors::read("src/a.rs: replace + with - in f — the same\nsrc/b.rs: gone — no more")
                .unwrap();
        let outcomes = Outcomes::new(
            "1\n2\n3\n",
            "src/a.rs:3:9: replace + with - in f\nsrc/c.rs:1:2: new\n",
            "u\n",
            "t\n",
        );
        assert_eq!(
            outcomes.to_string(),
            "3 caught, 2 missed, 1 unviable, 1 timeout: 66.6 % of the viable ones found"
        );
        let unlisted = Fault::Unlisted("src/c.rs: new".to_owned());
        assert_eq!(
            list.faults(&outcomes, false),
            std::slice::from_ref(&unlisted)
        );
        let stale = Fault::Stale("src/b.rs: gone".to_owned());
        assert_eq!(list.faults(&outcomes, true), [unlisted, stale]);
    }
}
