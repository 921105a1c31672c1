//! The manifest: stale ones, and writing it.

use super::*;

#[test]
fn a_stale_manifest_names_what_is_new_changed_and_gone() {
    let corpus = Corpus::sound();
    corpus.append("contracts/small.json", " ");
    corpus.put("README.md", "new");
    corpus.put("prompts/x", "deep");
    fs::remove_file(corpus.path("schema/manifest.schema.json")).unwrap();
    let lines = corpus.lines(corpus.check());
    let stale = lines
        .iter()
        .find(|line| line.starts_with("manifest.json: "))
        .unwrap();
    for part in [
        "`README.md` is new",
        "`contracts/small.json` has changed",
        "`prompts/x` is new",
        "`schema/manifest.schema.json` is gone",
        "cargo xtask corpus --write",
    ] {
        assert!(stale.contains(part), "{stale}");
    }
}

#[test]
fn what_a_desktop_or_an_editor_hides_in_a_folder_is_no_part_of_the_corpus() {
    let corpus = Corpus::sound();
    corpus.put(".DS_Store", "");
    corpus.put("cases/.fence.jsonl.swp", "");
    corpus.put(".idea/cases/x.jsonl", "{");
    corpus.check().unwrap();
}

#[test]
fn a_manifest_whose_digest_was_edited_is_stale() {
    let corpus = Corpus::sound();
    let digest = corpus.check().unwrap().manifest.sha256;
    corpus.replace("manifest.json", &digest, &"0".repeat(64));
    assert_eq!(corpus.lines(corpus.check()).len(), 1);
    assert!(corpus.lines(corpus.check())[0].contains("its digest is not that of its files"));
}

#[test]
fn checking_changes_nothing_and_writing_twice_gives_the_same_manifest() {
    let corpus = Corpus::sound();
    let before = corpus.text("manifest.json");
    corpus.check().unwrap();
    assert_eq!(corpus.text("manifest.json"), before);
    corpus.write(Change::default()).unwrap();
    assert_eq!(corpus.text("manifest.json"), before);
}
