//! `cargo xtask spec --check|--write`: checks that every requirement is tested on both sides, or renews the links to
//! its cases. Flags are those of `recovery-conformance spec`.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::{corpus, workspace};

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    workspace::harness(&["recovery-conformance"], |_| {
        corpus::of_this_repository("spec", arguments)
    })
}
