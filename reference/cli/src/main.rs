//! The command line of the reference: what a rescue or a repair would do to one answer, and
//! whether a contract holds together.

mod audit;
mod check_contract;
mod exit;
mod failure;
mod format;
mod guard;
mod guard_run;
mod input;
mod quarantine;
mod raw;
mod recover;
mod repair;
mod simulate;
mod table;
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
    Guard(guard::Arguments),
    GuardRun(guard_run::Arguments),
    Quarantine(quarantine::Arguments),
}

const EXIT_CODES: &str = "\
Exit status:
  0  the response is accepted, or the contract is sound
  2  the command line, a file or the contract is at fault
  3  the response, or the answer to its repair call, is rejected
  4  the response can be accepted after a repair call; `recover` says what to ask
  5  the tool failed, so that there is no output to judge

`guard` ends with 0 for a valid output and 3 for a corrupt one, `guard-run` with 0 for a run in which
nothing went wrong and 3 for one that failed closed; `audit` and `quarantine` with 3 for a store that
does not verify.

Examples:
  response-recovery recover --contract contract.json answer.txt
  curl -s … | response-recovery recover --contract contract.json --json
  response-recovery repair --contract contract.json --answer repair.txt answer.txt
  response-recovery check-contract contract.json
  response-recovery simulate corpus/sessions/clean.json --audit audit.db
  response-recovery audit verify audit.db
  response-recovery guard --contract corpus/contracts/guard-profile.json --status 200 \\
    --content-type application/json body.json
  response-recovery guard-run corpus/runs/incident.json --quarantine audit.db
  response-recovery quarantine list audit.db";

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Recover(arguments) => recover::run(&arguments),
        Command::Repair(arguments) => repair::run(&arguments),
        Command::CheckContract(arguments) => check_contract::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Guard(arguments) => guard::run(&arguments),
        Command::GuardRun(arguments) => guard_run::run(&arguments),
        Command::Quarantine(arguments) => quarantine::run(&arguments),
    };
    outcome.unwrap_or_else(|failure| {
        // Names of files, and what a system says of them, are texts of others.
        let failure = raw::one_line(&failure.to_string());
        eprintln!("response-recovery: {failure}");
        ExitCode::from(exit::FAULT)
    })
}
