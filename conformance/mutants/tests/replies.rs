//! What the reference tells beyond what is normative: the sentence for each reason, where in the text a fault stands,
//! why a contract is refused. A page of it is kept, so that a change shows in review.
//!
//! `RENEW=1 cargo test -p recovery-mutants --test replies` writes the page anew.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

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
fn replies() -> BTreeMap<String, Told> {
    let replies = support::replies().into_iter();
    let told = replies.map(|(id, line)| (id, serde_json::from_str(&line).unwrap()));
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
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies.txt");
    let page = page(&replies());
    if env::var_os("RENEW").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap();
    let mut lines = kept.lines().zip(page.lines());
    let other = lines.find(|(kept, told)| kept != told);
    assert_eq!(other, None, "kept and told differ");
    assert_eq!(kept.len(), page.len(), "one has more lines than the other");
}
