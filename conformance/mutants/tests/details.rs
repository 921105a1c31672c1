//! The details of the reference's reasons are those that SPEC.md lists, and every one of them is told by some case.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use recovery_conformance::protocol::{Answer, Reply};

/// What no case can tell: it takes a response of four gigabytes.
const TOO_LONG: &str = "limit:too_long";

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
    let reason = |(_, line): &(String, String)| match Reply::read(line).unwrap().answer {
        Answer::Rejected { reason, .. } => Some(reason.into_owned()),
        _ => None,
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
    let told: BTreeSet<_> = told.into_iter().chain([TOO_LONG.to_owned()]).collect();
    assert_eq!(
        listed.difference(&told).collect::<Vec<_>>(),
        [""; 0],
        "listed, but told by no case"
    );
}
