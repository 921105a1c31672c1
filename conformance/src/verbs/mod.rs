//! The verbs of the command line, one file each.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use recovery_conformance::corpus::Faults;

pub(crate) mod corpus;
pub(crate) mod cost;
pub(crate) mod prompt_size;
pub(crate) mod reask;
pub(crate) mod run;
pub(crate) mod small_world;
pub(crate) mod spec;

/// Prints a line of a result. Whoever closes the pipe has seen enough; the exit status still tells the result.
fn say(line: &str) {
    let _closed_pipe = writeln!(io::stdout(), "{line}");
}

/// The exit status of a check: 0 if all is right, 1 if not, 2 if that could not be told, which is said why.
fn status(checked: Result<bool, impl Display>) -> ExitCode {
    match checked {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(2)
        }
    }
}

/// Tells all findings, one a line, on standard error; the exit status of a check that found something.
fn report<P: Display>(faults: &Faults<P>) -> ExitCode {
    let count = faults.0.len();
    let noun = if count == 1 { "finding" } else { "findings" };
    let _closed_pipe = writeln!(io::stderr(), "{faults}\n{count} {noun}");
    ExitCode::from(1)
}
