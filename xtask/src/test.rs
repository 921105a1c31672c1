//! `cargo xtask test`: every test of this repository, with its own set-up.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::step::{self, Step};
use crate::workspace;

/// The tests. The programs are built first: some tests start them as the processes that they are.
const STEPS: [Step; 4] = [
    Step {
        name: "build the programs that tests start",
        line: &["cargo", "build", "--workspace", "--bins"],
        needs: "install Rust",
    },
    Step {
        name: "Rust tests",
        line: &["cargo", "test", "--workspace"],
        needs: "install Rust",
    },
    Step {
        name: "Python adapter tests",
        line: &[
            "python3",
            "-m",
            "unittest",
            "discover",
            "conformance/adapters/python",
        ],
        needs: "install Python 3, as `python3`",
    },
    Step {
        name: "Node.js adapter tests",
        line: &[
            "node",
            "--test",
            "conformance/adapters/node/strict.test.mjs",
        ],
        needs: "install Node.js 18 or later, as `node`",
    },
];

/// Runs the verb; it takes no arguments.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    if !arguments.is_empty() {
        return workspace::fault(
            "`test` takes no arguments; for some of the tests use `cargo test` itself",
        );
    }
    step::run_all("test", &STEPS)
}
