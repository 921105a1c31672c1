//! `cargo xtask VERB`: the tasks of this repository, one file a verb. Nothing is computed here; each verb starts cargo
//! and the programs that this repository builds.

mod ci;
mod conformance;
mod corpus;
mod cost;
mod live;
mod mutants;
mod peer;
mod peers;
mod prompt_size;
mod reask;
mod report;
mod small_world;
mod spec;
mod step;
mod test;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

const HELP: &str = "\
The tasks of this repository.

Usage: cargo xtask VERB [ARGUMENT]...

  conformance [FLAG]...     hold a program against the suite; without --impl the reference
  mutants [FLAG]...         hold faulty variants of the reference against the suite: each must be found
  mutants --source [FLAG].. the same with cargo-mutants, over the source of the reference; takes hours
  peers [NAME [FLAG]...]    install a foreign library into .peers/ and hold it against profile parse
  report compare A B        what was fixed, broken, new and gone between two reports
  test                      run every test: Rust, Python and Node.js
  corpus --check|--write    check the corpus, or renew its manifest
  corpus --adopt FILE       make a stored counterexample a case of the corpus
  spec --check|--write      check that every requirement is tested, or renew the links to its cases
  small-world --check|--write
                            compare every decision on small filters with the committed page, or renew it
  prompt-size [--check|--accept] [FLAG]...
                            measure the prompts of corpus/prompts, compare them with the baseline in reports/, or renew it
  reask [NAME]...           measure what other libraries send for a malformed answer, beside what the reference sends;
                            installs them into .peers/reask/. --render makes reports/reask.md anew, --check compares it;
                            neither installs anything
  cost [FLAG]...            estimate what malformed answers cost in all, from what reask measured
  live --base-url URL --model NAME [FLAG]...
                            send the repair prompts to a real model and count the answers that pass; needs a key
  ci                        exactly what CI runs

Examples:
  cargo xtask conformance
  cargo xtask conformance --impl 'python3 my_adapter.py' --profiles parse --only 'fence/*'
  cargo xtask peers json_repair --report target/json_repair
  cargo xtask corpus --write

The flags of conformance, mutants, corpus, spec and prompt-size: cargo xtask VERB --help. `peers` takes those of conformance,
`mutants --source` those of cargo mutants, such as --shard 0/8.
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let Some((verb, rest)) = arguments.split_first() else {
        print!("{HELP}");
        return ExitCode::from(2);
    };
    let asks_for_help = matches!(rest, [flag] if flag == "--help" || flag == "-h");
    match verb.to_str() {
        // The flags of the other verbs are those of `recovery-conformance`, which explains them.
        Some("peers" | "test" | "ci" | "help" | "--help" | "-h") if asks_for_help => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Some("conformance") => conformance::run(rest),
        Some("mutants") => mutants::run(rest),
        Some("peers") => peers::run(rest),
        Some("test") => test::run(rest),
        Some("report") => report::run(rest),
        Some("corpus") => corpus::run(rest),
        Some("small-world") => small_world::run(rest),
        Some("prompt-size") => prompt_size::run(rest),
        Some("reask") => reask::run(rest),
        Some("cost") => cost::run(rest),
        Some("live") => live::run(rest),
        Some("spec") => spec::run(rest),
        Some("ci") => ci::run(rest),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!(
                "xtask: no verb `{}`; `cargo xtask help` lists them",
                verb.display()
            );
            ExitCode::from(2)
        }
    }
}
