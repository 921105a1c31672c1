//! `guard-run`: a run as it would go, step by step.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use response_recovery::guard::{Course, Rates, Run, Step, StopReport};
use response_recovery_store::Store;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::failure::Failure;
use crate::{exit, input, quarantine, raw};

/// Play a run of calls and writes, and print its steps, its rates and why it stopped
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print the run as one line of JSON
    #[arg(long)]
    json: bool,
    /// Keep the corrupt bodies in this store, which is made if it is not there
    #[arg(long, value_name = "STORE")]
    quarantine: Option<PathBuf>,
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
    if let Some(file) = &arguments.quarantine {
        quarantine::keep(&mut Store::open(file)?, run.quarantined())?;
    }
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
    // What is no object of objects, or has a key twice, is told by whoever reads the run.
    let Ok(Members(mut members)) = serde_json::from_str(text) else {
        return Ok(text.to_owned());
    };
    let contracts = members.get("contracts").map(|contracts| contracts.get());
    let Some(Ok(Members(contracts))) = contracts.map(serde_json::from_str) else {
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

/// The members of an object, each as it stands. One that has a key twice is none: the last would win unseen.
struct Members<'t>(BTreeMap<String, &'t RawValue>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OnceEach;

        impl<'de> Visitor<'de> for OnceEach {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object without a key twice")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = BTreeMap::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    if members.insert(key, value).is_some() {
                        return Err(A::Error::custom("a key stands twice"));
                    }
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(OnceEach)
    }
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
