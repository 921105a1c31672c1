//! `cargo xtask reask [NAME...]`: what other libraries send when an answer was malformed, beside what the reference
//! sends. Installs them into `.peers/reask/`; only that needs a network.
//!
//! `--render` makes the page anew from the kept measurement, `--check` compares the two; neither installs anything.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::conformance::ADAPTER;
use crate::peer::{Fault, Peer, Peers};
use crate::workspace;

/// The libraries that ask again.
pub(crate) const REASKS: Peers = Peers {
    folder: "conformance/adapters/reask",
    home: ".peers/reask",
};

/// Runs the verb. Arguments that are no flags are names of peers; without any all are measured, and the measurement is
/// kept in `reports/`. A peer that cannot be installed is told, and the rest go on; the status is 1 then.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let is_flag = |argument: &&OsString| argument.to_string_lossy().starts_with('-');
    let (flags, names): (Vec<_>, Vec<_>) = arguments.iter().partition(is_flag);
    let measures_nothing = ["--render", "--check", "--help", "-h"];
    let measures = !flags
        .iter()
        .any(|flag| measures_nothing.iter().any(|nothing| **flag == **nothing));
    let peers = match peers(&names) {
        Ok(peers) => peers,
        Err(fault) => return workspace::fault(&fault.to_string()),
    };
    let mut own: Vec<OsString> = vec!["reask".into()];
    if measures {
        for peer in &peers {
            match peer.install() {
                Ok(()) => own.push(format!("--peer={}={}", peer.name, peer.command()).into()),
                Err(fault) => {
                    own.push(format!("--missing={}", peer.name).into());
                    eprintln!("xtask: {} is left out: {fault}", peer.name);
                }
            }
        }
        if names.is_empty() {
            own.push("--keep".into());
        }
    }
    own.extend(flags.into_iter().cloned());
    workspace::harness(&["recovery-conformance", ADAPTER.0], |programs| {
        let adapter = programs.join(workspace::name(ADAPTER.1));
        own.extend(["--impl".into(), workspace::word(&adapter).into()]);
        for (flag, folder) in [
            ("--corpus", "corpus"),
            ("--reports", "reports"),
            ("--captured", "target/reask"),
        ] {
            let folder = workspace::shown(&workspace::root().join(folder));
            own.extend([flag.into(), folder.into()]);
        }
        own
    })
}

/// The peers of these names, or all.
fn peers(names: &[&OsString]) -> Result<Vec<Peer>, Fault> {
    let names = match names {
        [] => REASKS.names()?,
        names => names
            .iter()
            .map(|name| name.to_string_lossy().into_owned())
            .collect(),
    };
    names.iter().map(|name| REASKS.find(name)).collect()
}
