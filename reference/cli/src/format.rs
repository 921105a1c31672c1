//! How an answer is written.

use clap::ValueEnum;

/// For people or for programs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs: one JSON document on one line.
    Json,
}
