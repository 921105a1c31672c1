//! `cargo xtask cost [FLAG]...`: estimates what malformed answers cost in all, from the measurement in `reports/`.
//! Without flags the estimate is kept there; with flags it is only printed.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::workspace;

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    workspace::harness(&["recovery-conformance"], |_| {
        let mut all: Vec<OsString> = vec!["cost".into()];
        for folder in ["corpus", "reports"] {
            let path = workspace::shown(&workspace::root().join(folder));
            all.extend([format!("--{folder}").into(), path.into()]);
        }
        if arguments.is_empty() {
            all.push("--keep".into());
        }
        all.extend_from_slice(arguments);
        all
    })
}
