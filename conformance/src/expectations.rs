//! Expectations files: the faults of one implementation that are known, each with a pattern of ids, the verdict that
//! is known and the reason why it stands.
//!
//! A list that no longer fits fails the run: an entry whose cases pass, get another verdict that fails the run, or do
//! not exist.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};

use recovery_reports::{Verdict, lines};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::case::describe;
use crate::pattern::Pattern;

/// The version of the format, which stands in the member `expectations`.
const FORMAT: u32 = 1;

/// The reason that a list made from a run states, since nobody has stated one.
const UNEXPLAINED: &str = "unexplained: say here why this fault stands, or mend it";

/// An expectations file. Unknown fields are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectations {
    #[serde(rename = "expectations")]
    format: u32,
    /// The version of the suite that the list was made for.
    pub suite: String,
    /// The digest of that suite.
    pub suite_sha256: String,
    /// The known faults.
    pub entries: Vec<Entry>,
}

/// A known fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Which cases.
    pub pattern: Pattern,
    /// What they come to.
    #[serde(serialize_with = "verdict_name", deserialize_with = "known_verdict")]
    pub verdict: Verdict,
    /// Why that stands.
    pub reason: String,
}

/// Why a text is no expectations file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExpectationsError {
    /// It is not of that form.
    #[error("this is not the form of an expectations file: {0}")]
    Form(String),
    /// It is of a later format.
    #[error("this is format {0} of an expectations file; this harness knows {FORMAT}")]
    Format(u32),
    /// An entry states no reason.
    #[error("the entry `{0}` states no reason; say why the fault stands")]
    Reason(Pattern),
}

/// An entry that does not fit the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// Its pattern matches no case that there is.
    Unmatched(Pattern),
    /// A case that it matches got another verdict, which fails the run.
    Verdict {
        /// The pattern.
        pattern: Pattern,
        /// The verdict that it lists.
        listed: Verdict,
        /// The first such case.
        case: String,
        /// What that came to.
        got: Verdict,
    },
}

impl Expectations {
    /// Reads an expectations file.
    ///
    /// # Errors
    /// [`ExpectationsError`].
    pub fn read(text: &str) -> Result<Self, ExpectationsError> {
        let read: Self = serde_json::from_str(text)
            .map_err(|error| ExpectationsError::Form(describe(&error)))?;
        if read.format != FORMAT {
            return Err(ExpectationsError::Format(read.format));
        }
        match read
            .entries
            .iter()
            .find(|entry| entry.reason.trim().is_empty())
        {
            Some(entry) => Err(ExpectationsError::Reason(entry.pattern.clone())),
            None => Ok(read),
        }
    }

    /// Makes the list of all faults of a run, sorted by id. `results` are the cases that were judged, `ids` all cases
    /// that there are. What `known` lists keeps its reason, and stays listed for every case that was not judged, so
    /// that a run over some cases renews the list for those alone.
    #[must_use]
    pub fn of_run(
        suite: &str,
        suite_sha256: &str,
        results: &[(&str, Verdict)],
        ids: &[&str],
        known: Option<&Self>,
    ) -> Self {
        let entry = |(id, verdict): &(&str, Verdict)| {
            let known = known.and_then(|known| known.entry(id, *verdict));
            Entry {
                pattern: Pattern::exactly(id),
                verdict: *verdict,
                reason: known.map_or_else(|| UNEXPLAINED.to_owned(), |entry| entry.reason.clone()),
            }
        };
        let judged: BTreeSet<&str> = results.iter().map(|(id, _)| *id).collect();
        let kept = known
            .into_iter()
            .flat_map(|known| &known.entries)
            .flat_map(|entry| entry.left(ids, &judged));
        let faults = results
            .iter()
            .filter(|(_, verdict)| verdict.fails_by_default());
        let mut entries: Vec<_> = faults.map(entry).chain(kept).collect();
        entries.sort_by(|one, other| one.pattern.cmp(&other.pattern));
        entries.dedup_by(|one, other| one.pattern == other.pattern && one.verdict == other.verdict);
        Self {
            format: FORMAT,
            suite: suite.to_owned(),
            suite_sha256: suite_sha256.to_owned(),
            entries,
        }
    }

