//! A small sound corpus, and one planted fault at a time: each must be told with file, line and id.

mod cases;
mod guard;
mod links;
mod manifest;
mod releases;
mod suite;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Change, Checked, CorpusFaults, Suite, SuiteVersion, check, write};
use crate::case::{Ask, Origin};
use crate::exact::MAX_VALUES;

const FENCE: &str = r#"{"id":"fence/plain","profile":"parse","requirements":["FEN-1"],"level":"must","class":"fence","response":"```\n{\"a\":1}\n```","expect":{"outcome":"accepted","value_text":"{\"a\":1}"},"note":"A fence goes."}
{"id":"fence/open","profile":"parse","requirements":["FEN-2"],"level":"must","class":"fence","response":"```\n{\"a\":\"CANARY-F1\"}","expect":{"outcome":"rejected","reasons":["parse"]},"note":"An open fence stays."}
"#;
const CONTRACT: &str = r#"{"id":"contract/whole","profile":"normalize","requirements":["CON-1"],"level":"must","class":"contract","contract":"small","response":"{\"a\":\"CANARY-C1\"}","expect":{"outcome":"accepted","value_text":"{\"a\":\"CANARY-C1\"}"},"note":"A sound contract is used."}

{"id":"contract/unknown-member","profile":"normalize","requirements":["CON-1"],"level":"must","class":"contract","contract":"refused/odd","expect":{"outcome":"refused"},"note":"An unknown member is refused."}
"#;
const SMALL: &str = "{\n  \"contract\": 1,\n  \"phase\": \"investigation\",\n  \"schema\": {\"type\": \"object\"}\n}\n";
const ODD: &str =
    "{\"contract\": 1, \"phase\": \"x\", \"schema\": {\"type\": \"object\"}, \"postions\": {}}\n";

/// A corpus in a folder of its own.
struct Corpus {
    folder: TempDir,
}

impl Corpus {
    /// A corpus with two case files, a contract, a refused one, the real schemas, and a manifest.
    fn sound() -> Self {
        let corpus = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/schema");
        for schema in [
            "case",
            "contract",
            "field-reports",
            "guard-contract",
            "manifest",
            "policy",
            "prompt-fixture",
            "run",
            "session-script",
        ] {
            let name = format!("{schema}.schema.json");
            corpus.put(
                &format!("schema/{name}"),
                &fs::read_to_string(schemas.join(name)).unwrap(),
            );
        }
        corpus.put("cases/fence.jsonl", FENCE);
        corpus.put("cases/contract.jsonl", CONTRACT);
        corpus.put("contracts/small.json", SMALL);
        corpus.put("contracts/refused/odd.json", ODD);
        let mut reports = String::new();
        for number in 1..=65 {
            let comma = if number == 65 { "\n]\n" } else { ",\n" };
            write!(
                reports,
                r#"{{"id": "FR-{number:03}", "cases": ["fence/open"]}}{comma}"#
            )
            .unwrap();
        }
        corpus.put("field-reports.json", &format!("[\n{reports}"));
        corpus.write(Change::default()).unwrap();
        corpus
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// Replaces a text that stands in the file exactly once.
    fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.text(path);
        assert_eq!(text.matches(from).count(), 1, "{from:?} in {path}");
        self.put(path, &text.replace(from, to));
    }

    fn append(&self, path: &str, text: &str) {
        self.put(path, &(self.text(path) + text));
    }

    fn requirements() -> BTreeSet<String> {
        ["CON-1", "FEN-1", "FEN-2"].map(str::to_owned).into()
    }

    fn check(&self) -> Result<Checked, CorpusFaults> {
        check(self.folder.path(), &Self::requirements())
    }

    fn write(&self, change: Change) -> Result<Checked, CorpusFaults> {
        write(self.folder.path(), &Self::requirements(), change)
    }

    /// The findings as they print, with paths as seen from the corpus.
    fn lines(&self, result: Result<Checked, CorpusFaults>) -> Vec<String> {
        let root = format!("{}/", self.folder.path().display());
        let faults = result
            .err()
            .map(|faults| faults.to_string())
            .unwrap_or_default();
        faults.lines().map(|line| line.replace(&root, "")).collect()
    }

    /// Renews the manifest, so that the planted fault is all that is wrong, and expects it to be told at `place`, by
    /// a message that holds `what`. Every other finding must be at that place as well.
    #[track_caller]
    fn tells(&self, place: &str, what: &str) {
        let lines = self.lines(self.write(Change::default()));
        assert!(!lines.is_empty(), "nothing was found");
        assert!(
            lines
                .iter()
                .all(|line| line.starts_with(&format!("{place}: "))),
            "{lines:#?}"
        );
        assert!(lines.iter().any(|line| line.contains(what)), "{lines:#?}");
    }

    /// As [`Self::tells`], with no other finding.
    #[track_caller]
    fn tells_only(&self, place: &str, what: &str) {
        self.tells(place, what);
        assert_eq!(self.lines(self.check()).len(), 1);
    }
}

#[test]
fn a_sound_corpus_has_no_finding_and_its_parts_are_counted() {
    let checked = Corpus::sound().check().unwrap();
    assert_eq!((checked.cases, checked.contracts), (4, 2));
    assert_eq!(checked.manifest.suite, SuiteVersion::FIRST);
    assert!(!checked.manifest.released);
}
