//! `simulate`: a session played from a script, for anyone to watch.

mod play;
mod script;
mod tell;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use self::play::Play;
use self::script::Script;
use crate::exit;
use crate::failure::Failure;

/// Play a session with the answers of a script, and print its course
///
/// The script says what LLMs and tools answer in turn, and how the session ends. No text of an
/// answer is printed unless `--raw` is given.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Keep the log of the session in this file, as an investigation named like the script
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// Print the texts of prompts, answers, actions and results as well
    #[arg(long)]
    raw: bool,
    /// The script
    #[arg(value_name = "SCRIPT")]
    script: PathBuf,
}

/// Plays the script; whether it went as it says is the exit status.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let script = Script::read(&arguments.script)?;
    let out = io::stdout().lock();
    let as_written = Play::open(&script, arguments.audit.as_deref(), arguments.raw, out)?.run()?;
    Ok(if as_written {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(exit::REJECTED)
    })
}
