//! The command `recovery-conformance`: one verb, one job.

mod verbs;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Hold programs that rescue malformed LLM answers against the specification
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Corpus(verbs::corpus::CorpusArgs),
    Spec(verbs::spec::SpecArgs),
}

fn main() -> ExitCode {
    match Command::parse().verb {
        Verb::Corpus(corpus) => corpus.run(),
        Verb::Spec(spec) => spec.run(),
    }
}
