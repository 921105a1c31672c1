//! `corpus`: checks the corpus, or renews its manifest.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgGroup, Args};
use recovery_conformance::corpus::{Change, Checked, SuiteVersion, check, write};
use recovery_conformance::spec::Spec;

/// Check the corpus, or renew its manifest.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode").required(true))]
pub(crate) struct CorpusArgs {
    /// Check every case, contract and schema, and that the manifest describes them
    #[arg(long, group = "mode")]
    check: bool,
    /// Renew the manifest, then check as above
    #[arg(long, group = "mode")]
    write: bool,
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
        let checked = if self.write {
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
