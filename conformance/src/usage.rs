//! What a mistake on the command line prints, the same in every program of this harness.

use std::process::ExitCode;

/// Help as it is, with exit status 0; a mistake in one clear line and with status 2, so that it is not overlooked in the
/// log of a CI run.
#[must_use]
pub fn usage(error: &clap::Error) -> ExitCode {
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
