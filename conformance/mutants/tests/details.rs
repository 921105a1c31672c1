//! The details of the reference's reasons are those that SPEC.md lists, and every one of them is told by some case.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// What no case can tell: the first takes a response of four gigabytes, the second comes with the guard.
const UNTOLD: [&str; 2] = ["limit:too_long", "policy:no_contract"];

/// Where a reply has a reason: an outcome, or a session that is refused.
#[derive(Deserialize)]
struct Told {
    reason: Option<String>,
    error: Option<String>,
}

/// The reasons in the table under `### Reasons`, as `category:detail`; rows that are still planned have none.
fn listed(spec: &str) -> BTreeSet<String> {
    let (_, table) = spec.split_once("\n### Reasons\n").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows = table.lines().filter(|row| row.starts_with("| `"));
    let reasons = rows
        .filter(|row| !row.contains("(planned)"))
        .flat_map(|row| {
            let mut names = row.split('`').skip(1).step_by(2);
            let category = names.next().unwrap();
            names.map(move |detail| format!("{category}:{detail}"))
        });
    reasons.collect()
}

/// The reasons that the reference tells on the suite.
fn told() -> BTreeSet<String> {
    let replies = support::replies();
    let reason = |(_, line): &(String, String)| {
        let told: Told = serde_json::from_str(line).unwrap();
        let refused = told.error.filter(|error| error.contains(':'));
        told.reason.or(refused)
    };
    replies.iter().filter_map(reason).collect()
}

#[test]
fn the_details_are_those_of_the_specification() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../SPEC.md");
    let (listed, told) = (listed(&fs::read_to_string(spec).unwrap()), told());
    assert!(listed.len() > 30, "the table was read: {listed:?}");
    assert_eq!(
        told.difference(&listed).collect::<Vec<_>>(),
        [""; 0],
        "told, but not listed"
    );
    let told: BTreeSet<_> = told.into_iter().chain(UNTOLD.map(str::to_owned)).collect();
    assert_eq!(
        listed.difference(&told).collect::<Vec<_>>(),
        [""; 0],
        "listed, but told by no case"
    );
}