    /// What a verdict is in the light of the list: `known` if the case is listed with it, `fixed` if the case is
    /// listed and passes, else what it is.
    #[must_use]
    pub fn settle(&self, id: &str, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Pass if self.entries.iter().any(|entry| entry.pattern.matches(id)) => {
                Verdict::Fixed
            }
            _ if self.entry(id, verdict).is_some() => Verdict::Known,
            _ => verdict,
        }
    }

    /// The entries that do not fit, in the order of the list. `ids` are all cases that there are, `results` those of
    /// the run with their verdicts before [`Self::settle`]. Another verdict than the listed one counts only if it is
    /// among `fail_on`: what fails no run without a list fails none with one.
    #[must_use]
    pub fn misfits(
        &self,
        ids: &[&str],
        results: &[(&str, Verdict)],
        fail_on: &[Verdict],
    ) -> Vec<Misfit> {
        let misfit = |entry: &Entry| {
            let pattern = entry.pattern.clone();
            // Whether a fault is found among what is generated depends on the seed.
            let is_generated = pattern.to_string().starts_with("generated/");
            if !is_generated && !ids.iter().any(|id| pattern.matches(id)) {
                return Some(Misfit::Unmatched(pattern));
            }
            let mut unlike = results.iter().filter(|(id, verdict)| {
                fail_on.contains(verdict)
                    && pattern.matches(id)
                    && self.entry(id, *verdict).is_none()
            });
            let (case, got) = unlike.next()?;
            Some(Misfit::Verdict {
                pattern,
                listed: entry.verdict,
                case: (*case).to_owned(),
                got: *got,
            })
        };
        self.entries.iter().filter_map(misfit).collect()
    }

    /// Writes the list, an entry a line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        lines::write(to, self)
    }

    fn entry(&self, id: &str, verdict: Verdict) -> Option<&Entry> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.verdict == verdict && entry.pattern.matches(id))
    }
}

impl Entry {
    /// What is left of the entry once the judged cases have been taken out: the entry itself if none of them is its,
    /// else an entry for each of its other cases.
    fn left(&self, ids: &[&str], judged: &BTreeSet<&str>) -> Vec<Self> {
        let (gone, left): (Vec<&str>, Vec<&str>) = ids
            .iter()
            .filter(|id| self.pattern.matches(id))
            .partition(|id| judged.contains(*id));
        if gone.is_empty() {
            return vec![self.clone()];
        }
        let exactly = |id| Self {
            pattern: Pattern::exactly(id),
            ..self.clone()
        };
        left.into_iter().map(exactly).collect()
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unmatched(pattern) => write!(f, "the expectation `{pattern}` matches no case"),
            Self::Verdict {
                pattern,
                listed,
                case,
                got,
            } => write!(
                f,
                "the expectation `{pattern}` lists {listed}, but {case} is {got}"
            ),
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde asks for"
)]
fn verdict_name<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    verdict.serialize(serializer)
}

