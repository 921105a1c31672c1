//! `cargo xtask peers [NAME [FLAG]...]`: installs a foreign library into `.peers/` and holds it against profile `parse`.
//!
//! A peer is a folder in `conformance/adapters/peers`; `peer.rs` says what is in it.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::conformance;
use crate::peer::{Fault, Peers};
use crate::workspace;

/// The libraries that repair, or say they do.
pub(crate) const PEERS: Peers = Peers {
    folder: "conformance/adapters/peers",
    home: ".peers",
};

/// Runs the verb. `arguments` are those after `peers`: nothing (lists the peers), or a name and flags for
/// `recovery-conformance run`, whose exit status is the result. What cannot be done is one line and status 2.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let result = match arguments {
        [] => list(),
        [_, flags @ ..] if conformance::states(flags, "--impl") => {
            return workspace::fault("a peer is its own program: leave out --impl");
        }
        [name, flags @ ..] => hold(&name.to_string_lossy(), flags),
    };
    result.unwrap_or_else(|fault| workspace::fault(&fault.to_string()))
}

/// Prints the names of the peers, one a line.
fn list() -> Result<ExitCode, Fault> {
    for name in PEERS.names()? {
        println!("{name}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Installs the peer `name`, then holds it against the profile as `cargo xtask conformance` does with any program.
fn hold(name: &str, flags: &[OsString]) -> Result<ExitCode, Fault> {
    let peer = PEERS.find(name)?;
    peer.install()?;
    let mut arguments: Vec<OsString> = ["--profiles", "parse", "--impl"].map(Into::into).into();
    arguments.push(peer.command().into());
    arguments.extend_from_slice(flags);
    Ok(conformance::run(&arguments))
}
