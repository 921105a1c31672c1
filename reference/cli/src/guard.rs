//! `guard`: whether one output of a tool may be used.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use response_recovery::guard::{
    BodyFault, Corruption, GuardContract, Output, Quarantined, Received, Verdict, guard,
};
use response_recovery_store::Store;

use crate::failure::Failure;
use crate::{exit, input, quarantine, raw};

/// Say whether one output of a tool may be used: print nothing but the verdict
///
/// Of a body that is refused nothing is shown; why it was refused stands on standard error.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The guard contract of the tool
    #[arg(long, value_name = "FILE")]
    contract: PathBuf,
    /// What came of the call; absent: an answer
    #[arg(long, value_enum, value_name = "HOW")]
    transport: Option<Transport>,
    /// The HTTP status; needed where an answer came
    #[arg(
        long,
        value_name = "NUMBER",
        required_unless_present = "transport",
        required_if_eq("transport", "ok")
    )]
    status: Option<u32>,
    /// The field `Content-Type`; given twice, there were two
    #[arg(long, value_name = "TYPE")]
    content_type: Vec<String>,
    /// Keep the body, if it is corrupt, in this store, which is made if it is not there
    #[arg(long, value_name = "STORE")]
    quarantine: Option<PathBuf>,
    /// Print the verdict, and the value of a valid output, as one line of JSON on standard output
    #[arg(long)]
    json: bool,
    /// The body; standard input if absent or `-`. No more of it is read than decides its size
    #[arg(value_name = "FILE")]
    body: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Transport {
    /// An answer came
    Ok,
    /// No answer in time
    Timeout,
    /// No connection
    Unreachable,
}

/// Judges the output and says so.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let text = input::text(&arguments.contract)?;
    let contract = GuardContract::compile(&text).map_err(|source| Failure::Contract {
        path: arguments.contract.clone(),
        source,
    })?;
    let output = output(arguments, &contract)?;
    let verdict = guard(&contract, &output);
    if let (Some(file), Verdict::Corrupt(corrupt)) = (&arguments.quarantine, &verdict) {
        let refused = Quarantined {
            tool: contract.tool().to_owned(),
            stop_reason: corrupt.corruption.to_string(),
            kept: corrupt.kept.clone().into_owned(),
        };
        quarantine::keep(&mut Store::open(file)?, &[refused])?;
    }
    if arguments.json {
        writeln!(io::stdout().lock(), "{}", verdict.to_json())?;
    } else {
        tell(&verdict)?;
    }
    Ok(ExitCode::from(match verdict {
        Verdict::Valid(_) => 0,
        Verdict::Corrupt(_) => exit::REJECTED,
        Verdict::ToolFailure(_) => exit::TOOL_FAILURE,
    }))
}

fn output(arguments: &Arguments, contract: &GuardContract) -> Result<Output<'static>, Failure> {
    let transport = arguments.transport.unwrap_or(Transport::Ok);
    let has_answer = arguments.status.is_some()
        || !arguments.content_type.is_empty()
        || arguments.body.is_some();
    if transport != Transport::Ok && has_answer {
        return Err(Failure::Usage(
            "where no answer came there is no --status, no --content-type and no body; leave them out, or --transport",
        ));
    }
    Ok(match transport {
        Transport::Timeout => Output::Timeout,
        Transport::Unreachable => Output::Unreachable,
        Transport::Ok => {
            let types = &arguments.content_type;
            Output::Received(Received {
                status: arguments.status.unwrap_or_default(),
                content_type: (!types.is_empty()).then(|| Cow::Owned(types.join(", "))),
                body: Cow::Owned(body(arguments.body.as_deref(), contract.max_chars())?),
            })
        }
    })
}

/// The body, or as much of it as is enough to refuse it for its size: a character is at most four
/// bytes long (REQ GRD-4).
fn body(path: Option<&Path>, max_chars: u64) -> Result<Vec<u8>, Failure> {
    let enough = max_chars.saturating_mul(4).saturating_add(1);
    let mut body = Vec::new();
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        let read = io::stdin().lock().take(enough).read_to_end(&mut body);
        read.map_err(Failure::Input)?;
        return Ok(body);
    };
    let unreadable = |source| Failure::Unreadable {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(unreadable)?;
    file.take(enough)
        .read_to_end(&mut body)
        .map_err(unreadable)?;
    Ok(body)
}

fn tell(verdict: &Verdict<'_>) -> io::Result<()> {
    let Verdict::Corrupt(corrupt) = verdict else {
        let reason = verdict.stop_reason();
        return match reason {
            None => writeln!(io::stdout().lock(), "valid"),
            Some(reason) => writeln!(io::stderr().lock(), "tool failure: {reason}"),
        };
    };
    let mut errors = io::stderr().lock();
    let reason = raw::one_line(&corrupt.corruption.to_string());
    writeln!(errors, "corrupt: {reason}{}", detail(&corrupt.corruption))?;
    let checked: Vec<&str> = corrupt.checked.iter().map(|gate| gate.name()).collect();
    writeln!(errors, "passed before: {}", checked.join(" "))
}

/// Where and why a body is no strict JSON, without a byte of it.
fn detail(corruption: &Corruption) -> String {
    match corruption {
        Corruption::InvalidJson(BodyFault::ByteOrderMark) => {
            " (it begins with a byte order mark)".to_owned()
        }
        Corruption::InvalidJson(BodyFault::NotUtf8 { offset }) => {
            format!(" (no UTF-8 at byte {offset})")
        }
        Corruption::InvalidJson(BodyFault::Json(error)) => format!(" ({error})"),
        _ => String::new(),
    }
}
