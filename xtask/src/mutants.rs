//! `cargo xtask mutants [FLAG]...`: the kill matrix. With `--source`, cargo-mutants over the source of the reference,
//! with the conformance suite as the test. Flags are those of `recovery-mutants matrix`, or of `cargo mutants`.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};

use crate::workspace::{self, root};

/// The package and the program of the mutants.
const MUTANTS: &str = "recovery-mutants";

/// What cargo-mutants writes to, below the target folder.
const OUTPUT: &str = "target/mutants";

/// The run of cargo-mutants: what is changed, what is run, and how long that may take, in seconds.
const RUN: [&str; 14] = [
    "mutants",
    "--file",
    "reference/src/**",
    "--test-package",
    MUTANTS,
    "--baseline",
    "skip",
    "--no-shuffle",
    "--timeout",
    "60",
    "--build-timeout",
    "180",
    "--output",
    OUTPUT,
];

/// The tests that every mutant of the source is held against: the conformance suite, and what the reference tells
/// beyond it.
const TEST: [&str; 7] = [
    "--",
    "--test",
    "reference",
    "--test",
    "details",
    "--test",
    "replies",
];

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let is_source = |argument: &&OsString| *argument == "--source";
    if arguments.iter().any(|argument| is_source(&argument)) {
        let others = arguments.iter().filter(|argument| !is_source(argument));
        return source(&others.cloned().collect::<Vec<_>>());
    }
    workspace::program(MUTANTS, &[MUTANTS], |_| matrix_arguments(arguments))
}

/// The arguments of the matrix, with the corpus of this repository where the user names no other.
fn matrix_arguments(arguments: &[OsString]) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec!["matrix".into()];
    if !crate::conformance::states(arguments, "--corpus") {
        let corpus = workspace::shown(&root().join("corpus"));
        all.extend(["--corpus".into(), corpus.into()]);
    }
    all.extend_from_slice(arguments);
    all
}

/// Runs cargo-mutants, then tells what it came to.
fn source(flags: &[OsString]) -> ExitCode {
    if !is_installed() {
        return workspace::fault(
            "cargo-mutants is not installed; run `cargo install cargo-mutants --locked --version '^27'`",
        );
    }
    let mut cargo = workspace::cargo();
    // With a target folder of its own set, cargo-mutants takes programs built from one copy of the source for those of
    // another, and its verdicts are wrong.
    cargo.env_remove("CARGO_TARGET_DIR");
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "0");
    cargo.args(RUN).args(flags).args(TEST).stdin(Stdio::null());
    let why = match cargo.status() {
        // All caught, some missed, some hung: in each case there is something to tell.
        Ok(status) if matches!(status.code(), Some(0 | 2 | 3)) => None,
        Ok(status) => Some(format!("cargo mutants: {status}")),
        Err(error) => Some(format!("cannot start cargo mutants: {error}")),
    };
    if let Some(why) = why {
        return workspace::fault(&why);
    }
    let folder = workspace::shown(&root().join(OUTPUT).join("mutants.out"));
    workspace::program(MUTANTS, &[MUTANTS], |_| {
        let mut arguments: Vec<OsString> = vec!["survivors".into(), folder.into()];
        if flags.is_empty() {
            arguments.push("--all".into());
        }
        arguments
    })
}

fn is_installed() -> bool {
    let mut mutants = Command::new("cargo-mutants");
    mutants.args(["mutants", "--version"]);
    mutants
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    mutants.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_is_told_where_the_corpus_lies_unless_the_user_says_so() {
        let shown = |own: &[&str]| {
            let own: Vec<OsString> = own.iter().map(OsString::from).collect();
            let all = matrix_arguments(&own);
            let all: Vec<_> = all
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            all.join(" ")
        };
        assert_eq!(
            shown(&["--corpus=c", "--jobs", "1"]),
            "matrix --corpus=c --jobs 1"
        );
        let without = shown(&["--format", "json"]);
        assert!(
            without.starts_with("matrix --corpus ") && without.ends_with("corpus --format json"),
            "{without}"
        );
    }
}
