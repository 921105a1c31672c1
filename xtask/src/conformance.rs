//! `cargo xtask conformance [FLAG]...`: holds a program against the suite; without `--impl` the reference's adapter,
//! started as a child process like any other. Flags are those of `recovery-conformance run`.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::workspace;

/// The package and the program that make the reference testable.
const ADAPTER: (&str, &str) = ("recovery-adapter-reference", "recovery-reference-adapter");

/// Runs the verb, in the user's working directory.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let own_program = states(arguments, "--impl");
    let packages: &[&str] = if own_program {
        &["recovery-conformance"]
    } else {
        &["recovery-conformance", ADAPTER.0]
    };
    workspace::harness(packages, |programs| {
        let mut all: Vec<OsString> = vec!["run".into()];
        if !own_program {
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
    })
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
