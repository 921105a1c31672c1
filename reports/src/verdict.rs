//! The verdicts that a case can get, and how often each was given.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// What one case came to.
///
/// The order is that of precedence: where more than one holds, the case gets the one that stands first here.
/// `Skip`, `Known` and `Fixed` stand outside of it: they say how a run takes a case, not what the reply was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The process ended.
    Crash,
    /// No reply came in time.
    Hang,
    /// A reply was no protocol message, or answered nothing that was asked.
    Garbage,
    /// Text of the response stood where none may stand.
    Leak,
    /// A wrong value was accepted, or anything was accepted that had to be rejected.
    Corruption,
    /// Accepted where rejection was due, with exactly the one value that the text can mean.
    Lenient,
    /// Rejected where acceptance was due.
    Refusal,
    /// The right outcome with the wrong rules, path or category.
    Imprecise,
    /// Right.
    Pass,
    /// Not judged: the implementation does not claim to do this.
    Skip,
    /// Listed in the expectations file with the verdict that it got.
    Known,
    /// Listed in the expectations file, but passed.
    Fixed,
}

impl Verdict {
    /// Every verdict, in the order in which reports list them: what harms most comes first.
    pub const ALL: [Self; 12] = [
        Self::Corruption,
        Self::Leak,
        Self::Crash,
        Self::Hang,
        Self::Garbage,
        Self::Lenient,
        Self::Refusal,
        Self::Imprecise,
        Self::Fixed,
        Self::Known,
        Self::Skip,
        Self::Pass,
    ];

    /// The name that stands in reports, lists and flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Garbage => "garbage",
            Self::Leak => "leak",
            Self::Corruption => "corruption",
            Self::Lenient => "lenient",
            Self::Refusal => "refusal",
            Self::Imprecise => "imprecise",
            Self::Pass => "pass",
            Self::Skip => "skip",
            Self::Known => "known",
            Self::Fixed => "fixed",
        }
    }

    /// The verdict of a name; none if there is no such verdict.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == name)
    }

    /// Whether a run with this verdict fails unless its user narrows what makes it fail.
    #[must_use]
    pub fn fails_by_default(self) -> bool {
        !matches!(self, Self::Pass | Self::Skip | Self::Known)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How often each verdict was given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    missing_docs,
    reason = "each field counts the verdict that it is named for"
)]
pub struct Tally {
    pub pass: u64,
    pub corruption: u64,
    pub lenient: u64,
    pub refusal: u64,
    pub imprecise: u64,
    pub leak: u64,
    pub hang: u64,
    pub crash: u64,
    pub garbage: u64,
    pub skip: u64,
    pub known: u64,
    pub fixed: u64,
}

impl Tally {
    /// Counts one more of a verdict.
    pub fn add(&mut self, verdict: Verdict) {
        self.add_many(verdict, 1);
    }

    /// Counts so many more of a verdict.
    pub fn add_many(&mut self, verdict: Verdict, count: u64) {
        *self.slot(verdict) += count;
    }

    /// How often a verdict was given.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> u64 {
        match verdict {
            Verdict::Crash => self.crash,
            Verdict::Hang => self.hang,
            Verdict::Garbage => self.garbage,
            Verdict::Leak => self.leak,
            Verdict::Corruption => self.corruption,
            Verdict::Lenient => self.lenient,
            Verdict::Refusal => self.refusal,
            Verdict::Imprecise => self.imprecise,
            Verdict::Pass => self.pass,
            Verdict::Skip => self.skip,
            Verdict::Known => self.known,
            Verdict::Fixed => self.fixed,
        }
    }

    /// How many verdicts were given in all.
    #[must_use]
    pub fn sum(&self) -> u64 {
        Verdict::ALL
            .into_iter()
            .map(|verdict| self.count(verdict))
            .sum()
    }

    fn slot(&mut self, verdict: Verdict) -> &mut u64 {
        match verdict {
            Verdict::Crash => &mut self.crash,
            Verdict::Hang => &mut self.hang,
            Verdict::Garbage => &mut self.garbage,
            Verdict::Leak => &mut self.leak,
            Verdict::Corruption => &mut self.corruption,
            Verdict::Lenient => &mut self.lenient,
            Verdict::Refusal => &mut self.refusal,
            Verdict::Imprecise => &mut self.imprecise,
            Verdict::Pass => &mut self.pass,
            Verdict::Skip => &mut self.skip,
            Verdict::Known => &mut self.known,
            Verdict::Fixed => &mut self.fixed,
        }
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        for verdict in Verdict::ALL {
            self.add_many(verdict, other.count(verdict));
        }
    }
}

impl FromIterator<Verdict> for Tally {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Self {
        let mut tally = Self::default();
        for verdict in verdicts {
            tally.add(verdict);
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_listed_counted_and_named_once() {
        let tally: Tally = Verdict::ALL.into_iter().collect();
        for verdict in Verdict::ALL {
            assert_eq!(tally.count(verdict), 1, "{verdict}");
            assert_eq!(Verdict::of_name(verdict.name()), Some(verdict));
            let json = serde_json::to_string(&verdict).unwrap();
            assert_eq!(json, format!("\"{verdict}\""));
        }
        assert_eq!(tally.sum(), 12);
    }
}
