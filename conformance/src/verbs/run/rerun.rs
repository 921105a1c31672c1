//! The command that runs the harness again.

use std::fs;
use std::path::Path;

use recovery_conformance::reproduce::quoted;

use super::{CORPUS, RunArgs};

impl RunArgs {
    /// The command that runs the harness again over the same cases, and hides what this run hides.
    pub(super) fn harness(&self) -> String {
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
}

/// Whether two paths lead to the same place, which is there.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path| fs::canonicalize(path).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}
