//! The details of the reference's reasons are those that SPEC.md lists, and every one of them is told by some case.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use recovery_adapter_reference::Adapter;
use recovery_conformance::corpus::Suite;
use recovery_conformance::protocol::{Answer, Reply};
use recovery_conformance::runner::{self, Options};
use recovery_mutants::in_process::{InProcess, Program};
use recovery_reports::Visibility;

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
fn told(root: &Path) -> BTreeSet<String> {
    let suite = Suite::load(&root.join("corpus")).unwrap();
    let cases: Vec<_> = suite.cases.iter().collect();
    let launcher = InProcess::new("reference", || {
        let mut adapter = Adapter::default();
        Box::new(move |line: &str| adapter.answer(line.as_bytes())) as Program
    });
    let options = Options {
        profiles: None,
        jobs: NonZeroUsize::MIN,
        timeout: Duration::from_secs(20),
        visibility: Visibility::Shown,
        ends_run: None,
        keep_replies: true,
        interrupted: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let run = runner::run(&launcher, &cases, &suite.contracts, &options).unwrap();
    let replies = run
        .results
        .iter()
        .filter_map(|(_, decision)| decision.as_ref()?.reply.as_deref());
    let reason = |line| match Reply::read(line).unwrap().answer {
        Answer::Rejected { reason, .. } => Some(reason.into_owned()),
        _ => None,
    };
    replies.filter_map(reason).collect()
}

#[test]
fn the_details_are_those_of_the_specification() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let spec = fs::read_to_string(root.join("SPEC.md")).unwrap();
    let (listed, told) = (listed(&spec), told(&root));
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
