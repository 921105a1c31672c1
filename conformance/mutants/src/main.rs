//! The command `recovery-mutants`: the kill matrix, and the survivors of cargo-mutants.

mod verbs;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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

/// Help as it is; a mistake in one clear line, so that it is not overlooked in the log of a CI run.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _closed_pipe = error.print();
        return ExitCode::SUCCESS;
    }
    let message = error.render().to_string();
    let lines: Vec<_> = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    eprintln!("{}; `--help` tells more", lines.join(" "));
    ExitCode::from(2)
}
