//! `cargo xtask prompt-size [--check|--accept|--render] [FLAG]...`: measures prompts, compares them with the committed
//! baseline, or renews it; without `--impl` those of the reference.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use crate::conformance::{ADAPTER, states};
use crate::workspace;

/// Runs the verb.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let packages: &[&str] = if states(arguments, "--impl") {
        &["recovery-conformance"]
    } else {
        &["recovery-conformance", ADAPTER.0]
    };
    workspace::harness(packages, |programs| {
        let mut all: Vec<OsString> = vec!["prompt-size".into()];
        if !states(arguments, "--impl") {
            let adapter = programs.join(workspace::name(ADAPTER.1));
            all.extend(["--impl".into(), workspace::word(&adapter).into()]);
        }
        for folder in ["corpus", "reports"] {
            let flag = format!("--{folder}");
            if !states(arguments, &flag) {
                let folder = workspace::shown(&workspace::root().join(folder));
                all.extend([flag.into(), folder.into()]);
            }
        }
        if states(arguments, "--accept") && !states(arguments, "--commit") {
            all.extend(commit().map(|commit| format!("--commit={commit}").into()));
        }
        all.extend_from_slice(arguments);
        all
    })
}

/// The commit that lies in the working tree; nothing where git cannot tell, so that the harness asks for it.
fn commit() -> Option<String> {
    let mut git = Command::new("git");
    git.current_dir(workspace::root()).args([
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ]);
    let output = git.output().ok().filter(|output| output.status.success())?;
    let commit = String::from_utf8(output.stdout).ok()?;
    Some(commit.trim().to_owned()).filter(|commit| !commit.is_empty())
}
