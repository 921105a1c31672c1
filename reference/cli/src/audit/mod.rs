//! `audit`: what stands in the log of investigations, and whether it is what was written.

mod show;
mod verify;

use std::process::ExitCode;

use clap::{Args, Subcommand};

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

/// Shows or verifies.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    exit::of_store(match &arguments.verb {
        Verb::Show(arguments) => show::run(arguments),
        Verb::Verify(arguments) => verify::run(arguments),
    })
}
