//! `cargo xtask report compare A B`: what was fixed, broken, new and gone between two reports.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::workspace;

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    workspace::program("recovery-report", &["recovery-reports"], |_| {
        arguments.to_vec()
    })
}
