//! What malformed answers come to cost in all: an estimate by formula, from measured requests and stated assumptions.
//!
//! Nothing is drawn by chance. A round is one regular call and, where one is due, one second request; rounds follow until
//! an answer is accepted. As they do not depend on each other, what an accepted answer costs is the mean cost of a round
//! by the share of the rounds that end with one.

mod page;
mod plot;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::lines;
use crate::reask::{OWN, Reasks, Sent, as_float, median};

pub use page::{page, table};
pub use plot::plot;

/// The version of the format, which stands in the member `costs`.
pub const FORMAT: u32 = 1;

/// The name of the way that sends the regular call again, whatever was wrong with the answer.
pub const RETRY: &str = "full retry";

/// The fixture whose figures are told in tokens.
pub const SHOWN: &str = "flagship";

/// What the estimate rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumptions {
    /// The share of the answers to regular calls that are malformed, from 0 to below 1.
    pub malformed: f64,
    /// The share of the answers to second requests that are accepted, from 0 to 1; the same for every way.
    pub repaired: f64,
    /// What a token of an answer costs, in tokens of a prompt.
    pub answer_weight: f64,
    /// The malformations by class.
    pub classes: BTreeMap<String, Class>,
}

/// A class of malformations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// How often it is met, beside the other classes.
    pub weight: f64,
    /// The share of it that a rule settles without a call.
    pub by_rule: f64,
    /// The share of it that a repair call is made for. The rest is rejected.
    pub by_repair: f64,
}

/// What becomes of malformed answers, as shares of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    /// Settled without a call.
    pub by_rule: f64,
    /// Followed by a second request.
    pub asked: f64,
}

/// The estimate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// The version of this format: [`FORMAT`].
    pub costs: u32,
    /// What it rests on.
    pub assumptions: Assumptions,
    /// What accepted answers cost, by the name of the way.
    pub ways: BTreeMap<String, Cost>,
}

/// What an accepted answer costs by one way, in tokens of `o200k_base`, rounded to one digit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Of [`SHOWN`]: a regular call whose answer is right at once.
    pub clean: f64,
    /// Of [`SHOWN`]: what is to be expected.
    pub expected: f64,
    /// What malformed answers add to a clean call, in hundredths of it: the median over the fixtures.
    pub added_percent: f64,
}

impl Assumptions {
    /// What the policy does with malformed answers.
    #[must_use]
    pub fn mix(&self) -> Mix {
        let all: f64 = self.classes.values().map(|class| class.weight).sum();
        let share = |of: fn(&Class) -> f64| {
            let met = self.classes.values().map(|class| class.weight * of(class));
            if all > 0.0 {
                met.sum::<f64>() / all
            } else {
                0.0
            }
        };
        Mix {
            by_rule: share(|class| class.by_rule),
            asked: share(|class| class.by_repair),
        }
    }
}

impl Costs {
    /// Computes the estimate.
    #[must_use]
    pub fn of(reasks: &Reasks, assumptions: &Assumptions) -> Self {
        let mix = assumptions.mix();
        let ways = ways(reasks).map(|way| {
            let cost = |fixture: &str| way.cost(reasks, fixture, assumptions, mix);
            let shown = cost(SHOWN).unwrap_or_default();
            let fixtures = reasks.results.keys();
            let added = fixtures.filter_map(|fixture| cost(fixture));
            let mut added: Vec<f64> = added
                .map(|(clean, expected)| 100.0 * (expected - clean) / clean)
                .collect();
            added.sort_by(f64::total_cmp);
            let cost = Cost {
                clean: rounded(shown.0),
                expected: rounded(shown.1),
                added_percent: rounded(median(&added)),
            };
            (way.name.to_owned(), cost)
        });
        Self {
            costs: FORMAT,
            assumptions: assumptions.clone(),
            ways: ways.collect(),
        }
    }

    /// Writes the estimate as JSON.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        lines::write(to, self)
    }
}

/// A way through malformed answers.
#[derive(Clone, Copy)]
struct Way<'r> {
    name: &'r str,
    /// What it sends; nothing for the full retry, which sends what the policy's own way sends first.
    sent: Option<&'r BTreeMap<String, Sent>>,
}

/// All ways: the policy's own, the full retry, and the others by name.
fn ways(reasks: &Reasks) -> impl Iterator<Item = Way<'_>> {
    let retry = Way {
        name: RETRY,
        sent: None,
    };
    let mut measured = reasks.in_order().map(|(name, way)| Way {
        name,
        sent: Some(&way.fixtures),
    });
    let own = measured.next();
    own.into_iter().chain([retry]).chain(measured)
}

impl Way<'_> {
    /// What a clean call costs and what is to be expected; none where the way cannot make the call, or takes the
    /// malformed answer.
    fn cost(
        self,
        reasks: &Reasks,
        fixture: &str,
        assumptions: &Assumptions,
        mix: Mix,
    ) -> Option<(f64, f64)> {
        let own = || reasks.ways.get(OWN).map(|own| &own.fixtures);
        let sent = self.sent.or_else(own)?.get(fixture)?;
        if sent.has_taken_the_first() {
            // What a wrong answer costs is not counted in tokens.
            return None;
        }
        let answer = |tokens: u64| assumptions.answer_weight * as_float(tokens);
        let result = reasks.results.get(fixture)?;
        let clean = as_float(sent.first?.o200k_base) + answer(result.o200k_base);
        // In favour of the others: what a rule settles here costs them no request either.
        let mix = match self.name {
            RETRY => Mix {
                by_rule: 0.0,
                asked: 0.0,
            },
            OWN => mix,
            _ => Mix {
                asked: 1.0 - mix.by_rule,
                ..mix
            },
        };
        let second = sent.reask.zip(sent.answer).filter(|_| self.sent.is_some());
        let second =
            second.map(|(reask, right)| as_float(reask.o200k_base) + answer(right.o200k_base));
        // A library that gives up, with a right second answer or without a second request, begins anew.
        let repaired = if sent.fault.is_none() {
            assumptions.repaired
        } else {
            0.0
        };
        let malformed = assumptions.malformed;
        let round = clean + malformed * mix.asked * second.unwrap_or_default();
        let repaired = if second.is_some() {
            mix.asked * repaired
        } else {
            0.0
        };
        let accepted = 1.0 - malformed + malformed * (mix.by_rule + repaired);
        Some((clean, round / accepted))
    }
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
