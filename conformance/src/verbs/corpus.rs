//! `corpus`: checks the corpus, renews its manifest, or adds a counterexample to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgGroup, Args};
use recovery_conformance::corpus::{Change, Checked, SuiteVersion, adopt, check, write};
use recovery_conformance::explore::Stored;
use recovery_conformance::spec::Spec;

/// Check the corpus, renew its manifest, or add a counterexample to it.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode").required(true))]
pub(crate) struct CorpusArgs {
    /// Check every case, contract and schema, and that the manifest describes them
    #[arg(long, group = "mode")]
    check: bool,
    /// Renew the manifest, then check as above
    #[arg(long, group = "mode")]
    write: bool,
    /// Make a stored counterexample a regression: add its cases and its contract, renew the manifest, then check
    #[arg(long, group = "mode", value_name = "FILE")]
    adopt: Option<PathBuf>,
    /// The version of the suite from now on; needed for any change after a release
    #[arg(long, value_name = "VERSION", conflicts_with = "check")]
    suite: Option<SuiteVersion>,
    /// Release the suite as it stands: from now on its cases are frozen
    #[arg(long, conflicts_with = "check")]
    release: bool,
    /// The folder of the corpus
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The specification whose requirements the cases name
    #[arg(long, value_name = "FILE", default_value = "SPEC.md")]
    spec: PathBuf,
}

impl CorpusArgs {
    /// Runs the verb: 0 if all is well, 1 if there are findings.
    pub(crate) fn run(self) -> ExitCode {
        let numbers = match Spec::read(&self.spec) {
            Ok(spec) => spec.numbers(),
            Err(faults) => return super::report(&faults),
        };
        let change = Change {
            suite: self.suite,
            release: self.release,
        };
        if let Some(file) = &self.adopt
            && let Err(why) = self.adopt(file)
        {
            eprintln!("error: {why}");
            return ExitCode::from(2);
        }
        let checked = if self.write || self.adopt.is_some() {
            write(&self.corpus, &numbers, change)
        } else {
            check(&self.corpus, &numbers)
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

impl CorpusArgs {
    /// Adds a counterexample and says what is to be done next.
    fn adopt(&self, file: &Path) -> Result<(), String> {
        let shown = file.display();
        let text = fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
        let stored = Stored::read(&text).map_err(|error| format!("{shown}: {error}"))?;
        let adopted = adopt(&self.corpus, &stored).map_err(|error| error.to_string())?;
        for id in &adopted.ids {
            super::say(&format!("corpus: added {id}"));
        }
        for file in &adopted.files {
            super::say(&format!("corpus: wrote {}", file.display()));
        }
        super::say("corpus: next, link the cases in SPEC.md: cargo xtask spec --write");
        Ok(())
    }
}

fn print(checked: &Checked) {
    let manifest = &checked.manifest;
    let state = if manifest.released {
        "released"
    } else {
        "not released"
    };
    super::say(&format!(
        "corpus: suite {} ({state}), {} cases, {} contracts, sha256 {}",
        manifest.suite, checked.cases, checked.contracts, manifest.sha256
    ));
    if !checked.withdrawn.is_empty() {
        super::say(&format!(
            "corpus: withdrawn since the last release: {}",
            checked.withdrawn.join(", ")
        ));
    }
}
