//! `cargo xtask live --base-url URL --model NAME [FLAG]...`: sends the repair prompts of the fixtures to a real model;
//! without `--impl` those of the reference. The only verb that talks to more than a package registry.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::conformance::{ADAPTER, states};
use crate::workspace;

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    workspace::program("recovery-live", &["recovery-live", ADAPTER.0], |programs| {
        let mut all: Vec<OsString> = Vec::new();
        if !states(arguments, "--impl") {
            let adapter = programs.join(workspace::name(ADAPTER.1));
            all.extend(["--impl".into(), workspace::word(&adapter).into()]);
        }
        if !states(arguments, "--corpus") {
            let corpus = workspace::shown(&workspace::root().join("corpus"));
            all.extend(["--corpus".into(), corpus.into()]);
        }
        all.extend_from_slice(arguments);
        all
    })
}
