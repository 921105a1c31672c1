//! A run as a line of a case file has it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use super::output::Written;
use super::run::{LedDue, RatesDue, Run, RunDue, RunError, RunStep, RunStepDue, RunStopDue};
use super::script_written::raw;
use super::{Gate, NextStep, Output, OutputReason, VerdictDue};

/// A run as it is written.
#[derive(Serialize)]
pub(super) struct RunLine<'a> {
    contracts: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Box<RawValue>>,
    steps: Vec<StepLine<'a>>,
}

#[derive(Default, Serialize)]
struct StepLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<Vec<Written<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    write: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Written<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depends_on: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<bool>,
}

/// What must come of a run, as it is written.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ExpectLine<'a> {
    Error {
        error: &'a [RunError],
    },
    Led {
        steps: Vec<StepExpectLine<'a>>,
        stop: Vec<Option<StopLine<'a>>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        metrics: Option<MetricsLine<'a>>,
    },
}

#[derive(Serialize)]
pub(super) struct MetricsLine<'a> {
    all: &'a RatesDue,
}

/// What must come of a step of a run, as it is written.
#[derive(Default, Serialize)]
pub(super) struct StepExpectLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stop_reasons: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    write: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct StopLine<'a> {
    stop_reasons: &'a [OutputReason],
    checked: &'a [Gate],
    next_step: NextStep,
}

/// Writes a run.
pub(super) fn run(run: &Run) -> RunLine<'_> {
    RunLine {
        contracts: &run.contracts,
        policy: run.policy.as_deref().and_then(raw),
        steps: run.steps.iter().map(step).collect(),
    }
}

fn step(step: &RunStep) -> StepLine<'_> {
    match step {
        RunStep::Call {
            tool,
            outputs,
            depends_on,
        } => StepLine {
            call: Some(tool),
            outputs: Some(outputs.iter().map(Output::written).collect()),
            depends_on: depends_on.as_deref(),
            ..StepLine::default()
        },
        RunStep::Write {
            tool,
            depends_on,
            output,
        } => StepLine {
            write: Some(tool),
            depends_on: depends_on.as_deref(),
            output: output.as_ref().map(Output::written),
            ..StepLine::default()
        },
        RunStep::Think => StepLine {
            think: Some(true),
            ..StepLine::default()
        },
        RunStep::Both { call, write } => StepLine {
            call: Some(call),
            write: Some(write),
            ..StepLine::default()
        },
    }
}

/// Writes what must come of a run.
pub(super) fn expectation(due: &RunDue) -> ExpectLine<'_> {
    match due {
        RunDue::Error(errors) => ExpectLine::Error { error: errors },
        RunDue::Led(LedDue {
            steps,
            stops,
            rates,
        }) => ExpectLine::Led {
            steps: steps.iter().map(step_expectation).collect(),
            stop: stops
                .iter()
                .map(|stop| stop.as_ref().map(self::stop))
                .collect(),
            metrics: rates.as_ref().map(|all| MetricsLine { all }),
        },
    }
}

fn step_expectation(due: &RunStepDue) -> StepExpectLine<'_> {
    match due {
        RunStepDue::Call {
            verdict,
            tries,
            used,
        } => StepExpectLine {
            tries: Some(*tries),
            used: used.as_deref(),
            ..of_output(verdict)
        },
        RunStepDue::Refused => StepExpectLine {
            verdict: Some("refused"),
            stop_reasons: vec!["policy:no_contract".to_owned()],
            ..StepExpectLine::default()
        },
        RunStepDue::Skipped => StepExpectLine {
            skipped: Some(true),
            ..StepExpectLine::default()
        },
        RunStepDue::Write {
            is_allowed,
            verdict,
        } => StepExpectLine {
            write: Some(if *is_allowed { "allowed" } else { "blocked" }),
            effect: verdict
                .as_ref()
                .filter(|verdict| **verdict != VerdictDue::Valid)
                .map(|_| "unknown"),
            ..verdict.as_ref().map(of_output).unwrap_or_default()
        },
    }
}

fn of_output<'a>(due: &VerdictDue) -> StepExpectLine<'a> {
    StepExpectLine {
        verdict: Some(due.verdict().name()),
        stop_reasons: due.reasons().iter().map(ToString::to_string).collect(),
        ..StepExpectLine::default()
    }
}

fn stop(due: &RunStopDue) -> StopLine<'_> {
    StopLine {
        stop_reasons: &due.reasons,
        checked: &due.checked,
        next_step: due.next_step,
    }
}
