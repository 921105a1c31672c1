//! `check-contract`: whether a contract is sound, before any response is read (REQ CON-1).

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use response_recovery::Contract;
use response_recovery::guard::GuardContract;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use crate::failure::Failure;
use crate::{exit, input};

/// Say whether a contract is sound: that of an investigation, and whether it switches the rules on, or one of the guard
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
    let text = input::text(&arguments.contract)?;
    let compiled = if is_of_the_guard(&text) {
        GuardContract::compile(&text).map(|_| None)
    } else {
        Contract::compile(&text).map(|contract| Some(contract.active()))
    };
    let compiled = compiled.map_err(|source| Failure::Contract {
        path: arguments.contract.clone(),
        source,
    });
    let active = match compiled {
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
    let mut out = io::stdout().lock();
    match (active, arguments.json) {
        (Some(active), true) => writeln!(out, "{}", json!({"sound": true, "active": active}))?,
        (None, true) => writeln!(out, "{}", json!({"sound": true, "guard": true}))?,
        (Some(true), false) => writeln!(out, "sound; rules are on")?,
        (Some(false), false) => {
            writeln!(
                out,
                "sound; rules are off (another phase, or no marker 1 in the schema)"
            )?;
        }
        (None, false) => writeln!(out, "sound; a contract of the guard")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a document means to be a contract of the guard: those of investigations name no tool at the top.
fn is_of_the_guard(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Means {
        tool: Option<IgnoredAny>,
        contract: Option<IgnoredAny>,
    }
    let means: Result<Means, _> = serde_json::from_str(text);
    means.is_ok_and(|means| means.tool.is_some() && means.contract.is_none())
}
