//! `guard-run`: a run as it would go, step by step.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use response_recovery::guard::{Course, Rates, Run, Step, StopReport};
use serde_json::value::RawValue;

use crate::failure::Failure;
use crate::{exit, input, raw};

/// Play a run of calls and writes, and print its steps, its rates and why it stopped
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print the run as one line of JSON
    #[arg(long)]
    json: bool,
    /// The run, in the form of corpus/schema/run.schema.json
    #[arg(value_name = "RUN")]
    run: PathBuf,
}

/// Plays the run and says how it went.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let faulty = |why: String| Failure::Script {
        path: arguments.run.clone(),
        why,
    };
    let text = with_contracts(&arguments.run, &input::text(&arguments.run)?)?;
    let course = Course::read(&text).map_err(|error| faulty(error.to_string()))?;
    let tools: Vec<_> = course.tools().map(|tool| tool.map(raw::one_line)).collect();
    let run = course.play();
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", run.to_json())?;
    } else {
        steps(&mut out, &run, &tools)?;
        rates(&mut out, &run)?;
        stop(&mut out, run.stop().as_ref())?;
    }
    Ok(ExitCode::from(if run.is_complete() {
        0
    } else {
        exit::REJECTED
    }))
}

/// The document with the contracts that it names by file in their place, token for token.
fn with_contracts(path: &Path, text: &str) -> Result<String, Failure> {
    type Members<'t> = BTreeMap<String, &'t RawValue>;
    // What is no object of objects is told by whoever reads the run.
    let Ok(mut members) = serde_json::from_str::<Members<'_>>(text) else {
        return Ok(text.to_owned());
    };
    let contracts = members.get("contracts").map(|contracts| contracts.get());
    let Some(Ok(contracts)) = contracts.map(serde_json::from_str::<Members<'_>>) else {
        return Ok(text.to_owned());
    };
    let mut read: BTreeMap<&str, Box<RawValue>> = BTreeMap::new();
    for (tool, contract) in &contracts {
        let contract = match serde_json::from_str::<String>(contract.get()) {
            Err(_) => (*contract).to_owned(),
            Ok(name) => {
                let file = path.parent().unwrap_or(Path::new("")).join(name);
                RawValue::from_string(input::text(&file)?).map_err(|_| Failure::Script {
                    path: file,
                    why: "no JSON".to_owned(),
                })?
            }
        };
        read.insert(tool, contract);
    }
    let written = |value| serde_json::value::to_raw_value(&value);
    let Ok(read) = written(read) else {
        return Ok(text.to_owned());
    };
    members.insert("contracts".to_owned(), &read);
    Ok(serde_json::to_string(&members).unwrap_or_else(|_| text.to_owned()))
}

fn steps(out: &mut impl Write, run: &Run, tools: &[Option<String>]) -> io::Result<()> {
    writeln!(
        out,
        "step  what   {:20} {:52} tries  2xx    invalid",
        "tool", "verdict"
    )?;
    let steps = run.steps().iter().zip(tools).zip(run.series()).enumerate();
    for (number, ((step, tool), rates)) in steps {
        let (what, verdict, tries) = told(step, tool.is_some());
        let tool = tool.as_deref().unwrap_or("-");
        writeln!(
            out,
            "{number:>4}  {what:6} {tool:20} {verdict:52} {tries:>5}  {}",
            both(rates)
        )?;
    }
    Ok(())
}

fn told(step: &Step, has_tool: bool) -> (&'static str, String, String) {
    match step {
        Step::Skipped if has_tool => (
            "call",
            "skipped, the run has ended".to_owned(),
            "-".to_owned(),
        ),
        Step::Skipped => ("think", "-".to_owned(), "-".to_owned()),
        Step::Called(called) => {
            let reason = called.stop_reason().map(raw::one_line);
            let mut verdict = reason.unwrap_or_else(|| "valid".to_owned());
            if let Some(used) = &called.used {
                verdict = format!("{verdict}, by {}", raw::one_line(used));
            }
            ("call", verdict, called.tries.to_string())
        }
        Step::Written(written) => {
            let mut verdict = if written.is_allowed {
                "allowed"
            } else {
                "blocked"
            }
            .to_owned();
            if written.is_unknown() {
                let reason = written.told.as_ref().and_then(|told| told.stop_reason());
                let reason = raw::one_line(reason.unwrap_or_default());
                verdict = format!("{verdict}, effect unknown: {reason}");
            }
            ("write", verdict, "-".to_owned())
        }
    }
}

fn both(rates: &Rates) -> String {
    let shown =
        |rate: Option<f64>| rate.map_or_else(|| "-    ".to_owned(), |rate| format!("{rate:.3}"));
    let both = format!(
        "{}  {}",
        shown(rates.tool_2xx),
        shown(rates.tool_output_invalid)
    );
    both.trim_end().to_owned()
}

fn rates(out: &mut impl Write, run: &Run) -> io::Result<()> {
    writeln!(out, "\n{:28} calls  2xx    invalid", "tool")?;
    for (tool, metrics) in run.tools() {
        let tool = raw::one_line(tool);
        writeln!(
            out,
            "{tool:28} {:>5}  {}",
            metrics.calls,
            both(&metrics.rates())
        )?;
    }
    let all = run.metrics();
    writeln!(out, "{:28} {:>5}  {}", "all", all.calls, both(&all.rates()))
}

fn stop(out: &mut impl Write, stop: Option<&StopReport>) -> io::Result<()> {
    let Some(stop) = stop else {
        return writeln!(out, "\nstop: none");
    };
    let checked: Vec<&str> = stop.checked.iter().map(|gate| gate.name()).collect();
    writeln!(
        out,
        "\nstop: {}\npassed before: {}\nnext step: {}",
        raw::one_line(&stop.stop_reason),
        if checked.is_empty() {
            "nothing".to_owned()
        } else {
            checked.join(" ")
        },
        stop.next_step.name()
    )
}
