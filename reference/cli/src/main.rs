//! The command line of the reference: what a rescue or a repair would do to one answer, and
//! whether a contract holds together.

mod audit;
mod check_contract;
mod exit;
mod failure;
mod input;
mod raw;
mod recover;
mod repair;
mod simulate;
mod told;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Rescue malformed LLM answers without ever changing a value.
#[derive(Parser)]
#[command(name = "response-recovery", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Recover(recover::Arguments),
    Repair(repair::Arguments),
    CheckContract(check_contract::Arguments),
    Simulate(simulate::Arguments),
    Audit(audit::Arguments),
}

const EXIT_CODES: &str = "\
Exit status:
  0  the response is accepted, or the contract is sound
  2  the command line, a file or the contract is at fault
  3  the response, or the answer to its repair call, is rejected
  4  the response can be accepted after a repair call; `recover` says what to ask

Examples:
  response-recovery recover --contract contract.json answer.txt
  curl -s … | response-recovery recover --contract contract.json --json
  response-recovery repair --contract contract.json --answer repair.txt answer.txt
  response-recovery check-contract contract.json
  response-recovery simulate corpus/sessions/clean.json --audit audit.db
  response-recovery audit verify audit.db";

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Recover(arguments) => recover::run(&arguments),
        Command::Repair(arguments) => repair::run(&arguments),
        Command::CheckContract(arguments) => check_contract::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
    };
    outcome.unwrap_or_else(|failure| {
        // Names of files, and what a system says of them, are texts of others.
        let failure = raw::one_line(&failure.to_string());
        eprintln!("response-recovery: {failure}");
        ExitCode::from(exit::FAULT)
    })
}
