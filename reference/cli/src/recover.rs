//! `recover`: what becomes of one response under a contract.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use response_recovery::{Finish, Outcome, Rejection, Response, recover};

use crate::failure::Failure;
use crate::{exit, input};

/// Print the value of a response on standard output, and the rules applied on standard error
///
/// Where a repair call is wanted, its prompt stands on standard output instead. A rejected response prints nothing on standard output; why and where it was rejected stands on
/// standard error, without a byte of the response.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The contract that the response must satisfy
    #[arg(long, value_name = "FILE")]
    contract: PathBuf,
    /// How the provider says that the answer ended
    #[arg(long, value_parser = finish_parser(), default_value = "stop", value_name = "REASON")]
    finish: Finish,
    /// Print the outcome, whatever it is, as one line of JSON on standard output
    #[arg(long)]
    json: bool,
    /// The response; standard input if absent or `-`
    #[arg(default_value = "-", value_name = "FILE")]
    response: PathBuf,
}

pub(crate) fn finish_parser() -> impl TypedValueParser<Value = Finish> {
    PossibleValuesParser::new(Finish::ALL.map(Finish::name))
        .map(|name| Finish::of_name(&name).unwrap_or_default())
}

/// Decides on the response and says so.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let contract = input::contract(&arguments.contract)?;
    let bytes = input::response(&arguments.response)?;
    let outcome = match Response::from_bytes(&bytes) {
        Ok(response) => recover(&contract, response.finished(arguments.finish)),
        Err(rejection) => Outcome::Rejected(rejection),
    };
    if arguments.json {
        writeln!(io::stdout().lock(), "{}", outcome.to_json())?;
    } else {
        tell(&outcome, &bytes)?;
    }
    Ok(match outcome {
        Outcome::Accepted(_) => ExitCode::SUCCESS,
        Outcome::Repair(_) => ExitCode::from(exit::REPAIR),
        _ => ExitCode::from(exit::REJECTED),
    })
}

fn tell(outcome: &Outcome<'_>, bytes: &[u8]) -> io::Result<()> {
    let mut errors = io::stderr();
    match outcome {
        Outcome::Accepted(accepted) => {
            for applied in accepted.rules() {
                writeln!(errors, "rule: {applied}")?;
            }
            writeln!(io::stdout().lock(), "{}", accepted.text().trim_end())
        }
        Outcome::Repair(call) => {
            for applied in call.rules() {
                writeln!(errors, "rule: {applied}")?;
            }
            writeln!(errors, "repair wanted at \"{}\"", call.path())?;
            writeln!(io::stdout().lock(), "{}", call.prompt().trim_end())
        }
        Outcome::Rejected(rejection) => tell_rejection(rejection, bytes),
        _ => Ok(()),
    }
}

/// Says on standard error why and where a text was rejected.
pub(crate) fn tell_rejection(rejection: &Rejection, bytes: &[u8]) -> io::Result<()> {
    let place = line_and_column(rejection, bytes);
    let why = rejection.reason.explain();
    writeln!(io::stderr().lock(), "rejected: {rejection}{place}: {why}")
}

/// Where in the response the fault stands, as an editor counts: lines and bytes from 1.
fn line_and_column(rejection: &Rejection, bytes: &[u8]) -> String {
    let Some(before) = rejection.offset.and_then(|offset| bytes.get(..offset)) else {
        return String::new();
    };
    let mut lines = before.split(|byte| *byte == b'\n');
    let line = lines.clone().count();
    let column = lines.next_back().map_or(0, <[u8]>::len) + 1;
    format!(" (line {line}, column {column})")
}
