//! `cargo xtask ci`: exactly what CI runs, the cheap checks first.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};

use crate::step::{self, Step};
use crate::workspace;

const RUST: &str = "install Rust";

const STEPS: [Step; 11] = [
    Step {
        name: "format",
        line: &["cargo", "fmt", "--all", "--check"],
        needs: "run `rustup component add rustfmt`",
    },
    Step {
        name: "lints",
        line: &[
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        needs: "run `rustup component add clippy`",
    },
    Step {
        name: "tests",
        line: &["cargo", "xtask", "test"],
        needs: RUST,
    },
    Step {
        name: "corpus",
        line: &["cargo", "xtask", "corpus", "--check"],
        needs: RUST,
    },
    Step {
        name: "specification",
        line: &["cargo", "xtask", "spec", "--check"],
        needs: RUST,
    },
    Step {
        name: "conformance of the reference",
        line: &["cargo", "xtask", "conformance"],
        needs: RUST,
    },
    Step {
        name: "small world",
        line: &["cargo", "xtask", "small-world", "--check"],
        needs: RUST,
    },
    Step {
        name: "prompt sizes",
        line: &["cargo", "xtask", "prompt-size", "--check"],
        needs: RUST,
    },
    Step {
        // The written half: with the generated one it takes longer than a change should wait for.
        name: "mutants of the reference",
        line: &["cargo", "xtask", "mutants", "--generated", "0"],
        needs: RUST,
    },
    Step {
        name: "conformance of the Python adapter",
        line: &[
            "cargo",
            "xtask",
            "conformance",
            "--impl",
            "python3 conformance/adapters/python/strict.py",
            "--profiles",
            "parse",
            "--report",
            "target/reports/python",
        ],
        needs: RUST,
    },
    Step {
        name: "conformance of the Node.js adapter",
        line: &[
            "cargo",
            "xtask",
            "conformance",
            "--impl",
            "node conformance/adapters/node/strict.mjs",
            "--profiles",
            "parse",
            "--report",
            "target/reports/node",
        ],
        needs: RUST,
    },
];

/// Licences, sources and doubled versions of the dependencies. A tool of its own, which takes minutes to install, so it
/// runs where it is there; the hosted workflow installs it.
const DENY: Step = Step {
    name: "dependencies",
    line: &["cargo", "deny", "check", "licenses", "bans", "sources"],
    needs: "run `cargo install cargo-deny --locked`",
};

/// Runs the verb; it takes no arguments.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    if !arguments.is_empty() {
        return workspace::fault(
            "`ci` takes no arguments; each step prints the line that runs it alone",
        );
    }
    let mut steps = Vec::from(STEPS);
    if has_cargo_deny() {
        steps.push(DENY);
    } else {
        println!("== ci: cargo-deny is not installed, so dependencies are not checked here");
    }
    step::run_all("ci", &steps)
}

fn has_cargo_deny() -> bool {
    let mut deny = Command::new("cargo-deny");
    deny.arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    deny.status().is_ok_and(|status| status.success())
}
