//! `reask`: measures what libraries send when an answer was malformed, or renders a measurement again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use recovery_conformance::child::ChildCommand;
use recovery_conformance::implementation::LaunchError;
use recovery_conformance::prompt_size::{self, AskError, FixtureFault, Fixtures};
use recovery_conformance::reask::{Measured, ReaskError, measure, own, results};
use recovery_conformance::runner::Options;
use recovery_reports::reask::{FORMAT, OWN, Reasks, page};
use thiserror::Error;

const KEPT: &str = "reask.json";
const PAGE: &str = "reask.md";

/// How long a reply of the implementation may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Measure what libraries send when an answer was malformed, beside what a program under test sends. Exits with 0 if all
/// was measured, 1 if a peer or a fixture is missing or the page is stale, 2 if nothing could be measured
#[derive(Debug, Args)]
pub(crate) struct ReaskArgs {
    /// The program whose repair call is measured beside the peers
    #[arg(long = "impl", value_name = "COMMAND ARGS")]
    implementation: String,
    /// A peer, and the command that starts its adapter; no shell runs it
    #[arg(long = "peer", value_name = "NAME=COMMAND", value_parser = named)]
    peers: Vec<(String, String)>,
    /// A peer that cannot be measured; then nothing is kept
    #[arg(long, value_name = "NAME")]
    missing: Vec<String>,
    /// Keep the measurement in the folder of reports, if nothing is missing
    #[arg(long)]
    keep: bool,
    /// Make the page anew from the kept measurement, and measure nothing
    #[arg(long, conflicts_with = "check")]
    render: bool,
    /// Compare the page with the kept measurement, and measure nothing
    #[arg(long)]
    check: bool,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The folder of the measurement and its page
    #[arg(long, value_name = "DIR", default_value = "reports")]
    reports: PathBuf,
    /// Where the requests are put as they were sent, a file for each peer, a line for each fixture
    #[arg(long, value_name = "DIR", default_value = "target/reask")]
    captured: PathBuf,
}

/// Why nothing was measured or kept.
#[derive(Debug, Error)]
enum ReaskFault {
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error(transparent)]
    Fixture(#[from] FixtureFault),
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error("{peer}: {error}")]
    Peer { peer: String, error: ReaskError },
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Form {
        path: PathBuf,
        error: serde_json::Error,
    },
}

fn named(argument: &str) -> Result<(String, String), String> {
    let (name, command) = argument
        .split_once('=')
        .ok_or("has no `=` after the name")?;
    Ok((name.to_owned(), command.to_owned()))
}

impl ReaskArgs {
    /// Runs the verb.
    pub(crate) fn run(&self) -> ExitCode {
        super::status(self.execute())
    }

    fn execute(&self) -> Result<bool, ReaskFault> {
        if self.render || self.check {
            let kept = page(&self.kept()?);
            let path = self.reports.join(PAGE);
            if self.render {
                return write(&path, kept.as_bytes()).map(|()| true);
            }
            let is_fresh = fs::read_to_string(&path).is_ok_and(|text| text == kept);
            if !is_fresh {
                eprintln!(
                    "{}: is not what {KEPT} comes to; `--render` renews it",
                    path.display()
                );
            }
            return Ok(is_fresh);
        }
        let fixtures = Fixtures::read(&self.corpus)?;
        let (reasks, is_whole) = self.measure(&fixtures)?;
        let text = page(&reasks);
        let table = text.split("\n## All figures").next().unwrap_or_default();
        let table = table.find("| way |").map_or(table, |at| &table[at..]);
        super::say(table.trim_end());
        if !self.keep {
            return Ok(is_whole);
        }
        if !is_whole {
            eprintln!("{} is left as it was", self.reports.join(KEPT).display());
            return Ok(false);
        }
        let path = self.reports.join(KEPT);
        let mut json = Vec::new();
        let written = reasks.write(&mut json);
        written.map_err(|error| ReaskFault::File {
            path: path.clone(),
            error,
        })?;
        write(&path, &json)?;
        write(&self.reports.join(PAGE), text.as_bytes())?;
        Ok(true)
    }

    /// The measurement, and whether nothing is missing from it.
    fn measure(&self, fixtures: &Fixtures) -> Result<(Reasks, bool), ReaskFault> {
        let mut is_whole = self.missing.is_empty();
        for name in &self.missing {
            eprintln!("{name}: is not measured");
        }
        let launcher = ChildCommand::parse(&self.implementation)?;
        let options = Options {
            timeout: PATIENCE,
            keep_replies: true,
            ..Options::default()
        };
        let asked = prompt_size::ask(&launcher, fixtures, &options)?;
        for wrong in &asked.wrong {
            eprintln!("{wrong}");
            is_whole = false;
        }
        let own = own(&prompt_size::measure(fixtures, &asked));
        let mut ways: BTreeMap<_, _> = [(OWN.to_owned(), own)].into();
        for (name, command) in &self.peers {
            let told = |fixture: &str| eprintln!("{name}: {fixture}");
            let launcher = ChildCommand::parse(command)?;
            let measured =
                measure(&launcher, fixtures, &told).map_err(|error| ReaskFault::Peer {
                    peer: name.clone(),
                    error,
                })?;
            for (fixture, why) in &measured.missing {
                eprintln!("{name}: {fixture}: {why}");
                is_whole = false;
            }
            self.capture(name, &measured)?;
            ways.extend(measured.ways);
        }
        let reasks = Reasks {
            reasks: FORMAT,
            results: results(fixtures),
            ways,
        };
        Ok((reasks, is_whole))
    }

    /// Puts what a peer sent into a file of its own.
    fn capture(&self, name: &str, measured: &Measured) -> Result<(), ReaskFault> {
        let mut lines = String::new();
        for (fixture, line) in &measured.captured {
            // Writing to a string cannot fail.
            let _written = writeln!(lines, r#"{{"fixture":"{fixture}","sent":{line}}}"#);
        }
        write(
            &self.captured.join(format!("{name}.jsonl")),
            lines.as_bytes(),
        )
    }

    fn kept(&self) -> Result<Reasks, ReaskFault> {
        let path = self.reports.join(KEPT);
        let text = fs::read_to_string(&path).map_err(|error| ReaskFault::File {
            path: path.clone(),
            error,
        })?;
        Reasks::read(&text).map_err(|error| ReaskFault::Form { path, error })
    }
}

/// Writes a file, and the folder that it lies in.
fn write(path: &Path, text: &[u8]) -> Result<(), ReaskFault> {
    let fault = |error| ReaskFault::File {
        path: path.to_owned(),
        error,
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    fs::write(path, text).map_err(fault)
}
