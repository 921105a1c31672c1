//! `small-world`: asks an implementation for every decision of the small worlds, and compares or renews the page.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgGroup, Args};
use recovery_conformance::child::ChildCommand;
use recovery_conformance::implementation::LaunchError;
use recovery_conformance::runner::HandshakeError;
use recovery_conformance::small_world::{Decided, decide, render};
use thiserror::Error;

/// How many wrong decisions are shown.
const SHOWN: usize = 10;

/// Decide every array of up to three items, and every labelled form, at a filter position. Exits with 0 if all
/// decisions are right and those of the page, 1 if not, 2 if there are none
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode").required(true))]
pub(crate) struct SmallWorldArgs {
    /// Compare the decisions with the page
    #[arg(long, group = "mode")]
    check: bool,
    /// Write the page
    #[arg(long, group = "mode")]
    write: bool,
    /// The program that decides, and its arguments, in one word; no shell runs it
    #[arg(long = "impl", value_name = "COMMAND ARGS")]
    implementation: String,
    /// The page
    #[arg(long, value_name = "FILE", default_value = "corpus/small-world.md")]
    page: PathBuf,
}

/// Why nothing was decided or compared.
#[derive(Debug, Error)]
enum SmallWorldError {
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    #[error("{page}: {error}")]
    Page { page: String, error: std::io::Error },
}

impl SmallWorldArgs {
    /// Runs the verb.
    pub(crate) fn run(&self) -> ExitCode {
        super::status(self.execute())
    }

    fn execute(&self) -> Result<bool, SmallWorldError> {
        let launcher = ChildCommand::parse(&self.implementation)?;
        let decided = decide(&launcher)?;
        let is_right = tell_wrong(&decided);
        let page = render(&decided);
        let of_page = |error| SmallWorldError::Page {
            page: self.page.display().to_string(),
            error,
        };
        if self.write {
            fs::write(&self.page, page).map_err(of_page)?;
            super::say(&format!("small world: {} written", self.page.display()));
            return Ok(is_right);
        }
        let committed = fs::read_to_string(&self.page).map_err(of_page)?;
        Ok(self.compare(&committed, &page) && is_right)
    }

    /// Whether the page says what was decided; the lines that differ are told.
    fn compare(&self, committed: &str, page: &str) -> bool {
        if committed == page {
            super::say("small world: every decision is the one on the page");
            return true;
        }
        let name = self.page.display();
        let mut lines = committed.lines().zip(page.lines()).enumerate();
        match lines.find(|(_, (committed, decided))| committed != decided) {
            Some((index, (committed, decided))) => eprintln!(
                "{name}:{}: the page says\n  {committed}\ndecided is\n  {decided}\n`small-world --write` renews the page",
                index + 1
            ),
            None => eprintln!(
                "{name} has more or fewer lines than were decided; `small-world --write` renews it"
            ),
        }
        false
    }
}

fn tell_wrong(decided: &Decided) -> bool {
    for (world, array, verdict) in decided.wrong.iter().take(SHOWN) {
        eprintln!("small world {world}: [{array}]: {verdict}");
    }
    if decided.wrong.len() > SHOWN {
        eprintln!(
            "small world: {} wrong decisions in all",
            decided.wrong.len()
        );
    }
    decided.wrong.is_empty()
}
