//! A small sound corpus, and one planted fault at a time: each must be told with file, line and id.

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
        for schema in ["case", "contract", "field-reports", "manifest"] {
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

#[test]
fn a_line_that_is_no_json_is_told_by_its_line() {
    let corpus = Corpus::sound();
    corpus.append("cases/fence.jsonl", "{\"id\":\"fence/cut\"");
    corpus.tells_only("cases/fence.jsonl:3", "this is not the form of a case");
}

#[test]
fn text_that_is_not_utf_8_is_told_by_its_line() {
    let corpus = Corpus::sound();
    let mut bytes = FENCE.as_bytes().to_vec();
    bytes.extend(b"\xff\n");
    fs::write(corpus.path("cases/more.jsonl"), bytes).unwrap();
    corpus.tells_only("cases/more.jsonl:3", "is not UTF-8");
}

#[test]
fn an_unknown_field_is_refused() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/fence.jsonl",
        r#""class":"fence","response":"```\n{\"a\":1}"#,
        r#""klass":"fence","response":"```\n{\"a\":1}"#,
    );
    corpus.tells("cases/fence.jsonl:1: fence/plain", "unknown field `klass`");
}

#[test]
fn a_case_must_fit_the_schema_even_where_the_typed_form_is_content() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/fence.jsonl",
        r#""note":"An open fence stays.""#,
        r#""note":"""#,
    );
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "does not fit schema/case.schema.json at `/note`",
    );
}

#[test]
fn a_case_must_fit_the_typed_form_even_where_the_schema_is_content() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/fence.jsonl",
        r#""value_text":"{\"a\":1}""#,
        r#""value_text":"{\"a\":1""#,
    );
    corpus.tells_only(
        "cases/fence.jsonl:1: fence/plain",
        "`value_text` is no JSON text",
    );
}

#[test]
fn an_expected_value_is_one_that_an_answer_can_equal() {
    let value = r#""value_text":"{\"a\":1}""#;
    for (field, what) in [
        (
            r#""value_text":"{\"a\":1,\"\\u0061\":1}""#,
            "`value_text` holds a key twice",
        ),
        (
            r#""value_text":"{\"a\":\"\\ud800\"}""#,
            "`value_text` is not strict JSON, or with a lone surrogate",
        ),
        (
            r#""value_text":"{\"a\":1}","text":"{\"a\":1,\"a\":1}""#,
            "`text` holds a key twice",
        ),
        (
            r#""value_text":"{\"a\":1}","text":"{\"a\":10}""#,
            "`value_text` and `text` have different values",
        ),
    ] {
        let corpus = Corpus::sound();
        corpus.replace("cases/fence.jsonl", value, field);
        corpus.tells_only("cases/fence.jsonl:1: fence/plain", what);
    }
    let corpus = Corpus::sound();
    let lenient = r#""reasons":["parse"],"lenient_value_text":"{\"a\":[{\"b\":1,\"b\":2}]}""#;
    corpus.replace("cases/fence.jsonl", r#""reasons":["parse"]"#, lenient);
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "`lenient_value_text` holds a key twice",
    );
}

#[test]
fn a_response_to_which_no_rule_applies_is_its_own_value() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/contract.jsonl",
        r#""value_text":"{\"a\":"#,
        r#""value_text":"{\"b\":"#,
    );
    corpus.tells_only(
        "cases/contract.jsonl:1: contract/whole",
        "no rule applies to the response",
    );
    let corpus = Corpus::sound();
    let plain = r#"{"id":"fence/none","profile":"parse","requirements":["FEN-1"],"level":"must","class":"fence","response":"[1.0]","expect":{"outcome":"accepted","value_text":"[1]"},"note":"As it stands."}"#;
    corpus.append("cases/fence.jsonl", plain);
    assert_eq!(
        corpus.lines(corpus.write(Change::default())),
        [""; 0],
        "two spellings of one decimal"
    );
    corpus.replace("cases/fence.jsonl", "[1.0]", "[1.01]");
    corpus.tells_only(
        "cases/fence.jsonl:3: fence/none",
        "no rule applies to the response",
    );
}

