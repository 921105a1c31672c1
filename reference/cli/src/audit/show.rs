//! `audit show`: the closed calls of investigations, without the text of a response unless it is
//! asked for by name (REQ VAL-4).

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use response_recovery::session::Record;
use response_recovery_store::{Investigation, Reader};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::format::Format;
use crate::table::Table;
use crate::{raw, told};

/// How much of a hash is shown in a table.
const HASH_SHOWN: usize = 12;

/// Show every closed call of a log, one line each
#[derive(Args)]
pub(crate) struct Arguments {
    /// Show this investigation alone
    #[arg(long, value_name = "NAME")]
    investigation: Option<String>,
    /// Show the texts of responses as well
    #[arg(long)]
    raw: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The log
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let reader = Reader::open(&arguments.file)?;
    let names = match &arguments.investigation {
        Some(name) => vec![name.clone()],
        None => reader.names()?,
    };
    let mut investigations = Vec::new();
    for name in names {
        investigations.push(reader.load(&name)?);
    }
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Json => {
            let all = investigations.iter();
            let all: Vec<Value> = all.map(|one| as_json(one, arguments.raw)).collect();
            writeln!(out, "{}", json!({"investigations": all}))?;
        }
        Format::Text => {
            for (place, investigation) in investigations.iter().enumerate() {
                if place > 0 {
                    writeln!(out)?;
                }
                show(&mut out, investigation, arguments.raw)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn show(out: &mut impl Write, investigation: &Investigation, raw: bool) -> io::Result<()> {
    writeln!(
        out,
        "{}: {} records, {} checkpoints",
        investigation.name,
        investigation.records.len(),
        investigation.checkpoints
    )?;
    writeln!(out, "policy {}", raw::one_line(&investigation.policy))?;
    writeln!(out, "contract {}", investigation.contract)?;
    let mut table = Table::new(["#", "call", "kind", "provider", "rules", "outcome", "hash"]);
    for record in &investigation.records {
        table.row([
            record.sequence.to_string(),
            raw::one_line(&record.call),
            record.kind.name().to_owned(),
            raw::one_line(&record.provider),
            told::rules(&record.rules).unwrap_or_else(|| "-".to_owned()),
            told::outcome(record),
            record.hash.chars().take(HASH_SHOWN).collect(),
        ]);
    }
    write!(out, "{table}")?;
    if raw {
        for record in &investigation.records {
            show_texts(out, record)?;
        }
    }
    Ok(())
}

fn show_texts(out: &mut impl Write, record: &Record) -> io::Result<()> {
    let texts = [
        ("response", record.response.as_ref()),
        (
            "text",
            record
                .text
                .as_ref()
                .filter(|text| Some(*text) != record.response.as_ref()),
        ),
        ("patch", record.repair.as_ref().map(|repair| &repair.patch)),
    ];
    for (what, text) in texts {
        if let Some(text) = text {
            writeln!(out, "\nrecord {}, {what}:", record.sequence)?;
            write!(out, "{}", raw::quoted(text))?;
        }
    }
    Ok(())
}

fn as_json(investigation: &Investigation, raw: bool) -> Value {
    let records = investigation.records.iter();
    let records: Vec<Value> = records.map(|record| record_json(record, raw)).collect();
    json!({
        "investigation": investigation.name,
        "policy": investigation.policy,
        "contract": investigation.contract,
        "checkpoints": investigation.checkpoints,
        "head": investigation.head(),
        "records": records,
    })
}

/// The record in its normative form; without `raw`, the members that hold text of a response are
/// left out, so that they cannot be taken for null.
fn record_json(record: &Record, raw: bool) -> Value {
    let mut value = serde_json::to_value(record).unwrap_or_default();
    if !raw {
        if let Some(members) = value.as_object_mut() {
            members.remove("response");
            members.remove("text");
        }
        if let Some(repair) = value.get_mut("repair").and_then(Value::as_object_mut) {
            repair.remove("patch");
            repair.remove("result");
        }
    }
    value
}
