//! `spec`: checks that every requirement is tested on both sides, or renews the links to their cases.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgGroup, Args};
use recovery_conformance::corpus::Suite;
use recovery_conformance::spec::{Checked, check, write};

/// Check that every requirement is tested on both sides, or renew the links to their cases.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode").required(true))]
pub(crate) struct SpecArgs {
    /// Check the specification against the corpus
    #[arg(long, group = "mode")]
    check: bool,
    /// Renew the links to the cases, then check as above
    #[arg(long, group = "mode")]
    write: bool,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The specification
    #[arg(long, value_name = "FILE", default_value = "SPEC.md")]
    spec: PathBuf,
}

impl SpecArgs {
    /// Runs the verb: 0 if all is well, 1 if there are findings.
    pub(crate) fn run(self) -> ExitCode {
        let suite = match Suite::load(&self.corpus) {
            Ok(suite) => suite,
            Err(faults) => return super::report(&faults),
        };
        let checked = if self.write {
            write(&self.spec, &suite.cases)
        } else {
            check(&self.spec, &suite.cases)
        };
        match checked {
            Ok(checked) => {
                print(&checked);
                ExitCode::SUCCESS
            }
            Err(faults) => super::report(&faults),
        }
    }
}

fn print(checked: &Checked) {
    super::say(&format!(
        "spec: {} requirements built, each tested on both sides ({} by a stand-in)",
        checked.built.len(),
        checked.stand_ins
    ));
    if checked.planned.is_empty() {
        super::say("spec: nothing is still to be built");
        return;
    }
    super::say(&format!(
        "spec: {} still to be built: {}",
        checked.planned.len(),
        checked.planned.join(", ")
    ));
}