#[test]
fn a_response_stands_whole_or_in_parts() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/contract.jsonl",
        r#""contract":"small","#,
        r#""contract":"small","response_parts":["{}"],"#,
    );
    corpus.tells(
        "cases/contract.jsonl:1: contract/whole",
        "`response` and its form in parts are both given",
    );
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/contract.jsonl",
        r#","response":"{\"a\":\"CANARY-C1\"}""#,
        "",
    );
    corpus.tells(
        "cases/contract.jsonl:1: contract/whole",
        "`response` is missing",
    );
}

#[test]
fn an_id_that_is_taken_is_told_with_the_place_that_has_it() {
    let corpus = Corpus::sound();
    corpus.append("cases/fence.jsonl", FENCE.lines().next().unwrap());
    corpus.tells_only("cases/fence.jsonl:3: fence/plain", "cases/fence.jsonl:1");
}

#[test]
fn an_id_begins_with_its_files_stem() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "fence/plain", "fences/plain");
    corpus.tells_only(
        "cases/fence.jsonl:1: fences/plain",
        "the id must be `fence/<name>`",
    );
}

#[test]
fn a_contract_that_a_case_names_exists() {
    let corpus = Corpus::sound();
    corpus.replace("cases/contract.jsonl", "\"small\"", "\"smal\"");
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(lines.iter().any(|line| {
        line.starts_with("cases/contract.jsonl:1: contract/whole: names the contract `smal`")
    }));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("contracts/small.json: no case names this contract")),
        "{lines:#?}"
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn refused_contracts_are_for_cases_that_expect_a_refusal_and_no_others() {
    let corpus = Corpus::sound();
    let whole = CONTRACT
        .lines()
        .next()
        .unwrap()
        .replace("whole", "odd")
        .replace("\"small\"", "\"refused/odd\"");
    corpus.append("cases/contract.jsonl", &whole.replace("C1", "C2"));
    corpus.tells_only(
        "cases/contract.jsonl:4: contract/odd",
        "reads a response under `refused/odd`",
    );
    let corpus = Corpus::sound();
    let refusal = CONTRACT
        .lines()
        .last()
        .unwrap()
        .replace("unknown-member", "small")
        .replace("refused/odd", "small");
    corpus.append("cases/contract.jsonl", &refusal);
    corpus.tells_only(
        "cases/contract.jsonl:4: contract/small",
        "expects that `small` is refused",
    );
}

#[test]
fn a_contract_must_be_json_and_fit_its_schema_unless_it_is_there_to_be_refused() {
    let corpus = Corpus::sound();
    corpus.replace("contracts/small.json", "\"phase\"", "\"phrase\"");
    corpus.tells(
        "contracts/small.json",
        "does not fit schema/contract.schema.json",
    );
    corpus.put("contracts/small.json", "{");
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("contracts/small.json: is not of the form that is due"))
    );
}

#[test]
fn a_requirement_that_a_case_names_exists() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "FEN-2", "FEN-9");
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "`FEN-9`, which SPEC.md does not have",
    );
}

#[test]
fn a_canary_belongs_to_one_case_however_often_it_stands_in_it() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "CANARY-F1", "CANARY-C1");
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "the canary `CANARY-C1` is also planted at cases/contract.jsonl:1: contract/whole",
    );
    corpus.replace("cases/fence.jsonl", "CANARY-C1", "CANARY-C12");
    assert_eq!(
        corpus.lines(corpus.write(Change::default())),
        [""; 0],
        "a longer token is another token"
    );
}

