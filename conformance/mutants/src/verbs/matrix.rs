//! `matrix`: holds every mutant against the checks and prints what convicted it.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::{Args, ValueEnum};
use recovery_conformance::corpus::Suite;
use recovery_conformance::pattern::Pattern;
use recovery_mutants::Mutant;
use recovery_mutants::in_process::THREAD;
use recovery_mutants::matrix::{Matrix, Report, Scenes, Subject};

/// Where the corpus lies if no flag says so: beside this crate, as it was built.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");

/// Hold every mutant against the checks. Exits with 0 if each dies, the reference lives and each requirement kills one;
/// 1 if not, 2 if the matrix could not be made.
#[derive(Debug, Args)]
pub(crate) struct MatrixArgs {
    /// How the matrix is printed: tables, or JSON
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Run only mutants whose name matches; `*` stands for any text. What requirements kill is then not held
    #[arg(long, value_name = "PATTERN")]
    only: Vec<Pattern>,
    /// How many mutants run at a time; without this, one a processor
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How many scenes are generated for each property, at most; 0 leaves them out
    #[arg(long, value_name = "N", default_value = "1024")]
    generated: u64,
    /// What the generated scenes follow from
    #[arg(long, value_name = "S", default_value = "7")]
    seed: u64,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = CORPUS, hide_default_value = true)]
    corpus: PathBuf,
}

/// How the matrix is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl MatrixArgs {
    /// Runs the verb.
    pub(crate) fn run(self) -> ExitCode {
        match self.execute() {
            Ok(code) => code,
            Err(why) => {
                eprintln!("error: {why}");
                ExitCode::from(2)
            }
        }
    }

    fn execute(&self) -> Result<ExitCode, String> {
        let suite = Suite::load(&self.corpus).map_err(|error| error.to_string())?;
        let is_meant = |name: &str| {
            self.only.is_empty() || self.only.iter().any(|pattern| pattern.matches(name))
        };
        let mutants = Mutant::all()
            .into_iter()
            .filter(|mutant| is_meant(mutant.name));
        let mut subjects: Vec<_> = mutants.map(Subject::mutant).collect();
        if subjects.is_empty() {
            return Err("no mutant matches; `*` stands for any text".to_owned());
        }
        subjects.push(Subject::reference());
        let required: BTreeSet<String> = if self.only.is_empty() {
            let cases = suite.cases.iter();
            cases
                .flat_map(|case| case.requirements.iter().cloned())
                .collect()
        } else {
            BTreeSet::new()
        };
        let jobs = self.jobs.or_else(|| thread::available_parallelism().ok());
        hide_panics_of_programs();
        let matrix = Matrix::of(
            &subjects,
            &suite,
            self.scenes(),
            required,
            jobs.unwrap_or(NonZeroUsize::MIN),
        )
        .map_err(|error| error.to_string())?;
        self.print(&matrix, &suite)
            .map_err(|error| format!("cannot print the matrix: {error}"))?;
        let offences = matrix.offences();
        for offence in &offences {
            eprintln!("{offence}");
        }
        Ok(if offences.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(1)
        })
    }

    fn scenes(&self) -> Scenes {
        Scenes {
            generated: self.generated,
            seed: self.seed,
        }
    }

    fn print(&self, matrix: &Matrix, suite: &Suite) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match self.format {
            Format::Text => write!(out, "{matrix}"),
            Format::Json => {
                let report = Report::new(matrix, suite, self.scenes());
                serde_json::to_writer_pretty(&mut out, &report)?;
                writeln!(out)
            }
        }
    }
}

/// A panic of a mutant is what it is there for, and its message would show text of a response.
fn hide_panics_of_programs() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(THREAD) {
            hook(panic);
        }
    }));
}
