//! `audit`: what stands in the log of investigations, and whether it is what was written.

mod show;
mod verify;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use response_recovery_store::StoreError;

use crate::exit;
use crate::failure::Failure;

/// Look into the log of investigations that a session left behind
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Show(show::Arguments),
    Verify(verify::Arguments),
}

/// Shows or verifies. A log that does not verify is told, and is no failure of the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let done = match &arguments.verb {
        Verb::Show(arguments) => show::run(arguments),
        Verb::Verify(arguments) => verify::run(arguments),
    };
    match done {
        Err(Failure::Store(damaged @ StoreError::Damaged { .. })) => {
            eprintln!("response-recovery: {damaged}");
            Ok(ExitCode::from(exit::REJECTED))
        }
        done => done,
    }
}