#[test]
fn every_field_report_is_accounted_for() {
    let corpus = Corpus::sound();
    corpus.replace("field-reports.json", "\"FR-007\"", "\"FR-070\"");
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(
        lines[0].starts_with("field-reports.json:8: FR-070: is listed twice or is no field report"),
        "{lines:#?}"
    );
    assert!(
        lines[1].starts_with("field-reports.json: FR-007: the field report is not accounted for"),
        "{lines:#?}"
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_field_report_names_cases_that_exist_or_says_why_it_has_none() {
    let corpus = Corpus::sound();
    let named = r#"{"id": "FR-065", "cases": ["fence/open"]}"#;
    corpus.replace(
        "field-reports.json",
        named,
        r#"{"id": "FR-065", "cases": ["fence/shut"]}"#,
    );
    corpus.tells_only(
        "field-reports.json:66: FR-065",
        "the case `fence/shut`, which does not exist",
    );
    let corpus = Corpus::sound();
    corpus.replace(
        "field-reports.json",
        named,
        r#"{"id": "FR-065", "cases": []}"#,
    );
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("field-reports.json:66: FR-065: must name its cases")),
        "{lines:#?}"
    );
    corpus.replace(
        "field-reports.json",
        r#"{"id": "FR-065", "cases": []}"#,
        r#"{"id": "FR-065", "cases": [], "waits": "guard"}"#,
    );
    assert_eq!(corpus.lines(corpus.write(Change::default())), [""; 0]);
}

#[test]
fn a_schema_of_the_corpus_must_be_one() {
    let corpus = Corpus::sound();
    corpus.put(
        "schema/protocol/odd.schema.json",
        r#"{"properties": {"a": {"type": "strin"}}}"#,
    );
    corpus.tells_only(
        "schema/protocol/odd.schema.json",
        "is no JSON Schema of draft 2020-12, at `/properties/a/type`",
    );
}

#[test]
fn all_findings_are_told_at_once() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "FEN-1", "FEN-8");
    corpus.replace("cases/fence.jsonl", "FEN-2", "FEN-9");
    corpus.append("cases/contract.jsonl", "{}");
    let lines = corpus.lines(corpus.check());
    for place in [
        "cases/fence.jsonl:1: fence/plain",
        "cases/fence.jsonl:2: fence/open",
        "cases/contract.jsonl:4",
        "manifest.json",
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(place)),
            "{place}: {lines:#?}"
        );
    }
}

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

#[test]
fn a_run_loads_cases_contracts_and_the_suites_name() {
    let corpus = Corpus::sound();
    let suite = Suite::load(corpus.folder.path()).unwrap();
    assert_eq!(suite.version, "1.0");
    assert_eq!(suite.sha256, corpus.check().unwrap().manifest.sha256);
    let ids: Vec<_> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "contract/whole",
            "contract/unknown-member",
            "fence/plain",
            "fence/open"
        ]
    );
    assert_eq!(
        suite.cases[1].ask,
        Ask::Load {
            contract: "refused/odd".to_owned()
        }
    );
    let contract = &suite.contracts["small"];
    assert!(!contract.contains('\n'), "a message is one line");
    assert_eq!(contract, SMALL.trim().replace('\n', " ").as_str());
    assert!(suite.contracts.contains_key("refused/odd"));
}

#[test]
fn a_run_on_edited_files_does_not_go_by_the_suites_name() {
    let corpus = Corpus::sound();
    let sound = Suite::load(corpus.folder.path()).unwrap();
    corpus.replace("cases/fence.jsonl", "A fence goes.", "A fence goes away.");
    let edited = Suite::load(corpus.folder.path()).unwrap();
    assert_eq!(edited.version, "1.0-modified");
    assert_ne!(edited.sha256, sound.sha256);
}

#[test]
fn a_run_is_refused_where_an_id_is_doubled() {
    let corpus = Corpus::sound();
    corpus.append("cases/fence.jsonl", FENCE);
    let faults = Suite::load(corpus.folder.path()).unwrap_err();
    assert_eq!(faults.0.len(), 2, "{faults}");
}

/// A folder of own cases.
fn own(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const MINE: &str = r#"{"id":"mine/one","profile":"normalize","contract":"ours","response":"{}","expect":{"outcome":"accepted","value_text":"{}"}}
{"id":"mine/two","profile":"normalize","contract":"small","response":"{}","expect":{"outcome":"accepted","value_text":"{}"}}
"#;

#[test]
fn own_cases_stand_beside_the_suite_under_ids_of_their_own() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let sha256 = suite.sha256.clone();
    let folder = own(&[
        ("mine.jsonl", MINE),
        ("contracts/ours.json", SMALL),
        ("cases/more.jsonl", &FENCE.replace("fence/", "more/")),
    ]);
    suite.add_own_cases(folder.path()).unwrap();
    let added: Vec<_> = suite.cases[4..]
        .iter()
        .map(|case| (case.id.as_str(), case.origin))
        .collect();
    let ids = [
        "own/mine/one",
        "own/mine/two",
        "own/more/plain",
        "own/more/open",
    ];
    assert_eq!(added, ids.map(|id| (id, Origin::Own)));
    assert!(suite.contracts.contains_key("ours"));
    assert_eq!(suite.sha256, sha256, "the suite is what it was");
}

