//! `recovery-report compare A B`: what was fixed, broken, new and gone between two reports. Exit status 0: nothing got
//! worse; 1: something is broken or gone; 2: they cannot be compared.

use std::fs;
use std::process::ExitCode;

use recovery_reports::compare::compare;

const USAGE: &str = "usage: cargo xtask report compare EARLIER.json LATER.json\n\
    Two reports of one kind: of conformance, of prompt sizes, or of speed. Ends with 1 if anything is broken or gone.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match *words {
        ["--help" | "-h"] | ["compare", "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        ["compare", earlier, later] => read(earlier)
            .and_then(|earlier| Ok((earlier, read(later)?)))
            .and_then(|(a, b)| compare(&a, &b).map_err(|error| error.to_string())),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(comparison) => {
            print!("{comparison}");
            if comparison.is_sound() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(why) => {
            eprintln!("report: {why}");
            ExitCode::from(2)
        }
    }
}

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))
}
