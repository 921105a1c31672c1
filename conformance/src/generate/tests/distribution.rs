//! How often each malformation and each requirement is reached, printed and held.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use super::{generators, scenes, truth};
use crate::case::{Expectation, Level, Profile};
use crate::generate::malformation::{INNER_BREAKS, OUTER_BREAKS, PERHAPS, STRINGS, WRAPPINGS};
use crate::generate::{Choices, Draft, Json, Seeded, Spelling};

/// Scenes of each generator.
const COUNT: u64 = 600;

/// Counts by what is counted (malformations, outcomes, requirements), by profile, and by name.
type Counts = BTreeMap<(&'static str, &'static str, String), u64>;

/// They are counted once for all tests, and what each case says is right is checked on the way: making the scenes is what
/// takes the time.
pub(super) static COUNTS: LazyLock<Counts> = LazyLock::new(counts);

fn counts() -> Counts {
    let mut counts = Counts::new();
    // The faults of a contract are counted by a test of their own.
    for (name, profile, generate) in generators().filter(|(name, ..)| *name != "contract") {
        for case in scenes(name, generate, profile, COUNT).flat_map(|scene| scene.cases) {
            truth::check(&case);
            let mut count = |what, of: &str| {
                *counts
                    .entry((what, profile.name(), of.to_owned()))
                    .or_default() += 1;
            };
            let classes = case.class.split('+').filter(|class| !class.is_empty());
            classes.for_each(|class| count("malformation", class));
            case.requirements
                .iter()
                .for_each(|id| count("requirement", id));
            let outcome = match (&case.expect, case.level()) {
                (Expectation::Accepted(_), Level::Must) => "accepted",
                (Expectation::Accepted(_), Level::May) => "accepted or rejected",
                (Expectation::Rejected(_) | Expectation::Refused, _) => "rejected",
                (Expectation::Repair(_), _) => "repair",
                (Expectation::Steps | Expectation::Run(_), _) => "led",
                (Expectation::Guard(due), _) => due.verdict.verdict().name(),
            };
            count("outcome", &format!("{name}: {outcome}"));
        }
    }
    counts
}

fn table(counts: &Counts) -> String {
    let mut table = format!(
        "How often {COUNT} scenes of each generator reach what, with seed 1. Held by a test of `generate/`;\n\
         renewed by `UPDATE_DISTRIBUTION=1 cargo test -p recovery-conformance distribution`.\n"
    );
    let mut heading = None;
    for ((what, profile, of), count) in counts {
        if heading != Some((what, profile)) {
            writeln!(table, "\n{what}, profile {profile}").unwrap();
            heading = Some((what, profile));
        }
        writeln!(table, "{count:>8}  {of}").unwrap();
    }
    table
}

#[test]
fn the_distribution_is_the_committed_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generate/distribution.txt");
    let table = table(&COUNTS);
    print!("{table}");
    if std::env::var_os("UPDATE_DISTRIBUTION").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), table);
}

#[test]
fn every_requirement_of_profile_parse_is_reached() {
    for id in [
        "PAR-1", "PAR-2", "PAR-3", "PAR-4", "PAR-5", "PAR-6", "PAR-7", "PAR-8", "FEN-1", "FEN-2",
        "FEN-3", "DEC-1", "DEC-3", "NRM-2", "NRM-3", "LIM-4",
    ] {
        let count = COUNTS.get(&("requirement", "parse", id.to_owned()));
        assert!(count.is_some_and(|count| *count >= 20), "{id}: {count:?}");
    }
}

#[test]
fn scenes_reach_every_malformation_that_there_is() {
    let all = [&INNER_BREAKS[..], &OUTER_BREAKS, &PERHAPS, &STRINGS].concat();
    let all = all.iter().chain(WRAPPINGS.into_iter().flatten());
    for (family, malformation) in all.enumerate() {
        for number in 0..500 {
            let mut source = Seeded::new(4, "family", family as u64 * 1_000 + number);
            let mut choices = Choices::new(&mut source, number);
            let spelled = Spelling::PLAIN.spell(&Json::object([("a", Json::Null)]));
            let mut draft = Draft::accepted(spelled, r#"{"a":null}"#.to_owned());
            malformation(&mut draft, Profile::Parse, &mut choices);
            assert!(!draft.malformations.is_empty());
            for name in draft.malformations {
                let count = COUNTS.get(&("malformation", "parse", name.to_owned()));
                assert!(count.is_some_and(|count| *count >= 5), "{name}: {count:?}");
            }
        }
    }
}
