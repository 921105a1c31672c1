//! `check-contract`: whether a contract is sound, before any response is read (REQ CON-1).

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::failure::Failure;
use crate::{exit, input};

/// Say whether a contract is sound, and whether it switches the rules on
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print the answer as one line of JSON on standard output
    #[arg(long)]
    json: bool,
    /// The contract
    #[arg(value_name = "FILE")]
    contract: PathBuf,
}

/// Compiles the contract and says what came of it.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let contract = match input::contract(&arguments.contract) {
        Err(Failure::Contract { source, .. }) if arguments.json => {
            let answer = json!({
                "sound": false,
                "error": source.to_string(),
                "at": source.at.as_str(),
            });
            writeln!(io::stdout().lock(), "{answer}")?;
            return Ok(ExitCode::from(exit::FAULT));
        }
        other => other?,
    };
    let active = contract.active();
    if arguments.json {
        writeln!(
            io::stdout().lock(),
            "{}",
            json!({"sound": true, "active": active})
        )?;
    } else {
        let rules = if active {
            "on"
        } else {
            "off (another phase, or no marker 1 in the schema)"
        };
        writeln!(io::stdout().lock(), "sound; rules are {rules}")?;
    }
    Ok(ExitCode::SUCCESS)
}
