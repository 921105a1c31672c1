//! The lists of known faults that a run reads and writes.

use std::path::Path;

use recovery_conformance::corpus::Suite;
use recovery_conformance::expectations::Expectations;
use recovery_conformance::explore::Counterexample;
use recovery_conformance::reporting::Settings;
use recovery_conformance::runner::Run;

use super::error::RunError;
use super::{RunArgs, files};

impl RunArgs {
    /// The list of known faults, if one is named.
    pub(super) fn expectations(&self, suite: &Suite) -> Result<Option<Expectations>, RunError> {
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
    pub(super) fn standing_list(&self) -> Result<Option<Expectations>, RunError> {
        self.write_expectations
            .as_deref()
            .filter(|file| file.exists())
            .map(files::expectations)
            .transpose()
    }
}

/// Writes the list, unless the run did not come to its end. The file, if it was written.
pub(super) fn write_expectations<'f>(
    file: &'f Path,
    run: &Run<'_>,
    found: &[Counterexample],
    suite: &Suite,
    settings: &Settings<'_>,
    standing: Option<&Expectations>,
) -> Result<Option<&'f Path>, RunError> {
    if run.results.iter().any(|(_, decision)| decision.is_none()) || run.is_interrupted {
        let name = file.display();
        eprintln!("note: {name} was not written, since the run did not come to its end");
        return Ok(None);
    }
    let found = found.iter().map(|one| (&*one.id, one.kind.verdict));
    let judged: Vec<_> = run.judged().chain(found).collect();
    let ids: Vec<_> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    let known = settings.expectations.or(standing);
    let list = Expectations::of_run(&suite.version, &suite.sha256, &judged, &ids, known);
    files::write(file, &|out| list.write(out))?;
    Ok(Some(file))
}
