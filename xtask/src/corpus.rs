//! `cargo xtask corpus --check|--write`: checks the corpus, or renews its manifest. Flags are those of
//! `recovery-conformance corpus`.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::workspace;

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    workspace::harness(&["recovery-conformance"], |_| {
        of_this_repository("corpus", arguments)
    })
}

/// The verb's arguments, with the corpus and the specification of this repository where the user names no other.
pub(crate) fn of_this_repository(verb: &str, arguments: &[OsString]) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec![verb.into()];
    for (flag, file) in [("--corpus", "corpus"), ("--spec", "SPEC.md")] {
        if !crate::conformance::states(arguments, flag) {
            all.extend([
                flag.into(),
                workspace::shown(&workspace::root().join(file)).into(),
            ]);
        }
    }
    all.extend_from_slice(arguments);
    all
}
