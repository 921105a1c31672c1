//! The command `recovery-live`.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use recovery_conformance::child::ChildCommand;
use recovery_conformance::implementation::LaunchError;
use recovery_conformance::pattern::Pattern;
use recovery_conformance::prompt_size::{FixtureFault, Fixtures};
use recovery_conformance::runner::Options;
use recovery_conformance::usage::usage;
use recovery_live::endpoint::{Endpoint, Key, NoAddress};
use recovery_live::{LiveError, Tally, live};
use thiserror::Error;

/// Where the key is looked for, the first that is set.
const KEYS: [&str; 2] = ["RESPONSE_RECOVERY_API_KEY", "OPENAI_API_KEY"];

/// How long a reply of the implementation may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Send the repair prompts of the corpus to a model and count the answers that pass. This costs what the provider takes
/// for it. Nothing is sent twice. The key is read from `RESPONSE_RECOVERY_API_KEY` or `OPENAI_API_KEY` and never printed.
/// Exits with 0 if every answer passes, 1 if one does not, 3 if some did not come and the rest pass, 2 if nothing was sent
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct LiveArgs {
    /// The base address of an OpenAI-compatible endpoint, such as `https://host/v1`
    #[arg(long, value_name = "URL")]
    base_url: String,
    /// The model, as the endpoint calls it
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The program that makes the prompts and takes the answers; no shell runs it
    #[arg(long = "impl", value_name = "COMMAND ARGS")]
    implementation: String,
    /// Only the fixtures whose names match; `*` stands for anything
    #[arg(long, value_name = "PATTERN")]
    only: Option<Pattern>,
    /// How long a model may take for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// Write the answers as they came to a file, one JSON line each
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
}

/// Why nothing was sent, or not all told.
#[derive(Debug, Error)]
enum LiveFault {
    #[error("no key: set {} or {}; a server of one's own takes any value", KEYS[0], KEYS[1])]
    NoKey,
    #[error(transparent)]
    Address(#[from] NoAddress),
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error(transparent)]
    Fixture(#[from] FixtureFault),
    #[error("no fixture has a name that matches")]
    NoFixture,
    #[error(transparent)]
    Live(#[from] LiveError),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
}

fn main() -> ExitCode {
    let arguments = match LiveArgs::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    match arguments.run() {
        Ok(tally) => {
            println!("{tally}");
            ExitCode::from(tally.exit_status())
        }
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(2)
        }
    }
}

impl LiveArgs {
    fn run(&self) -> Result<Tally, LiveFault> {
        let key = KEYS
            .iter()
            .find_map(|name| Key::new(&std::env::var(name).ok()?));
        let key = key.ok_or(LiveFault::NoKey)?;
        let timeout = Duration::from_secs(self.timeout);
        let endpoint = Endpoint::new(&self.base_url, &self.model, key, timeout)?;
        let mut fixtures = Fixtures::read(&self.corpus)?;
        if let Some(only) = &self.only {
            fixtures.all.retain(|name, _| only.matches(name));
        }
        if fixtures.all.is_empty() {
            return Err(LiveFault::NoFixture);
        }
        let launcher = ChildCommand::parse(&self.implementation)?;
        let options = Options {
            timeout: PATIENCE,
            keep_replies: true,
            ..Options::default()
        };
        let mut done = 0;
        let all = fixtures.all.len();
        let tally = live(
            &launcher,
            &endpoint,
            &fixtures,
            &options,
            &mut |name, asked| {
                done += 1;
                eprintln!("{done}/{all} {name}: {}", asked.outcome);
            },
        )?;
        self.keep(&tally)?;
        Ok(tally)
    }

    /// Writes the answers to the file that was asked for.
    fn keep(&self, tally: &Tally) -> Result<(), LiveFault> {
        let Some(path) = &self.answers else {
            return Ok(());
        };
        let mut lines = String::new();
        for (name, asked) in &tally.0 {
            let line = serde_json::json!({
                "fixture": name,
                "outcome": asked.outcome.to_string(),
                "usage": asked.usage,
                "answer": asked.answer,
            });
            lines += &line.to_string();
            lines.push('\n');
        }
        fs::write(path, lines).map_err(|error| LiveFault::File {
            path: path.clone(),
            error,
        })
    }
}
