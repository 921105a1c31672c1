//! `quarantine show`: all that is known of one body, and the body itself only if it is asked for by name
//! (REQ VAL-4, GRD-8).

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use response_recovery_store::{Held, Reader};

use super::{list, moment};
use crate::failure::Failure;
use crate::format::Format;
use crate::raw;

/// Show where one body was seen, and when it was released
#[derive(Args)]
pub(crate) struct Arguments {
    /// Show the body as well, its control characters as escapes; for its bytes use `release`
    #[arg(long, conflicts_with = "format")]
    raw: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The SHA-256 of the body, or at least its first 8 digits
    #[arg(value_name = "SHA256")]
    digest: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let reader = Reader::open(&arguments.file)?;
    let (sha256, body) = reader.quarantined_body(&arguments.digest)?;
    let mut out = io::stdout().lock();
    for held in reader.quarantined()? {
        if held.sha256 != sha256 {
            continue;
        }
        match arguments.format {
            Format::Json => writeln!(out, "{}", list::as_json(&held))?,
            Format::Text => write!(out, "{}", as_text(&held))?,
        }
    }
    if arguments.raw {
        write!(out, "{}", raw::quoted(&String::from_utf8_lossy(&body)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_text(held: &Held) -> String {
    let mut lines = vec![
        format!("sha256    {}", held.sha256),
        format!("bytes     {}", held.bytes),
    ];
    for seen in &held.seen {
        let more = if seen.is_prefix {
            ", of a longer body"
        } else {
            ""
        };
        lines.push(format!(
            "seen      {}  {}  {}{more}",
            moment(seen.at),
            raw::one_line(&seen.tool),
            raw::one_line(&seen.stop_reason),
        ));
    }
    for release in &held.released {
        let reason = raw::one_line(&release.reason);
        lines.push(format!("released  {}  {reason}", moment(release.at)));
    }
    lines.join("\n") + "\n"
}
