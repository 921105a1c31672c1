//! `quarantine list`: what is kept, without a byte of it.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use response_recovery_store::{Held, Reader, Sighting};
use serde_json::{Value, json};

use super::moment;
use crate::failure::Failure;
use crate::format::Format;
use crate::raw;
use crate::table::Table;

/// How much of a digest is shown in a table: enough to name a body by.
const DIGEST_SHOWN: usize = 12;

/// List every body in quarantine, one line each, without a byte of it
#[derive(Args)]
pub(crate) struct Arguments {
    /// How the answer is written
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let all = Reader::open(&arguments.file)?.quarantined()?;
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Json => {
            let all: Vec<Value> = all.iter().map(as_json).collect();
            writeln!(out, "{}", json!({"quarantined": all}))?;
        }
        Format::Text if all.is_empty() => writeln!(out, "nothing in quarantine")?,
        Format::Text => {
            let mut table = Table::new([
                "sha256", "bytes", "seen", "last", "tool", "reason", "released",
            ]);
            for held in &all {
                table.row(as_row(held));
            }
            write!(out, "{table}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn as_row(held: &Held) -> [String; 7] {
    let told = |tell: fn(&Sighting) -> String| held.seen.last().map(tell).unwrap_or_default();
    let is_prefix = held.seen.iter().any(|seen| seen.is_prefix);
    [
        held.sha256.chars().take(DIGEST_SHOWN).collect(),
        format!("{}{}", held.bytes, if is_prefix { "+" } else { "" }),
        held.seen.len().to_string(),
        told(|seen| moment(seen.at)),
        told(|seen| raw::one_line(&seen.tool)),
        told(|seen| raw::one_line(&seen.stop_reason)),
        held.released.len().to_string(),
    ]
}

/// A body with all that is known of it, but for its bytes.
pub(super) fn as_json(held: &Held) -> Value {
    let seen = held.seen.iter().map(|seen| {
        json!({
            "tool": seen.tool,
            "stop_reason": seen.stop_reason,
            "prefix": seen.is_prefix,
            "at": moment(seen.at),
        })
    });
    let released = held
        .released
        .iter()
        .map(|release| json!({"reason": release.reason, "at": moment(release.at)}));
    json!({
        "sha256": held.sha256,
        "bytes": held.bytes,
        "seen": seen.collect::<Vec<_>>(),
        "released": released.collect::<Vec<_>>(),
    })
}