/// A verdict that a fault can have. Listing a pass, a skip or what only a list brings about means nothing.
fn known_verdict<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Verdict, D::Error> {
    let verdict = Verdict::deserialize(deserializer)?;
    if verdict.fails_by_default() && verdict != Verdict::Fixed {
        Ok(verdict)
    } else {
        Err(serde::de::Error::custom(format_args!(
            "`{verdict}` is no fault that can be known"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[(&str, Verdict)]) -> Expectations {
        Expectations {
            format: FORMAT,
            suite: "1.0".into(),
            suite_sha256: "0".into(),
            entries: entries
                .iter()
                .map(|(pattern, verdict)| Entry {
                    pattern: pattern.parse().unwrap(),
                    verdict: *verdict,
                    reason: "so it is".into(),
                })
                .collect(),
        }
    }

    #[test]
    fn a_listed_fault_is_known_a_listed_pass_is_fixed_and_the_rest_stays() {
        let list = list(&[("fence/*", Verdict::Refusal), ("fence/x", Verdict::Hang)]);
        for (id, verdict, settled) in [
            ("fence/a", Verdict::Refusal, Verdict::Known),
            ("fence/a", Verdict::Pass, Verdict::Fixed),
            ("fence/a", Verdict::Corruption, Verdict::Corruption),
            ("fence/x", Verdict::Hang, Verdict::Known),
            ("fence/x", Verdict::Refusal, Verdict::Known),
            ("fence/a", Verdict::Skip, Verdict::Skip),
            ("other/a", Verdict::Pass, Verdict::Pass),
            ("other/a", Verdict::Refusal, Verdict::Refusal),
        ] {
            assert_eq!(list.settle(id, verdict), settled, "{id} {verdict}");
        }
    }

    #[test]
    fn an_entry_that_fits_nothing_or_something_else_is_found() {
        let list = list(&[
            ("fence/*", Verdict::Refusal),
            ("typo/*", Verdict::Refusal),
            ("late/*", Verdict::Hang),
            ("generated/parse/*", Verdict::Hang),
        ]);
        let ids = ["fence/a", "fence/b", "late/a"];
        let results = [
            ("fence/a", Verdict::Refusal),
            ("fence/b", Verdict::Imprecise),
        ];
        let fail_on = [Verdict::Refusal, Verdict::Imprecise];
        let misfits = list.misfits(&ids, &results, &fail_on);
        assert_eq!(
            misfits.len(),
            2,
            "a case that was not run says nothing: {misfits:?}"
        );
        assert_eq!(
            misfits[0].to_string(),
            "the expectation `fence/*` lists refusal, but fence/b is imprecise"
        );
        assert_eq!(
            misfits[1].to_string(),
            "the expectation `typo/*` matches no case"
        );
    }

    #[test]
    fn what_fails_no_run_is_no_misfit() {
        let list = list(&[("a/*", Verdict::Refusal)]);
        let misfits = |verdict, fail_on: &[Verdict]| {
            list.misfits(&["a/x"], &[("a/x", verdict)], fail_on).len()
        };
        let by_default: Vec<_> = Verdict::ALL
            .into_iter()
            .filter(|verdict| verdict.fails_by_default())
            .collect();
        assert_eq!(misfits(Verdict::Skip, &by_default), 0);
        assert_eq!(misfits(Verdict::Pass, &by_default), 0);
        assert_eq!(misfits(Verdict::Imprecise, &by_default), 1);
        assert_eq!(misfits(Verdict::Imprecise, &[Verdict::Corruption]), 0);
    }

    #[test]
    fn a_list_made_from_a_run_fits_that_run_and_keeps_known_reasons() {
        let known = list(&[("b/*", Verdict::Hang)]);
        let results = [
            ("b/x", Verdict::Hang),
            ("a/x", Verdict::Corruption),
            ("c/x", Verdict::Pass),
        ];
        let ids = ["a/x", "b/x", "c/x"];
        let made = Expectations::of_run("1.0", "00", &results, &ids, Some(&known));
        let mut file = Vec::new();
        made.write(&mut file).unwrap();
        let read = Expectations::read(str::from_utf8(&file).unwrap()).unwrap();
        assert_eq!(read, made);
        let fail_on = [Verdict::Hang, Verdict::Corruption];
        assert_eq!(read.misfits(&ids, &results, &fail_on), []);
        let reasons: Vec<_> = read
            .entries
            .iter()
            .map(|entry| entry.reason.as_str())
            .collect();
        assert_eq!(reasons, [UNEXPLAINED, "so it is"]);
    }

    #[test]
    fn a_list_made_from_some_cases_keeps_what_it_says_of_the_others() {
        let known = list(&[
            ("a/*", Verdict::Refusal),
            ("b/*", Verdict::Hang),
            ("c/x", Verdict::Refusal),
            ("own/x", Verdict::Crash),
        ]);
        let ids = ["a/x", "a/y", "a/z", "b/x", "b/y", "c/x"];
        let results = [
            ("a/x", Verdict::Pass),
            ("a/y", Verdict::Corruption),
            ("c/x", Verdict::Pass),
        ];
        let made = Expectations::of_run("1.0", "00", &results, &ids, Some(&known));
        let entries: Vec<_> = made
            .entries
            .iter()
            .map(|entry| {
                let is_known = entry.reason != UNEXPLAINED;
                (entry.pattern.to_string(), entry.verdict, is_known)
            })
            .collect();
        assert_eq!(
            entries,
            [
                ("a/y".to_owned(), Verdict::Corruption, false),
                ("a/z".to_owned(), Verdict::Refusal, true),
                ("b/*".to_owned(), Verdict::Hang, true),
                ("own/x".to_owned(), Verdict::Crash, true),
            ]
        );
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let file = |entry: &str| {
            format!(r#"{{"expectations":1,"suite":"1.0","suite_sha256":"0","entries":[{entry}]}}"#)
        };
        assert!(
            Expectations::read(&file(r#"{"pattern":"a/*","verdict":"hang","reason":"r"}"#)).is_ok()
        );
        for entry in [
            r#"{"pattern":"a/*","verdict":"hang","reason":" "}"#,
            r#"{"pattern":"a/*","verdict":"pass","reason":"r"}"#,
            r#"{"pattern":"a/*","verdict":"odd","reason":"r"}"#,
            r#"{"pattern":"","verdict":"hang","reason":"r"}"#,
            r#"{"pattern":"a/*","verdict":"hang","reason":"r","x":1}"#,
            r#"{"pattern":"a/*","verdict":"hang"}"#,
        ] {
            assert!(Expectations::read(&file(entry)).is_err(), "{entry}");
        }
        let later = file("").replace("\"expectations\":1", "\"expectations\":2");
        assert_eq!(
            Expectations::read(&later),
            Err(ExpectationsError::Format(2))
        );
    }
}
