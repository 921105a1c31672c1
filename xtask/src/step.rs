//! Steps: commands run one after the other, each with its name, its time and, if it fails, the line that reruns it.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::workspace;

/// One command, run in the repository's root.
pub(crate) struct Step {
    /// What it does, in a few words.
    pub(crate) name: &'static str,
    /// The program and its arguments. The programs `cargo` and `cargo xtask` are those that run now.
    pub(crate) line: &'static [&'static str],
    /// What to do if the program is not there.
    pub(crate) needs: &'static str,
}

impl Step {
    fn command(&self) -> Command {
        let mut command = match self.line {
            ["cargo", "xtask", arguments @ ..] => {
                let this = std::env::current_exe().unwrap_or_else(|_| "xtask".into());
                let mut command = Command::new(this);
                command.args(arguments);
                command
            }
            ["cargo", arguments @ ..] => {
                let mut command = workspace::cargo();
                command.args(arguments);
                command
            }
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments);
                command
            }
            [] => workspace::cargo(),
        };
        command.current_dir(workspace::root()).stdin(Stdio::null());
        command
    }

    /// The line that runs the step by hand.
    fn shown(&self) -> String {
        let word = |word: &&str| {
            if word.contains(' ') {
                format!("'{word}'")
            } else {
                (*word).to_owned()
            }
        };
        self.line.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

/// Runs steps in order and stops at the first that fails. `title` names the whole in the closing line.
pub(crate) fn run_all(title: &str, steps: &[Step]) -> ExitCode {
    let start = Instant::now();
    for (index, step) in steps.iter().enumerate() {
        println!("== {title} {}/{}: {}", index + 1, steps.len(), step.name);
        let step_start = Instant::now();
        let why = match step.command().status() {
            Ok(status) if status.success() => {
                println!(
                    "== {title}: {}: {}",
                    step.name,
                    seconds(step_start.elapsed())
                );
                continue;
            }
            Ok(status) => status.to_string(),
            Err(error) => format!("{error}; {}", step.needs),
        };
        let shown = step.shown();
        println!(
            "== {title}: {} FAILED after {}: {why}",
            step.name,
            seconds(step_start.elapsed())
        );
        println!("== {title}: failed; run it again with: {shown}");
        return ExitCode::from(1);
    }
    println!(
        "== {title}: all {} steps passed in {}",
        steps.len(),
        seconds(start.elapsed())
    );
    ExitCode::SUCCESS
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
