//! A correct adapter with one fault planted in it fails the suite itself, and without it passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A line of `strict.py`, and the fault that a hurried hand would make of it.
const FAULTS: [(&str, &str); 4] = [
    ("if key in keys:", "if False:"),
    ("MAX_DEPTH = 128", "MAX_DEPTH = 129"),
    (r#"in ("", "json")"#, r#"in ("", "json", "json5")"#),
    ("MAX_RULE_BYTES = 65_536", "MAX_RULE_BYTES = 65_535"),
];

#[test]
fn the_suite_passes_a_correct_adapter_and_convicts_it_of_any_one_fault() {
    let adapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python");
    let source = fs::read_to_string(adapters.join("strict.py")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let run = |source: &str| {
        let file = dir.path().join("strict.py");
        fs::write(&file, source).unwrap();
        suite(&file, dir.path())
    };
    let clean = run(&source);
    assert_eq!(clean.status.code(), Some(0), "{clean:?}");
    for (line, fault) in FAULTS {
        assert_eq!(
            source.matches(line).count(),
            1,
            "`{line}` stands in strict.py once"
        );
        let convicted = run(&source.replace(line, fault));
        assert_eq!(
            convicted.status.code(),
            Some(1),
            "`{fault}` is found: {convicted:?}"
        );
    }
}

fn suite(adapter: &Path, report: &Path) -> Output {
    let corpus: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "corpus"]
        .iter()
        .collect();
    Command::new(env!("CARGO_BIN_EXE_recovery-conformance"))
        .args(["run", "--profiles", "parse", "--timeout", "30s"])
        .args(["--generated", "0", "--corpus"])
        .arg(corpus)
        .arg("--report")
        .arg(report)
        .arg("--impl")
        .arg(format!("python3 {}", adapter.display()))
        .output()
        .unwrap()
}
