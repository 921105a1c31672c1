//! The command `recovery-conformance`: one verb, one job.

mod verbs;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use recovery_conformance::usage::usage;

/// Hold programs that rescue malformed LLM answers against the specification
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Run(Box<verbs::run::RunArgs>),
    Corpus(verbs::corpus::CorpusArgs),
    Spec(verbs::spec::SpecArgs),
    SmallWorld(verbs::small_world::SmallWorldArgs),
    PromptSize(verbs::prompt_size::PromptSizeArgs),
    Reask(verbs::reask::ReaskArgs),
    Cost(verbs::cost::CostArgs),
}

fn main() -> ExitCode {
    let command = match Command::try_parse() {
        Ok(command) => command,
        Err(error) => return usage(&error),
    };
    match command.verb {
        Verb::Run(run) => run.run(),
        Verb::Corpus(corpus) => corpus.run(),
        Verb::Spec(spec) => spec.run(),
        Verb::SmallWorld(small_world) => small_world.run(),
        Verb::PromptSize(prompt_size) => prompt_size.run(),
        Verb::Reask(reask) => reask.run(),
        Verb::Cost(cost) => cost.run(),
    }
}
