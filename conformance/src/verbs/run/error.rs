//! Why a run could not be done.

use std::io;

use recovery_conformance::case::CaseError;
use recovery_conformance::corpus::{CorpusFaults, Problem};
use recovery_conformance::expectations::ExpectationsError;
use recovery_conformance::explore::StoredError;
use recovery_conformance::implementation::LaunchError;
use recovery_conformance::runner::HandshakeError;
use recovery_conformance::selection::SelectionError;
use thiserror::Error;

/// Why a run could not be done. One line each.
#[derive(Debug, Error)]
pub(super) enum RunError {
    #[error("{}", one_line(.0))]
    Corpus(CorpusFaults),
    #[error(transparent)]
    Selection(#[from] SelectionError),
    #[error("{file}: {error}")]
    Case { file: String, error: CaseError },
    #[error("{file}: {problem}")]
    Value { file: String, problem: Problem },
    #[error("`{0}` is neither the id of a case nor a file; `--list` shows all ids")]
    NoCase(String),
    #[error(
        "{0}: has more than one case, and a replay shows one; use `--cases DIR --replay own/FILE/NAME`, or a file with that case alone"
    )]
    ManyCases(String),
    #[error("the case needs the contract `{0}`, which neither the suite nor `--contract` brings")]
    NoContract(String),
    #[error("{file}: {error}")]
    Expectations {
        file: String,
        error: ExpectationsError,
    },
    #[error("{file}: {error}")]
    Stored { file: String, error: StoredError },
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    #[error("{file}: {error}")]
    File { file: String, error: io::Error },
    #[error("cannot print the result: {0}")]
    Print(io::Error),
    #[error("cannot listen for Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
}

/// The first finding, and how many more there are.
fn one_line(faults: &CorpusFaults) -> String {
    let first = faults
        .0
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    match faults.0.len() {
        0 | 1 => first,
        count => format!("{first} (and {} more)", count - 1),
    }
}