#[test]
fn own_cases_may_name_a_contract_given_by_file() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let folder = own(&[("mine.jsonl", MINE), ("elsewhere/ours.json", SMALL)]);
    let faults = suite.add_own_cases(folder.path()).unwrap_err().to_string();
    assert!(
        faults.contains("mine.jsonl:1: mine/one: names the contract `ours`"),
        "{faults}"
    );
    assert_eq!(
        suite.cases.len(),
        4,
        "nothing is added where something is wrong"
    );
    suite
        .add_contract(&folder.path().join("elsewhere/ours.json"))
        .unwrap();
    suite.add_own_cases(folder.path()).unwrap();
    assert_eq!(suite.cases.len(), 6);
}

#[test]
fn what_is_wrong_with_own_cases_is_told() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let taken = own(&[
        ("mine.jsonl", MINE),
        ("contracts/small.json", SMALL),
        ("contracts/ours.json", "{"),
    ]);
    let faults = suite.add_own_cases(taken.path()).unwrap_err().to_string();
    assert!(
        faults.contains("small.json: the contract name `small` is already taken"),
        "{faults}"
    );
    assert!(
        faults.contains("ours.json: is not of the form that is due"),
        "{faults}"
    );
    let empty = own(&[("notes.txt", "")]);
    assert!(
        suite
            .add_own_cases(empty.path())
            .unwrap_err()
            .to_string()
            .contains("holds no case file")
    );
    let missing = suite
        .add_own_cases(&empty.path().join("nowhere"))
        .unwrap_err()
        .to_string();
    assert!(missing.contains("nowhere: cannot be read"), "{missing}");
}

#[test]
fn no_finding_about_an_own_case_quotes_its_response() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    for line in [
        r#"{"id":"mine/one","profile":"parse","response_parts":"SECRET","expect":{"outcome":"rejected","reasons":["parse"]}}"#,
        r#"{"id":"mine/one","profile":"parse","response":"SECRET","expect":{"outcome":"accepted","value_text":"SECRET"}}"#,
        r#"{"id":"mine/one","profile":"parse","response":["SECRET"],"expect":{"outcome":"accepted","value_text":"1"}}"#,
        r#"{"id":"mine/one","profile":"parse","response":{"SECRET":1},"expect":"SECRET"}"#,
    ] {
        let faults = suite
            .add_own_cases(own(&[("mine.jsonl", line)]).path())
            .unwrap_err()
            .to_string();
        assert!(faults.contains("mine.jsonl:1: mine/one: "), "{faults}");
        assert!(!faults.contains("SECRET"), "{faults}");
    }
}

#[test]
fn an_own_case_that_no_answer_can_be_held_against_is_refused() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let case = |times: usize| {
        format!(
            r#"{{"id":"mine/long","profile":"parse","response_parts":["[",{{"repeat":"0,","times":{times}}},"0]"],"expect":{{"outcome":"accepted","value_parts":["[",{{"repeat":"0,","times":{times}}},"0 ]"]}}}}"#
        )
    };
    let most = own(&[("mine.jsonl", &case(MAX_VALUES - 2))]);
    suite.add_own_cases(most.path()).unwrap();
    let too_many = own(&[("mine.jsonl", &case(MAX_VALUES - 1))]);
    let faults = suite
        .add_own_cases(too_many.path())
        .unwrap_err()
        .to_string();
    assert!(
        faults.contains("mine.jsonl:1: mine/long: `value_text`")
            && faults.contains("more than 500000 values"),
        "{faults}"
    );
}
