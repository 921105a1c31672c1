//! `cargo xtask small-world --check|--write [FLAG]...`: compares the decisions on the small worlds with the committed
//! page, or renews it; without `--impl` those of the reference.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::conformance::{ADAPTER, states};
use crate::workspace;

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    workspace::harness(&["recovery-conformance", ADAPTER.0], |programs| {
        let mut all: Vec<OsString> = vec!["small-world".into()];
        if !states(arguments, "--impl") {
            let adapter = programs.join(workspace::name(ADAPTER.1));
            all.extend(["--impl".into(), workspace::word(&adapter).into()]);
        }
        if !states(arguments, "--page") {
            let page = workspace::root().join("corpus/small-world.md");
            all.extend(["--page".into(), workspace::shown(&page).into()]);
        }
        all.extend_from_slice(arguments);
        all
    })
}
