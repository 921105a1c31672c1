//! `repair`: what becomes of the answer to a repair call.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use response_recovery::{Finish, Rejection, Repaired, Response, repair};

use crate::failure::Failure;
use crate::recover::{finish_parser, tell_rejection};
use crate::{exit, input};

/// Print the response as the answer to its repair call rebuilds it, on standard output
///
/// What was applied stands on standard error. A rejected answer prints nothing on standard output; why and
/// where stands on standard error, without a byte of the response or the answer.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The contract that the response must satisfy
    #[arg(long, value_name = "FILE")]
    contract: PathBuf,
    /// What the model answered to the repair call
    #[arg(long, value_name = "FILE")]
    answer: PathBuf,
    /// How the provider says that the response ended
    #[arg(long, value_parser = finish_parser(), default_value = "stop", value_name = "REASON")]
    finish: Finish,
    /// Print the outcome, whatever it is, as one line of JSON on standard output
    #[arg(long)]
    json: bool,
    /// The response that was to be repaired; standard input if absent or `-`
    #[arg(default_value = "-", value_name = "FILE")]
    response: PathBuf,
}

/// Decides on the answer and says so.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let contract = input::contract(&arguments.contract)?;
    let answer = input::response(&arguments.answer)?;
    let response = input::response(&arguments.response)?;
    let outcome = Response::from_bytes(&response).and_then(|response| {
        let response = response.finished(arguments.finish);
        repair(&contract, response, Response::from_bytes(&answer)?)
    });
    if arguments.json {
        let json = outcome
            .as_ref()
            .map_or_else(Rejection::to_json, Repaired::to_json);
        writeln!(io::stdout().lock(), "{json}")?;
    } else {
        match &outcome {
            Ok(repaired) => {
                for applied in repaired.rules() {
                    writeln!(io::stderr(), "rule: {applied}")?;
                }
                writeln!(io::stderr(), "repaired at \"{}\"", repaired.path())?;
                writeln!(io::stdout().lock(), "{}", repaired.text().trim_end())?;
            }
            Err(rejection) => tell_rejection(rejection, &[])?,
        }
    }
    Ok(match outcome {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(exit::REJECTED),
    })
}
