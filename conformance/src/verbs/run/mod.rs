//! `run`: holds a program against the suite.

mod error;
mod files;
mod flags;
mod list;
mod replay;

use std::fs;
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
use recovery_conformance::expectations::Expectations;
use recovery_conformance::pattern::Pattern;
use recovery_conformance::reporting::{self, Settings};
use recovery_conformance::reproduce::{Reproducer, quoted};
use recovery_conformance::runner::{self, Options, Run};
use recovery_conformance::selection::{Selection, SelectionError};
use recovery_reports::report::Outcome;
use recovery_reports::{Report, Verdict, Visibility};

use error::RunError;
use flags::{FailingVerdict, Format, ProfileName, duration, jobs};

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
    /// Run only cases whose id matches; `*` stands for any text, `?` for one character
    #[arg(long, value_name = "PATTERN")]
    only: Vec<Pattern>,
    /// Leave out cases whose id matches
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
    /// Run one case, given by its id or in a file of its own, and show all of it; writes no report
    #[arg(long, value_name = "ID|FILE", conflicts_with_all = ["list", "only", "skip", "write_expectations"])]
    replay: Option<String>,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = CORPUS, hide_default_value = true)]
    corpus: PathBuf,
    /// The command that the user typed, up to the first flag, where another program passed the flags on
    #[arg(long, value_name = "COMMAND", hide = true)]
    called_as: Option<String>,
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
        let mut cases = selection.select(&suite.cases)?;
        let profiles = self.profiles();
        if let Some(profiles) = &profiles {
            cases.retain(|case| profiles.contains(&case.profile));
        }
        if cases.is_empty() {
            return Err(SelectionError::Empty.into());
        }
        if self.list {
            return files::print(&|out| list::list(&cases, self.format, out))
                .map(|()| Outcome::Passed);
        }
        let standing = self.standing_list()?;
        let bar = progress_bar(cases.len());
        let (report, written) = self.with_run(
            &suite,
            &cases,
            profiles.as_deref(),
            &bar,
            false,
            |run, settings| {
                bar.finish_and_clear();
                let written = match &self.write_expectations {
                    Some(file) => {
                        write_expectations(file, run, &suite, settings, standing.as_ref())?
                    }
                    None => None,
                };
                Ok((reporting::report(run, &suite, settings), written))
            },
        )?;
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
        self.with_run(
            suite,
            &[case],
            Some(&profiles),
            &bar,
            true,
            |run, settings| {
                let report = reporting::report(run, suite, settings);
                let visibility = settings.reproducer.visibility;
                let shown = replay::Shown::new(case, run, &report, &suite.contracts, visibility);
                files::print(&|out| shown.print(self.format, out))?;
                Ok(report.outcome)
            },
        )
    }

    /// Runs cases and hands the result over, with what it is to be judged by.
    fn with_run<T>(
        &self,
        suite: &Suite,
        cases: &[&Case],
        profiles: Option<&[Profile]>,
        bar: &ProgressBar,
        keep_replies: bool,
        then: impl FnOnce(&Run<'_>, &Settings<'_>) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let launcher = ChildCommand::parse(self.implementation.as_deref().unwrap_or_default())?;
        let expectations = self.expectations(suite)?;
        let fail_on = self.fail_on();
        let visibility = if self.redact {
            Visibility::Hidden
        } else {
            Visibility::Shown
        };
        let is_failure = |id: &str, verdict| {
            let settled = expectations
                .as_ref()
                .map_or(verdict, |list| list.settle(id, verdict));
            fail_on.contains(&settled)
        };
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))?;
        let options = Options {
            profiles,
            jobs: self.jobs,
            timeout: self.timeout,
            visibility,
            ends_run: self.fail_fast.then_some(&is_failure),
            keep_replies,
            interrupted: &INTERRUPTED,
            progress: &|cases| bar.inc(cases as u64),
        };
        let run = runner::run(&launcher, cases, &suite.contracts, &options)?;
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
        };
        then(&run, &settings)
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

    fn expectations(&self, suite: &Suite) -> Result<Option<Expectations>, RunError> {
        let Some(path) = &self.expectations else {
            return Ok(None);
        };
        let list = files::expectations(path)?;
        let file = path.display();
        if list.suite_sha256 != suite.sha256 {
            eprintln!(
                "note: {file} was made for suite {}, or for other files of it",
                list.suite
            );
        }
        Ok(Some(list))
    }

    /// The list that stands where one is to be written, so that it is renewed and not lost. A file that is no list is
    /// not written over.
    fn standing_list(&self) -> Result<Option<Expectations>, RunError> {
        self.write_expectations
            .as_deref()
            .filter(|file| file.exists())
            .map(files::expectations)
            .transpose()
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

    /// The command that runs the harness again over the same cases, and hides what this run hides.
    fn harness(&self) -> String {
        let own_name = || {
            let program = std::env::args_os().next().unwrap_or_default();
            format!("{} run", quoted(&program.to_string_lossy()))
        };
        let mut command = format!(
            "{} --impl {}",
            self.called_as.clone().unwrap_or_else(own_name),
            quoted(self.implementation.as_deref().unwrap_or_default())
        );
        let corpus = (!is_same(&self.corpus, Path::new(CORPUS))).then_some(&self.corpus);
        let corpus = corpus.into_iter().map(|dir| ("--corpus", dir));
        let cases = self.cases.iter().map(|dir| ("--cases", dir));
        let contracts = self.contract.iter().map(|file| ("--contract", file));
        for (flag, path) in corpus.chain(cases).chain(contracts) {
            command = format!("{command} {flag} {}", quoted(&path.to_string_lossy()));
        }
        if self.redact {
            command.push_str(" --redact");
        }
        command
    }

    fn write_report(&self, report: &Report) -> Result<(), RunError> {
        files::write(&self.report_file(), &|out| report.write(out))
    }

    fn report_file(&self) -> PathBuf {
        self.report.join("conformance.json")
    }
}

/// Whether two paths lead to the same place, which is there.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path| fs::canonicalize(path).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// A bar on a terminal, nothing anywhere else.
fn progress_bar(cases: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} cases, {per_sec}");
    ProgressBar::new(cases as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Writes the list, unless the run did not come to its end. The file, if it was written.
fn write_expectations<'f>(
    file: &'f Path,
    run: &Run<'_>,
    suite: &Suite,
    settings: &Settings<'_>,
    standing: Option<&Expectations>,
) -> Result<Option<&'f Path>, RunError> {
    if run.results.iter().any(|(_, decision)| decision.is_none()) || run.is_interrupted {
        let name = file.display();
        eprintln!("note: {name} was not written, since the run did not come to its end");
        return Ok(None);
    }
    let judged: Vec<_> = run.judged().collect();
    let ids: Vec<_> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    let known = settings.expectations.or(standing);
    let list = Expectations::of_run(&suite.version, &suite.sha256, &judged, &ids, known);
    files::write(file, &|out| list.write(out))?;
    Ok(Some(file))
}
