//! How often each malformation and each requirement is reached, printed and held.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::{GENERATORS, scenes};
use crate::case::{Expectation, Level, Profile};

/// Scenes of each generator.
const COUNT: u64 = 1_000;

/// Counts by profile: those of malformations, of requirements and of outcomes.
type Counts = BTreeMap<(&'static str, Profile2, String), u64>;

/// A profile that can be sorted.
type Profile2 = &'static str;

fn counts() -> Counts {
    let mut counts = Counts::new();
    for profile in Profile::ALL {
        for (name, generate) in GENERATORS {
            for case in scenes(name, generate, profile, COUNT).flat_map(|scene| scene.cases) {
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
                };
                count("outcome", &format!("{name}: {outcome}"));
            }
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
    let table = table(&counts());
    print!("{table}");
    if std::env::var_os("UPDATE_DISTRIBUTION").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), table);
}

#[test]
fn every_requirement_of_profile_parse_is_reached() {
    let counts = counts();
    for id in [
        "PAR-1", "PAR-2", "PAR-3", "PAR-4", "PAR-5", "PAR-6", "PAR-7", "PAR-8", "FEN-1", "FEN-2",
        "FEN-3", "DEC-1", "DEC-3", "NRM-2", "NRM-3", "LIM-4",
    ] {
        let count = counts.get(&("requirement", "parse", id.to_owned()));
        assert!(count.is_some_and(|count| *count >= 20), "{id}: {count:?}");
    }
}
