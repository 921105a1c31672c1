//! `survivors`: reads what a run of cargo-mutants left and holds what it missed against the committed list.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use recovery_mutants::survivors::{Outcomes, Survivors};

/// Where the list of survivors lies if no flag says so.
const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/survivors.txt");

/// Tell what became of the mutants of a run of cargo-mutants. Exits with 0 if each that was missed is a survivor with a
/// reason, 1 if not, 2 if that could not be told.
#[derive(Debug, Args)]
pub(crate) struct SurvivorsArgs {
    /// The folder that cargo-mutants wrote to, `mutants.out`
    folder: PathBuf,
    /// The list of survivors
    #[arg(long, value_name = "FILE", default_value = LIST, hide_default_value = true)]
    list: PathBuf,
    /// Hold the list against the run too: a survivor that was not missed is told. Only for a run over all mutants
    #[arg(long)]
    all: bool,
}

impl SurvivorsArgs {
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
        let read = |path: &PathBuf| {
            fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))
        };
        let list = Survivors::read(&read(&self.list)?)
            .map_err(|error| format!("{}: {error}", self.list.display()))?;
        let outcomes = |kind| match fs::read_to_string(self.folder.join(kind)) {
            Ok(text) => Ok(text),
            Err(error) => Err(format!(
                "cannot read {kind} in {}: {error}",
                self.folder.display()
            )),
        };
        let outcomes = Outcomes::new(
            &outcomes("caught.txt")?,
            &outcomes("missed.txt")?,
            &outcomes("unviable.txt")?,
            &outcomes("timeout.txt")?,
        );
        println!("{outcomes}");
        let faults = list.faults(&outcomes, self.all);
        for fault in &faults {
            eprintln!("{fault}");
        }
        Ok(if faults.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(1)
        })
    }
}
