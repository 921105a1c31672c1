//! What an implementation decides on every array of the small worlds.

use std::collections::BTreeMap;

use super::vocabulary::{Vocabulary, WORLDS};
use crate::case::{Case, Category};
use crate::implementation::Launch;
use crate::protocol::{Answer, Reply};
use crate::runner::{self, HandshakeError, Options};
use recovery_reports::Verdict;

/// The decisions on the arrays of both worlds.
#[derive(Debug, Default)]
pub struct Decided {
    /// The sign of each decision, by world and array.
    signs: BTreeMap<(&'static str, Vec<&'static str>), char>,
    /// The arrays that were decided wrongly: the world, the array, the verdict.
    pub wrong: Vec<(&'static str, String, Verdict)>,
}

impl Decided {
    /// The sign of the decision on an array: one of those in the table's legend.
    #[must_use]
    pub(super) fn sign(&self, world: &Vocabulary, array: &[&'static str]) -> char {
        let sign = self.signs.get(&(world.name, array.to_vec()));
        sign.copied().unwrap_or('?')
    }
}

/// Asks an implementation for its decision on every array.
///
/// # Errors
/// [`HandshakeError`] if it does not come up.
pub fn decide(launcher: &dyn Launch) -> Result<Decided, HandshakeError> {
    let arrays: Vec<_> = WORLDS.iter().flat_map(arrays_of).collect();
    let cases: Vec<_> = arrays
        .iter()
        .map(|(world, array)| world.case(array))
        .collect();
    let contracts = WORLDS
        .iter()
        .map(|world| (world.name.to_owned(), world.contract()))
        .collect();
    let asked: Vec<&Case> = cases.iter().collect();
    let options = Options {
        keep_replies: true,
        ..Options::default()
    };
    let run = runner::run(launcher, &asked, &contracts, &options)?;
    let mut decided = Decided::default();
    for ((world, array), (_, decision)) in arrays.into_iter().zip(&run.results) {
        let reply = decision
            .as_ref()
            .and_then(|decision| decision.reply.as_deref());
        let verdict = decision.as_ref().map(|decision| decision.verdict);
        if let Some(verdict) = verdict.filter(|verdict| *verdict != Verdict::Pass) {
            decided.wrong.push((world.name, array.join(","), verdict));
        }
        let sign = reply.map_or('?', sign);
        decided.signs.insert((world.name, array), sign);
    }
    Ok(decided)
}

/// Every array that is asked for.
fn arrays_of(world: &'static Vocabulary) -> Vec<(&'static Vocabulary, Vec<&'static str>)> {
    let labelled = world.labelled().into_iter().flat_map(|(_, arrays)| arrays);
    let all = world.arrays().into_iter().chain(labelled);
    all.map(|array| (world, array)).collect()
}

fn sign(reply: &str) -> char {
    match Reply::read(reply).map(|reply| reply.answer) {
        Ok(Answer::Accepted { rules, .. }) if rules.as_ref().is_some_and(|all| !all.is_empty()) => {
            'F'
        }
        Ok(Answer::Accepted { .. }) => 'A',
        Ok(Answer::Rejected { reason, .. }) => match Category::of_reason(&reason) {
            Some(Category::Schema | Category::Tool) => '.',
            _ => 'o',
        },
        Ok(Answer::Repair { .. }) => 'R',
        Ok(_) | Err(_) => '?',
    }
}
