//! Asks scenes, and what was asked afterwards in another process, and says what each of them came to.

use std::collections::BTreeMap;

use super::failure::{Came, heard, of_violation, worst};
use super::property::Property;
use crate::case::Case;
use crate::generate::Scene;
use crate::runner::Decision;

/// Which of the two processes is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    /// The one that is asked first.
    First,
    /// Another one, started after the first was ended.
    Again,
}

/// Asks cases under contracts and gives what each came to; none for one that the run did not come to.
pub(super) type Ask<'a> =
    dyn FnMut(Round, &[&Case], &BTreeMap<String, String>) -> Vec<Option<Decision>> + 'a;

/// What a scene came to, with every case that was asked.
pub(super) struct Tried {
    pub(super) came: Came,
    pub(super) asked: Vec<(Case, Option<Decision>)>,
}

/// Asks scenes of a property, each by its number.
pub(super) fn try_all(
    property: Property,
    scenes: &[(u64, Scene)],
    ask: &mut Ask<'_>,
) -> Vec<Tried> {
    let contracts: BTreeMap<String, String> = scenes
        .iter()
        .flat_map(|(_, scene)| scene.contracts.clone())
        .collect();
    let first = ask_each(
        Round::First,
        scenes.iter().map(|(_, scene)| &*scene.cases),
        &contracts,
        ask,
    );
    let mut again_cases: Vec<Vec<Case>> = scenes
        .iter()
        .zip(&first)
        .map(|((number, scene), decisions)| {
            if worst(decisions, scene, 0).is_some() {
                return Vec::new();
            }
            let mut cases = heard(decisions)
                .map(|heard| property.invariant.again(scene, &heard))
                .unwrap_or_default();
            property.place_again(&mut cases, *number);
            cases
        })
        .collect();
    let mut again = ask_each(
        Round::Again,
        again_cases.iter().rev().map(|cases| &**cases),
        &contracts,
        ask,
    );
    again.reverse();
    let came: Vec<_> = scenes
        .iter()
        .zip(first.iter().zip(&again))
        .map(|((_, scene), (first, again))| came_to(property, scene, first, again))
        .collect();
    let owned = |decisions: &[(&Case, Option<Decision>)]| -> Vec<_> {
        decisions
            .iter()
            .map(|(_, decision)| decision.clone())
            .collect()
    };
    let decisions: Vec<_> = first
        .iter()
        .zip(&again)
        .map(|(first, again)| [owned(first), owned(again)].concat())
        .collect();
    let all = scenes.iter().zip(&mut again_cases).zip(decisions).zip(came);
    all.map(|((((_, scene), again), decisions), came)| {
        let cases = scene.cases.iter().cloned().chain(again.drain(..));
        Tried {
            came,
            asked: cases.zip(decisions).collect(),
        }
    })
    .collect()
}

fn came_to(
    property: Property,
    scene: &Scene,
    first: &[(&Case, Option<Decision>)],
    again: &[(&Case, Option<Decision>)],
) -> Came {
    if let Some(came) = worst(first, scene, 0).or_else(|| worst(again, scene, first.len())) {
        return came;
    }
    // A reply that was judged right was read.
    let (Some(first), Some(again)) = (heard(first), heard(again)) else {
        return Came::Undecided { is_sent: true };
    };
    match property.invariant.check(scene, &first, &again) {
        Ok(()) => Came::Pass,
        Err(violation) => of_violation(violation, scene),
    }
}

/// Asks the cases of all scenes in one run and gives each scene its own again.
fn ask_each<'c>(
    round: Round,
    scenes: impl Iterator<Item = &'c [Case]> + Clone,
    contracts: &BTreeMap<String, String>,
    ask: &mut Ask<'_>,
) -> Vec<Vec<(&'c Case, Option<Decision>)>> {
    let cases: Vec<&Case> = scenes.clone().flatten().collect();
    let mut decisions = if cases.is_empty() {
        Vec::new()
    } else {
        ask(round, &cases, contracts)
    }
    .into_iter();
    scenes
        .map(|cases| {
            let take = |case| (case, decisions.next().flatten());
            cases.iter().map(take).collect()
        })
        .collect()
}
