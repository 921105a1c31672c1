//! The verbs `corpus`, `spec` and `prompt-size` as they are run: exit statuses, and what stands on which stream. They work on a copy
//! of this repository's own corpus and specification.

#![expect(
    clippy::unwrap_used,
    reason = "what a helper cannot do fails the test that asked for it"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A copy of the corpus, of the specification, and of the crates whose tests stand in for cases.
struct Copy {
    folder: TempDir,
}

impl Copy {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::tempdir().unwrap();
        for room in ["corpus", "reference"] {
            copy(&root.join(room), &folder.path().join(room));
        }
        fs::copy(root.join("SPEC.md"), folder.path().join("SPEC.md")).unwrap();
        Self { folder }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn append(&self, path: &str, text: &str) {
        let before = fs::read_to_string(self.path(path)).unwrap();
        fs::write(self.path(path), before + text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_recovery-conformance"));
        command.args(arguments).current_dir(self.folder.path());
        command
    }

    /// Runs the program; gives its exit status, standard output and standard error.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.command(arguments).output().unwrap();
        (
            status.code(),
            String::from_utf8(stdout).unwrap(),
            String::from_utf8(stderr).unwrap(),
        )
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

#[test]
fn a_sound_corpus_is_one_line_and_status_0() {
    let copy = Copy::new();
    let (status, out, err) = copy.run(&["corpus", "--write"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("corpus: suite 1."), "{out}");
    assert_eq!(
        copy.run(&["corpus", "--check"]),
        (Some(0), out, String::new())
    );
}

#[test]
fn findings_stand_on_standard_error_and_are_status_1() {
    let copy = Copy::new();
    copy.run(&["corpus", "--write"]);
    copy.append("corpus/cases/fence.jsonl", "{\"id\":\"fence/zz\"}\n");
    let (status, out, err) = copy.run(&["corpus", "--check"]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    let line = fs::read_to_string(copy.path("corpus/cases/fence.jsonl"))
        .unwrap()
        .lines()
        .count();
    assert!(
        err.contains(&format!("corpus/cases/fence.jsonl:{line}: fence/zz: ")),
        "{err}"
    );
    assert!(
        err.contains("corpus/manifest.json: does not describe the corpus as it is"),
        "{err}"
    );
    let count = err.lines().count() - 1;
    assert!(err.ends_with(&format!("{count} findings\n")), "{err}");
}

#[test]
fn a_specification_is_renewed_then_checked() {
    let copy = Copy::new();
    copy.run(&["corpus", "--write"]);
    let (status, out, err) = copy.run(&["spec", "--write"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.contains("spec: nothing is still to be built"), "{out}");
    assert_eq!(
        copy.run(&["spec", "--check"]),
        (Some(0), out, String::new())
    );
    copy.append(
        "SPEC.md",
        "\n- **FEN-90** (MUST) A new one. Source: policy. Tests:\n",
    );
    let line = fs::read_to_string(copy.path("SPEC.md"))
        .unwrap()
        .lines()
        .count();
    let (status, out, err) = copy.run(&["spec", "--check"]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(
        err.contains(&format!(
            "SPEC.md:{line}: FEN-90: has no case on the accept side"
        )),
        "{err}"
    );
    assert!(
        err.contains(&format!(
            "SPEC.md:{line}: FEN-90: has no case on the reject side"
        )),
        "{err}"
    );
}

#[test]
fn a_mistake_in_the_flags_is_status_2() {
    let copy = Copy::new();
    for arguments in [
        &["corpus"][..],
        &["corpus", "--check", "--write"],
        &["corpus", "--check", "--release"],
        &["corpus", "--check", "--suite", "1.1"],
        &["corpus", "--write", "--suite", "one"],
        &["spec"],
        &["spec", "--check", "--write"],
    ] {
        let (status, out, err) = copy.run(arguments);
        assert_eq!(
            (status, out.as_str()),
            (Some(2), ""),
            "{arguments:?}: {err}"
        );
        assert!(err.starts_with("error: "), "{arguments:?}: {err}");
    }
}

#[test]
fn files_that_are_not_there_are_told() {
    let copy = Copy::new();
    let (status, _, err) = copy.run(&["corpus", "--check", "--corpus", "nowhere"]);
    assert!(
        status == Some(1) && err.contains("nowhere: cannot be read"),
        "{err}"
    );
    let (status, _, err) = copy.run(&["corpus", "--check", "--spec", "NOWHERE.md"]);
    assert!(
        status == Some(1) && err.contains("NOWHERE.md: cannot be read"),
        "{err}"
    );
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_fault() {
    let copy = Copy::new();
    copy.run(&["corpus", "--write"]);
    let mut child = copy
        .command(&["corpus", "--check"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn why_no_prompt_is_measured_is_said_with_status_2() {
    let copy = Copy::new();
    let echo = "python3 -c pass";
    for (arguments, why) in [
        (&["--accept", "--impl", echo][..], "--commit"),
        (&["--check", "--accept", "--impl", echo], "--accept"),
        (&["--check"], "--impl"),
        (&["--impl", "no-such-program"], "no-such-program"),
        (
            &["--corpus", "reference", "--impl", echo],
            "reference: no fixtures",
        ),
        (&["--impl", echo], "ended without an answer to `hello`"),
        (
            &["--render", "--reports", "reference"],
            "there is no baseline",
        ),
    ] {
        let all: Vec<_> = ["prompt-size"].iter().chain(arguments).copied().collect();
        let (status, _, stderr) = copy.run(&all);
        assert_eq!(status, Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(why), "{arguments:?}: {stderr}");
    }
}

/// The page and the plot that are committed are those of the baseline, to the byte, on any machine.
#[test]
fn what_is_rendered_is_a_function_of_what_is_kept() {
    let copy = Copy::new();
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports");
    for name in ["prompt-size.baseline.json", "prompt-size.history.jsonl"] {
        fs::copy(reports.join(name), copy.path(name)).unwrap();
    }
    let (status, stdout, _) = copy.run(&["prompt-size", "--render", "--reports", "."]);
    assert_eq!((status, stdout.lines().count()), (Some(0), 1));
    for name in ["prompt-size.md", "prompt-size.svg"] {
        let committed = fs::read_to_string(reports.join(name)).unwrap();
        assert!(
            fs::read_to_string(copy.path(name)).unwrap() == committed,
            "{name}"
        );
    }
}
