//! `run`: holds a program against the suite.

mod error;
mod files;
mod flags;
mod known;
mod list;
mod replay;
mod rerun;

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use recovery_conformance::case::{Case, Profile};
use recovery_conformance::child::ChildCommand;
use recovery_conformance::corpus::Suite;
use recovery_conformance::explore::{self, Exploration, Stored};
use recovery_conformance::pattern::Pattern;
use recovery_conformance::reporting::{self, Generated, Settings};
use recovery_conformance::reproduce::Reproducer;
use recovery_conformance::runner::{self, EndsRun, Options, Run};
use recovery_conformance::selection::{Selection, SelectionError};
use recovery_reports::report::Outcome;
use recovery_reports::{Report, Verdict, Visibility};

use error::RunError;
use flags::{FailingVerdict, Format, ProfileName, duration, jobs};
use known::write_expectations;

/// Set when the run is to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Where the corpus lies if no flag says so: beside this crate, as it was built.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");

/// Hold a program against the suite. Exits with 0 if it passes, 1 if not, 2 if the run could not be done.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The program under test and its arguments, in one word; no shell runs it
    #[arg(
        long = "impl",
        value_name = "COMMAND ARGS",
        required_unless_present = "list"
    )]
    implementation: Option<String>,
    /// The profiles to hold it against; without this, all that it names
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    profiles: Vec<ProfileName>,
    /// Run only cases and properties whose id matches; `*` stands for any text, `?` for one character
    #[arg(long, value_name = "PATTERN")]
    only: Vec<Pattern>,
    /// Leave out cases and properties whose id matches
    #[arg(long, value_name = "PATTERN")]
    skip: Vec<Pattern>,
    /// Add your own cases: case files in DIR, contracts in DIR/contracts; their ids begin with `own/`
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// Add a contract for your own cases, named by its file
    #[arg(long, value_name = "FILE")]
    contract: Vec<PathBuf>,
    /// The faults that are known; the run fails if the list no longer fits
    #[arg(long, value_name = "FILE")]
    expectations: Option<PathBuf>,
    /// Write the faults of this run as a list of known ones; what FILE or `--expectations` says of cases that were not
    /// judged stays
    #[arg(long, value_name = "FILE")]
    write_expectations: Option<PathBuf>,
    /// How many scenes to generate for each property; 0 for none
    #[arg(long, value_name = "N", default_value_t = explore::Options::default().generated, value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    generated: u64,
    /// What generated scenes follow from: the same seed, the same scenes
    #[arg(long, value_name = "S", default_value_t = explore::Options::default().seed)]
    seed: u64,
    /// How many smaller scenes to try at most for one counterexample
    #[arg(long, value_name = "N", default_value_t = explore::Options::default().max_shrink)]
    max_shrink: usize,
    /// The verdicts that make the run fail; without this, all but pass, skip and known
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    fail_on: Vec<FailingVerdict>,
    /// How many processes share the cases
    #[arg(long, value_name = "N", default_value = "1", value_parser = jobs)]
    jobs: NonZeroUsize,
    /// How long a reply may take: `500ms`, `5s`, `2m`
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    timeout: Duration,
    /// The folder that `conformance.json` is written to
    #[arg(long, value_name = "DIR", default_value = "target/reports")]
    report: PathBuf,
    /// How the result is printed: a summary, or the whole report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Show no text of any response, only lengths and hashes
    #[arg(long)]
    redact: bool,
    /// List the selected cases and run none
    #[arg(long)]
    list: bool,
    /// Stop at the first case that makes the run fail
    #[arg(long)]
    fail_fast: bool,
    /// Run one case, given by its id or in a file of its own, or a stored counterexample, and show all of it; writes no report
    #[arg(long, value_name = "ID|FILE", conflicts_with_all = ["list", "only", "skip", "write_expectations"])]
    replay: Option<String>,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = CORPUS, hide_default_value = true)]
    corpus: PathBuf,
    /// The command that the user typed, up to the first flag, where another program passed the flags on
    #[arg(long, value_name = "COMMAND", hide = true)]
    called_as: Option<String>,
}

/// What a run asks.
struct Asked<'a> {
    cases: &'a [&'a Case],
    profiles: Option<&'a [Profile]>,
    /// Which properties are asked, if any are.
    generated: Option<&'a Selection>,
    keep_replies: bool,
}

