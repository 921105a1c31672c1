//! `audit verify`: whether every investigation is as it was written (REQ AUD-1).

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use response_recovery_store::{Damage, Reader, Verified};
use serde_json::{Value, json};

use crate::exit;
use crate::failure::Failure;
use crate::format::Format;

/// Verify every investigation of a log, one line each
///
/// The head is the hash of an investigation's last record. Kept elsewhere, it shows whether the
/// whole log was written anew.
#[derive(Args)]
pub(crate) struct Arguments {
    /// How the answer is written
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The log
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let found = Reader::open(&arguments.file)?.verify()?;
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Json => {
            let all: Vec<Value> = found.iter().map(as_json).collect();
            writeln!(out, "{}", json!({"investigations": all}))?;
        }
        Format::Text => {
            for one in &found {
                writeln!(out, "{}", as_line(one))?;
            }
            if found.is_empty() {
                writeln!(out, "no investigations")?;
            }
        }
    }
    Ok(if found.iter().all(Result::is_ok) {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(exit::REJECTED)
    })
}

fn as_line(found: &Result<Verified, Damage>) -> String {
    match found {
        Ok(Verified {
            name,
            records,
            head,
            checkpoints,
        }) => {
            format!("{name}: verified, {records} records, {checkpoints} checkpoints, head {head}")
        }
        Err(damage) => format!("DAMAGED: {damage}"),
    }
}

fn as_json(found: &Result<Verified, Damage>) -> Value {
    match found {
        Ok(verified) => json!({
            "investigation": verified.name,
            "verified": true,
            "records": verified.records,
            "checkpoints": verified.checkpoints,
            "head": verified.head,
        }),
        Err(damage) => json!({"verified": false, "damage": damage.to_string()}),
    }
}
