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
    Run(Box<verbs::run::RunArgs>),
    Corpus(verbs::corpus::CorpusArgs),
    Spec(verbs::spec::SpecArgs),
    SmallWorld(verbs::small_world::SmallWorldArgs),
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
    }
}

/// Help as it is; a mistake in one clear line, so that it is not overlooked in the log of a CI run.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _closed_pipe = error.print();
        return ExitCode::SUCCESS;
    }
    let message = error.render().to_string();
    let lines: Vec<_> = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    eprintln!("{}; `--help` tells more", lines.join(" "));
    ExitCode::from(2)
}
