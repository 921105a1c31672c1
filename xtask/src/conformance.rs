//! `cargo xtask conformance [FLAG]...`: holds a program against the suite; without `--impl` the reference's adapter,
//! started as a child process like any other. Flags are those of `recovery-conformance run`.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use crate::workspace;

/// The package and the program that make the reference testable.
pub(crate) const ADAPTER: (&str, &str) =
    ("recovery-adapter-reference", "recovery-reference-adapter");

/// Runs the verb, in the user's working directory.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let packages: &[&str] = if states(arguments, "--impl") {
        &["recovery-conformance"]
    } else {
        &["recovery-conformance", ADAPTER.0]
    };
    workspace::harness(packages, |programs| harness_arguments(programs, arguments))
}

/// The arguments of `recovery-conformance`: the user's, after what they leave to this verb.
fn harness_arguments(programs: &Path, arguments: &[OsString]) -> Vec<OsString> {
    let mut all: Vec<OsString> = ["run", "--called-as", "cargo xtask conformance"]
        .map(Into::into)
        .into();
    if !states(arguments, "--impl") {
        all.extend([
            "--impl".into(),
            workspace::word(&programs.join(workspace::name(ADAPTER.1))).into(),
        ]);
    }
    if !states(arguments, "--corpus") {
        all.extend([
            "--corpus".into(),
            workspace::shown(&workspace::root().join("corpus")).into(),
        ]);
    }
    all.extend_from_slice(arguments);
    all
}

/// Whether a flag is among the arguments, as `--flag value` or `--flag=value`.
pub(crate) fn states(arguments: &[OsString], flag: &str) -> bool {
    let is_flag = |argument: &str| {
        argument
            .strip_prefix(flag)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    arguments
        .iter()
        .any(|argument| argument.to_str().is_some_and(is_flag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harness_is_told_the_command_to_run_it_again_and_all_that_was_left_out() {
        let arguments = |own: &[&str]| {
            let own: Vec<OsString> = own.iter().map(OsString::from).collect();
            let all = harness_arguments(Path::new("/programs"), &own);
            let all: Vec<_> = all
                .iter()
                .map(|argument| argument.to_string_lossy().into_owned())
                .collect();
            all.join(" ")
        };
        let head = "run --called-as cargo xtask conformance";
        let own = "--impl x --corpus=c --redact";
        assert_eq!(
            arguments(&own.split(' ').collect::<Vec<_>>()),
            format!("{head} {own}")
        );
        let without = arguments(&["--redact"]);
        assert!(
            without.starts_with(&format!(
                "{head} --impl /programs/recovery-reference-adapter"
            )),
            "{without}"
        );
        assert!(
            without.contains("--corpus ") && without.ends_with(" --redact"),
            "{without}"
        );
    }

    #[test]
    fn a_flag_is_found_in_both_spellings_and_no_other() {
        let stated = |arguments: &[&str]| {
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            states(&arguments, "--impl")
        };
        assert!(stated(&["--jobs", "2", "--impl", "x"]));
        assert!(stated(&["--impl=x"]));
        assert!(!stated(&["--implementation", "x", "impl"]));
        assert!(!stated(&[]));
    }
}
