//! Released suites: what may change, and when.

use super::*;

fn version(text: &str) -> SuiteVersion {
    text.parse().unwrap()
}

/// A sound corpus, released as suite 1.0.
fn released() -> Corpus {
    let corpus = Corpus::sound();
    let checked = corpus
        .write(Change {
            release: true,
            ..Change::default()
        })
        .unwrap();
    assert!(checked.manifest.released);
    corpus.check().unwrap();
    corpus
}

#[test]
fn a_suite_with_faults_is_not_released() {
    let corpus = Corpus::sound();
    let before = corpus.text("manifest.json");
    corpus.replace("cases/fence.jsonl", "FEN-2", "FEN-9");
    let lines = corpus.lines(corpus.write(Change {
        release: true,
        ..Change::default()
    }));
    assert!(
        lines
            .iter()
            .any(|line| line.contains("suite 1.0 is not released while it has faults")),
        "{lines:#?}"
    );
    assert_eq!(corpus.text("manifest.json"), before);
}

#[test]
fn a_released_suite_takes_no_further_case_and_says_where_it_belongs() {
    let corpus = released();
    let before = corpus.text("manifest.json");
    corpus.append(
        "cases/fence.jsonl",
        &FENCE.lines().next().unwrap().replace("plain", "later"),
    );
    for result in [
        corpus.check(),
        corpus.write(Change::default()),
        corpus.write(Change {
            suite: Some(version("1.0")),
            release: false,
        }),
    ] {
        let lines = corpus.lines(result);
        assert_eq!(lines.len(), 1, "{lines:#?}");
        assert!(
            lines[0].starts_with("manifest.json: suite 1.0 is released and frozen"),
            "{lines:#?}"
        );
        assert!(lines[0].contains("--suite 1.1"), "{lines:#?}");
    }
    assert_eq!(corpus.text("manifest.json"), before);
    let checked = corpus
        .write(Change {
            suite: Some(version("1.1")),
            release: false,
        })
        .unwrap();
    assert_eq!(
        (checked.manifest.suite, checked.manifest.released),
        (version("1.1"), false)
    );
    corpus.check().unwrap();
}

#[test]
fn a_released_case_never_changes_under_its_id_in_any_later_suite() {
    let corpus = released();
    corpus.replace(
        "cases/fence.jsonl",
        "An open fence stays.",
        "An open fence is rejected.",
    );
    let place = "cases/fence.jsonl:2: fence/open: the case, or its contract, is not what suite 1.0 released";
    let lines = corpus.lines(corpus.write(Change {
        suite: Some(version("1.1")),
        release: false,
    }));
    assert!(
        lines.len() == 1 && lines[0].starts_with(place),
        "{lines:#?}"
    );
    let lines = corpus.lines(corpus.check());
    assert!(
        lines.len() == 1 && lines[0].starts_with(place),
        "{lines:#?}"
    );
    let lines = corpus.lines(corpus.write(Change {
        suite: Some(version("2.0")),
        release: true,
    }));
    assert!(
        lines.iter().any(|line| line.starts_with(place)),
        "{lines:#?}"
    );
}

#[test]
fn a_released_case_never_changes_through_its_contract() {
    let corpus = released();
    corpus.replace("contracts/small.json", "investigation", "summary");
    let lines = corpus.lines(corpus.write(Change {
        suite: Some(version("1.1")),
        release: false,
    }));
    assert!(
        lines.len() == 1
            && lines[0]
                .starts_with("cases/contract.jsonl:1: contract/whole: the case, or its contract"),
        "{lines:#?}"
    );
}

#[test]
fn a_case_withdrawn_from_a_later_suite_is_named() {
    let corpus = released();
    corpus.put("cases/fence.jsonl", FENCE.lines().last().unwrap());
    let checked = corpus
        .write(Change {
            suite: Some(version("1.1")),
            release: false,
        })
        .unwrap();
    assert_eq!(checked.withdrawn, ["fence/plain"]);
}

#[test]
fn later_suites_come_after_released_ones() {
    let corpus = released();
    corpus.put("README.md", "new");
    corpus
        .write(Change {
            suite: Some(version("1.1")),
            release: true,
        })
        .unwrap();
    corpus.put("README.md", "newer");
    let lines = corpus.lines(corpus.write(Change {
        suite: Some(version("0.9")),
        release: false,
    }));
    assert!(
        lines.len() == 1 && lines[0].contains("suite 0.9 does not come after 1.1"),
        "{lines:#?}"
    );
    assert!(lines[0].contains("`--suite 1.2`"), "{lines:#?}");
    let lines = corpus.lines(corpus.write(Change {
        suite: Some(version("1.0")),
        release: false,
    }));
    assert!(
        lines.len() == 1 && lines[0].contains("--suite 1.2"),
        "a frozen version is not taken again: {lines:#?}"
    );
}

#[test]
fn a_release_cannot_be_taken_back_by_editing_the_flag() {
    let corpus = released();
    corpus.replace("manifest.json", "\"released\": true", "\"released\": false");
    let lines = corpus.lines(corpus.check());
    assert!(
        lines.len() == 1 && lines[0].contains("disagree about suite 1.0"),
        "{lines:#?}"
    );
    corpus.append(
        "cases/fence.jsonl",
        &FENCE.lines().next().unwrap().replace("plain", "later"),
    );
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(
        lines.len() == 1 && lines[0].contains("is released and frozen"),
        "{lines:#?}"
    );
}