impl RunArgs {
    /// Runs the verb.
    pub(crate) fn run(self) -> ExitCode {
        match self.execute() {
            Ok(Outcome::Passed) => ExitCode::SUCCESS,
            Ok(Outcome::Failed) => ExitCode::from(1),
            Ok(Outcome::Interrupted) => ExitCode::from(2),
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(2)
            }
        }
    }

    fn execute(&self) -> Result<Outcome, RunError> {
        let suite = self.suite()?;
        if let Some(wanted) = &self.replay {
            return self.replay(&suite, wanted);
        }
        let selection = Selection {
            only: self.only.clone(),
            skip: self.skip.clone(),
        };
        let profiles = self.profiles();
        let is_asked = |profile| {
            let profiles = profiles.as_ref();
            profiles.is_none_or(|profiles| profiles.contains(&profile))
        };
        let properties = match self.generated {
            0 => Vec::new(),
            _ => explore::properties(),
        };
        let growth = match self.generated {
            0 => Vec::new(),
            _ => explore::GROWTH_PROFILES
                .map(|profile| (explore::growth_id(profile), profile))
                .into(),
        };
        let generated = properties
            .iter()
            .map(|property| (property.id(), property.profile))
            .chain(growth);
        let generated: Vec<(String, Profile)> = generated.collect();
        let ids: Vec<String> = generated.iter().map(|(id, _)| id.clone()).collect();
        let mut cases = selection.select(&suite.cases, &ids)?;
        cases.retain(|case| is_asked(case.profile));
        let properties: Vec<_> = properties
            .into_iter()
            .filter(|property| is_asked(property.profile) && selection.selects(&property.id()))
            .collect();
        let is_selected =
            |(id, profile): &&(String, Profile)| is_asked(*profile) && selection.selects(id);
        let generated: Vec<_> = generated.iter().filter(is_selected).cloned().collect();
        if cases.is_empty() && generated.is_empty() {
            return Err(SelectionError::Empty.into());
        }
        if self.list {
            return files::print(&|out| list::list(&cases, &generated, self.format, out))
                .map(|()| Outcome::Passed);
        }
        let standing = self.standing_list()?;
        let bar = progress_bar(cases.len() as u64 + properties.len() as u64 * self.generated);
        let folder = self.report.join("counterexamples");
        let asked = Asked {
            cases: &cases,
            profiles: profiles.as_deref(),
            generated: (!generated.is_empty()).then_some(&selection),
            keep_replies: false,
        };
        let (report, written, stored) =
            self.with_run(&suite, &asked, &bar, |run, exploration, settings| {
                bar.finish_and_clear();
                let written = match &self.write_expectations {
                    Some(file) => {
                        let found = exploration.map_or(&[][..], |all| &all.counterexamples);
                        write_expectations(file, run, found, &suite, settings, standing.as_ref())?
                    }
                    None => None,
                };
                let generated = exploration.map(|exploration| Generated {
                    exploration,
                    seed: self.seed,
                    per_property: self.generated,
                });
                let stored: Vec<Stored> = match (exploration, settings.counterexamples) {
                    (Some(all), Some(_)) => all
                        .counterexamples
                        .iter()
                        .map(|one| Stored::new(one, self.seed))
                        .collect(),
                    _ => Vec::new(),
                };
                let report = reporting::report(run, &suite, settings, generated);
                Ok((report, written, stored))
            })?;
        files::store(&folder, &stored)?;
        self.write_report(&report)?;
        files::print(&|out| match self.format {
            Format::Text => {
                out.write_all(recovery_reports::summary::summary(&report).as_bytes())?;
                if let Some(file) = written {
                    writeln!(out, "expectations: {}", file.display())?;
                }
                writeln!(out, "report: {}", self.report_file().display())
            }
            Format::Json => report.write(out),
        })?;
        Ok(report.outcome)
    }

    /// Runs one case and shows all of it.
    fn replay(&self, suite: &Suite, wanted: &str) -> Result<Outcome, RunError> {
        if let Some(stored) = files::counterexample(Path::new(wanted))? {
            return self.replay_counterexample(&stored);
        }
        let own;
        let case = if let Some(case) = suite.cases.iter().find(|case| case.id == wanted) {
            case
        } else {
            own = files::own_case(Path::new(wanted))?;
            &own
        };
        if let Some(name) = case.contract()
            && !suite.contracts.contains_key(name)
        {
            return Err(RunError::NoContract(name.to_owned()));
        }
        let profiles = [case.profile];
        let bar = ProgressBar::hidden();
        let asked = Asked {
            cases: &[case],
            profiles: Some(&profiles),
            generated: None,
            keep_replies: true,
        };
        self.with_run(suite, &asked, &bar, |run, _, settings| {
            let report = reporting::report(run, suite, settings, None);
            let visibility = settings.reproducer.visibility;
            let shown = replay::Shown::new(case, run, &report, &suite.contracts, visibility);
            files::print(&|out| shown.print(self.format, out))?;
            Ok(report.outcome)
        })
    }

    /// Asks a stored counterexample again and shows all of it.
    fn replay_counterexample(&self, stored: &Stored) -> Result<Outcome, RunError> {
        let launcher = ChildCommand::parse(self.implementation.as_deref().unwrap_or_default())?;
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))?;
        let selection = Selection::default();
        let options = self.explore_options(&selection, None, None, &|_| {});
        let again = explore::replay(&launcher, stored, &options)?;
        files::print(&|out| {
            replay::print_counterexample(stored, &again, self.visibility(), self.format, out)
        })?;
        let verdict = again.kind.verdict;
        Ok(match verdict {
            _ if INTERRUPTED.load(Ordering::Relaxed) => Outcome::Interrupted,
            Verdict::Pass => Outcome::Passed,
            verdict if self.fail_on().contains(&verdict) || verdict == Verdict::Skip => {
                Outcome::Failed
            }
            _ => Outcome::Passed,
        })
    }

    fn visibility(&self) -> Visibility {
        if self.redact {
            Visibility::Hidden
        } else {
            Visibility::Shown
        }
    }

    fn explore_options<'o>(
        &self,
        selection: &'o Selection,
        profiles: Option<&'o [Profile]>,
        ends_run: Option<EndsRun<'o>>,
        progress: &'o (dyn Fn(usize) + Sync),
    ) -> explore::Options<'o> {
        explore::Options {
            generated: self.generated,
            seed: self.seed,
            max_shrink: self.max_shrink,
            profiles,
            jobs: self.jobs,
            timeout: self.timeout,
            visibility: self.visibility(),
            growth: true,
            selection,
            ends_run,
            interrupted: &INTERRUPTED,
            progress,
        }
    }

    /// Runs cases and what is generated beside them, and hands the result over, with what it is to be judged by.
    fn with_run<T>(
        &self,
        suite: &Suite,
        asked: &Asked<'_>,
        bar: &ProgressBar,
        then: impl FnOnce(&Run<'_>, Option<&Exploration>, &Settings<'_>) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let launcher = ChildCommand::parse(self.implementation.as_deref().unwrap_or_default())?;
        let expectations = self.expectations(suite)?;
        let fail_on = self.fail_on();
        let visibility = self.visibility();
        let is_failure = |id: &str, verdict| {
            let settled = expectations
                .as_ref()
                .map_or(verdict, |list| list.settle(id, verdict));
            fail_on.contains(&settled)
        };
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))?;
        let options = Options {
            profiles: asked.profiles,
            jobs: self.jobs,
            timeout: self.timeout,
            visibility,
            ends_run: self.fail_fast.then_some(&is_failure),
            keep_replies: asked.keep_replies,
            interrupted: &INTERRUPTED,
            progress: &|cases| bar.inc(cases as u64),
        };
        let run = runner::run(&launcher, asked.cases, &suite.contracts, &options)?;
        let exploration = match asked.generated {
            Some(selection) if !run.is_stopped_early && !run.is_interrupted => {
                let ends_run: Option<EndsRun<'_>> = self.fail_fast.then_some(&is_failure);
                let progress = |scenes| bar.inc(scenes as u64);
                let options = self.explore_options(selection, asked.profiles, ends_run, &progress);
                Some(explore::explore(&launcher, &options)?)
            }
            _ => None,
        };
        let folder = self.report.join("counterexamples");
        let harness = self.harness();
        let list = self.expectations.as_deref().map(Path::to_string_lossy);
        let settings = Settings {
            fail_on: &fail_on,
            expectations: expectations.as_ref(),
            expectations_file: list.as_deref().unwrap_or_default(),
            reproducer: Reproducer {
                contracts: &suite.contracts,
                command: self.implementation.as_deref().unwrap_or_default(),
                harness: &harness,
                visibility,
            },
            counterexamples: (!self.redact).then_some(&folder),
        };
        then(&run, exploration.as_ref(), &settings)
    }

    fn suite(&self) -> Result<Suite, RunError> {
        let mut suite = Suite::load(&self.corpus).map_err(RunError::Corpus)?;
        for file in &self.contract {
            suite.add_contract(file).map_err(RunError::Corpus)?;
        }
        if let Some(dir) = &self.cases {
            suite.add_own_cases(dir).map_err(RunError::Corpus)?;
        }
        Ok(suite)
    }

    fn profiles(&self) -> Option<Vec<Profile>> {
        let named: Vec<_> = self.profiles.iter().map(|name| name.0).collect();
        (!named.is_empty()).then_some(named)
    }

    fn fail_on(&self) -> Vec<Verdict> {
        if self.fail_on.is_empty() {
            return Verdict::ALL
                .into_iter()
                .filter(|verdict| verdict.fails_by_default())
                .collect();
        }
        self.fail_on.iter().map(|verdict| verdict.0).collect()
    }

    fn write_report(&self, report: &Report) -> Result<(), RunError> {
        files::write(&self.report_file(), &|out| report.write(out))
    }

    fn report_file(&self) -> PathBuf {
        self.report.join("conformance.json")
    }
}

/// A bar on a terminal, nothing anywhere else.
fn progress_bar(cases: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} cases, {per_sec}");
    ProgressBar::new(cases).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
