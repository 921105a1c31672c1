//! The command `recovery-mutants`: the kill matrix, and the survivors of cargo-mutants.

mod verbs;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use recovery_conformance::usage::usage;

/// Hold mutants of the reference against the checks that must convict them
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Matrix(verbs::matrix::MatrixArgs),
    Survivors(verbs::survivors::SurvivorsArgs),
}

fn main() -> ExitCode {
    let command = match Command::try_parse() {
        Ok(command) => command,
        Err(error) => return usage(&error),
    };
    match command.verb {
        Verb::Matrix(matrix) => matrix.run(),
        Verb::Survivors(survivors) => survivors.run(),
    }
}
