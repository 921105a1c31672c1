//! The keywords that compare numbers, constants and patterns: our own, since the library's round
//! numbers to doubles and read patterns in a dialect.

use std::collections::BTreeSet;

use jsonschema::{Keyword, ValidationError, ValidationOptions};
use regex_automata::meta::Regex;
use serde_json::Value as Plain;

use super::assertion::Bound;
use super::pattern::Pattern;
use super::tree::Tree;
use crate::json::{Decimal, Document, Value, same};

/// The name of an `enum` whose values are kept as JSON text.
pub(super) const ENUM: &str = "x-enum";
/// The name of a `pattern` of the portable subset.
pub(super) const PATTERN: &str = "x-pattern";

/// The name of a bound whose number is kept as text.
pub(super) fn of_bound(bound: Bound) -> String {
    format!("x-bound-{}", bound.name())
}

/// Teaches the library these keywords; the value of each is a string.
pub(super) fn teach<R>(
    mut options: ValidationOptions<'_, R, Tree>,
) -> ValidationOptions<'_, R, Tree> {
    options = options
        .with_keyword(ENUM, |_, value, _| check(value, Enum::read))
        .with_keyword(PATTERN, |_, value, _| check(value, Match::read));
    for bound in Bound::ALL {
        options = options.with_keyword(of_bound(bound), move |_, value, _| {
            check(value, |limit| {
                let limit = Decimal::read(limit).into_owned();
                Some(Limit { limit, bound })
            })
        });
    }
    options
}

/// A keyword that holds or does not, for one value.
trait Check: Send + Sync + 'static {
    fn holds(&self, value: Value<'_>) -> bool;
}

/// A check as the library has it. Its error says nothing, so that it holds nothing of a response.
struct Checked<C>(C);

impl<'i, C: Check> Keyword<'i, Tree> for Checked<C> {
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        if self.0.holds(instance) {
            Ok(())
        } else {
            Err(ValidationError::custom(""))
        }
    }

    fn is_valid(&self, instance: Value<'i>) -> bool {
        self.0.holds(instance)
    }
}

fn check<'a, C: Check>(
    value: &'a Plain,
    read: impl Fn(&str) -> Option<C>,
) -> Result<Box<dyn for<'i> Keyword<'i, Tree>>, ValidationError<'a>> {
    match value.as_str().and_then(read) {
        Some(check) => Ok(Box::new(Checked(check))),
        None => Err(ValidationError::custom("")),
    }
}

/// A bound of a number, compared as an exact decimal.
struct Limit {
    limit: Decimal<'static>,
    bound: Bound,
}

impl Check for Limit {
    fn holds(&self, value: Value<'_>) -> bool {
        value
            .as_number()
            .is_none_or(|number| self.bound.holds(Decimal::read(number).compare(&self.limit)))
    }
}

/// The values that are allowed, sorted where they are many of a kind: an answer may ask for each of
/// its own values.
struct Enum {
    strings: BTreeSet<String>,
    /// In rising order. Each is in the range in which comparing tells equal numbers.
    numbers: Vec<Decimal<'static>>,
    /// All of them, as an array.
    values: Document<'static>,
}

impl Enum {
    fn read(text: &str) -> Option<Self> {
        let values = Document::parse(text.to_owned()).ok()?;
        let elements = || values.root().elements();
        let strings = elements().filter_map(|value| Some(value.as_str()?.into_owned()));
        let numbers =
            elements().filter_map(|value| Some(Decimal::read(value.as_number()?).into_owned()));
        let mut numbers: Vec<_> = numbers.collect();
        numbers.sort_unstable_by(Decimal::compare);
        Some(Self {
            strings: strings.collect(),
            numbers,
            values,
        })
    }
}

impl Check for Enum {
    fn holds(&self, value: Value<'_>) -> bool {
        if let Some(text) = value.as_str() {
            return self.strings.contains(&*text);
        }
        if let Some(number) = value.as_number() {
            let number = Decimal::read(number);
            return self
                .numbers
                .binary_search_by(|allowed| allowed.compare(&number))
                .is_ok();
        }
        self.values
            .root()
            .elements()
            .any(|allowed| same(allowed, value))
    }
}

/// A pattern that is found somewhere in a string.
struct Match(Regex);

impl Match {
    fn read(text: &str) -> Option<Self> {
        Pattern::read(text).ok()?.compile().map(Self)
    }
}

impl Check for Match {
    fn holds(&self, value: Value<'_>) -> bool {
        value.as_str().is_none_or(|text| self.0.is_match(&*text))
    }
}
