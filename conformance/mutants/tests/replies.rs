//! What the reference tells beyond what is normative: the sentence for each reason, where in the text a fault stands,
//! why a contract is refused. A page of it is kept, so that a change shows in review.
//!
//! `RENEW=1 cargo test -p recovery-mutants --test replies` writes the page anew.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{env, fs};

use recovery_adapter_reference::Adapter;
use recovery_conformance::corpus::Suite;
use recovery_conformance::runner::{self, Options};
use recovery_mutants::in_process::{InProcess, Program};
use recovery_reports::Visibility;
use serde::Deserialize;

/// What stands in a reply that is no acceptance.
#[derive(Deserialize)]
struct Told {
    reason: Option<String>,
    path: Option<String>,
    offset: Option<u64>,
    detail: Option<String>,
}

/// The reply to each case, by its id.
fn replies(corpus: &Path) -> BTreeMap<String, Told> {
    let suite = Suite::load(corpus).unwrap();
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
    let told = run.results.iter().map(|(case, decision)| {
        let reply = decision.as_ref().unwrap().reply.as_deref().unwrap();
        (case.id.clone(), serde_json::from_str(reply).unwrap())
    });
    told.collect()
}

/// The page: each reason with its sentence, each rejection with its place, each refusal with its sentence.
fn page(replies: &BTreeMap<String, Told>) -> String {
    let mut sentences = BTreeSet::new();
    let mut rejections = String::new();
    let mut refusals = String::new();
    for (id, told) in replies {
        let detail = told.detail.as_deref().unwrap_or_default();
        match (&told.reason, &told.path) {
            (Some(reason), Some(path)) => {
                sentences.insert(format!("{reason}: {detail}\n"));
                let offset = told.offset.map(|offset| format!(" at byte {offset}"));
                let offset = offset.unwrap_or_default();
                writeln!(rejections, "{id}: {reason} {path:?}{offset}").unwrap();
            }
            _ if !detail.is_empty() => writeln!(refusals, "{id}: {detail}").unwrap(),
            _ => {}
        }
    }
    let sentences = String::from_iter(sentences);
    format!("# Reasons\n\n{sentences}\n# Rejections\n\n{rejections}\n# Refusals\n\n{refusals}")
}

#[test]
fn the_reference_tells_what_the_page_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("tests/replies.txt");
    let page = page(&replies(&root.join("../../corpus")));
    if env::var_os("RENEW").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap();
    let mut lines = kept.lines().zip(page.lines());
    let other = lines.find(|(kept, told)| kept != told);
    assert_eq!(other, None, "kept and told differ");
    assert_eq!(kept.len(), page.len(), "one has more lines than the other");
}
