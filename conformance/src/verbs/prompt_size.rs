//! `prompt-size`: measures the prompts of an implementation, compares them with a baseline, or renews it.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};
use recovery_conformance::child::ChildCommand;
use recovery_conformance::implementation::LaunchError;
use recovery_conformance::prompt_size::{
    AskError, BASELINE, FixtureFault, Fixtures, HISTORY, Kept, KeptError, ask, measure,
};
use recovery_conformance::runner::Options;
use recovery_reports::prompt_size::{PromptSizes, table};
use thiserror::Error;

/// How long a reply may take: far more than it ever does, so that a busy machine fails no measurement.
const PATIENCE: Duration = Duration::from_secs(20);

/// Measure the prompts of a program over the fixtures of the corpus. Exits with 0 if all is right, 1 if a prompt is not
/// right, grew past the baseline or a rendered file is stale, 2 if nothing could be measured
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode"))]
pub(crate) struct PromptSizeArgs {
    /// Compare with the baseline, and the rendered files with it; fails on growth over 8 characters or 1 %
    #[arg(long, group = "mode")]
    check: bool,
    /// Make this measurement the baseline, add it to the history, and render both
    #[arg(long, group = "mode", requires = "commit")]
    accept: bool,
    /// Render baseline and history again, without measuring
    #[arg(long, group = "mode")]
    render: bool,
    /// The program to measure, and its arguments, in one word; no shell runs it
    #[arg(
        long = "impl",
        value_name = "COMMAND ARGS",
        required_unless_present = "render"
    )]
    implementation: Option<String>,
    /// How the measurement is printed: a table, or JSON in the form of the baseline
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The folder of baseline, history and rendered files
    #[arg(long, value_name = "DIR", default_value = "reports")]
    reports: PathBuf,
    /// The commit that is measured, for the history
    #[arg(long, value_name = "COMMIT")]
    commit: Option<String>,
}

/// How a measurement is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Why nothing was measured or compared.
#[derive(Debug, Error)]
enum PromptSizeError {
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error(transparent)]
    Fixture(#[from] FixtureFault),
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Kept(#[from] KeptError),
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

impl PromptSizeArgs {
    /// Runs the verb.
    pub(crate) fn run(&self) -> ExitCode {
        super::status(self.execute())
    }

    fn execute(&self) -> Result<bool, PromptSizeError> {
        if self.render {
            Kept::read(&self.reports)?.render()?;
            super::say("prompt size: baseline and history rendered");
            return Ok(true);
        }
        let fixtures = Fixtures::read(&self.corpus)?;
        let launcher = ChildCommand::parse(self.implementation.as_deref().unwrap_or_default())?;
        let options = Options {
            timeout: PATIENCE,
            keep_replies: true,
            ..Options::default()
        };
        let asked = ask(&launcher, &fixtures, &options)?;
        if !asked.wrong.is_empty() {
            return Ok(all_told(&asked.wrong));
        }
        let sizes = measure(&fixtures, &asked);
        match self.format {
            Format::Json => sizes.write(io::stdout())?,
            Format::Text if self.check || self.accept => {}
            Format::Text => super::say(table(&sizes).trim_end()),
        }
        if self.accept {
            return self.accept(sizes).map(|()| true);
        }
        if self.check {
            return self.is_within(&sizes);
        }
        Ok(true)
    }

    /// Keeps a measurement.
    fn accept(&self, sizes: PromptSizes) -> Result<(), PromptSizeError> {
        let mut kept = Kept::read_or_begin(&self.reports, &sizes)?;
        for change in kept.changes(&sizes)? {
            self.tell(&format!("accepted: {change}"));
        }
        let commit = self.commit.clone().unwrap_or_default();
        kept.accept(sizes, commit, today())?;
        self.tell(&format!("prompt size: {BASELINE} and {HISTORY} renewed"));
        Ok(())
    }

    /// Whether a measurement is within the baseline, and all that is rendered is that of the baseline.
    fn is_within(&self, sizes: &PromptSizes) -> Result<bool, PromptSizeError> {
        let kept = Kept::read(&self.reports)?;
        let changes = kept.changes(sizes)?;
        let stale = kept.stale()?;
        let is_small = all_told(&changes);
        for file in &stale {
            eprintln!("{file}: is not what baseline and history come to; `--render` renews it");
        }
        if !changes.is_empty() {
            eprintln!("shorten what grew, or renew the baseline with `--accept` and say why");
        }
        if is_small && stale.is_empty() {
            self.tell(&format!(
                "prompt size: {} fixtures are within the baseline, median ratio {:.3}",
                sizes.fixtures.len(),
                sizes.median_ratio()
            ));
        }
        Ok(is_small && stale.is_empty())
    }

    /// Says how it went, where standard output is not for a machine to read.
    fn tell(&self, line: &str) {
        match self.format {
            Format::Text => super::say(line),
            Format::Json => eprintln!("{line}"),
        }
    }
}

/// Tells findings on standard error; whether there are none.
fn all_told<F: Display>(findings: &[F]) -> bool {
    for finding in findings {
        eprintln!("{finding}");
    }
    findings.is_empty()
}

/// The day, `YYYY-MM-DD`, in UTC.
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}
