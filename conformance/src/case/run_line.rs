//! A run as a line of a case file has it, and the step from there to a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::CaseError;
use super::output::OutputLine;
use super::run::{LedDue, RatesDue, Run, RunDue, RunError, RunStep, RunStepDue, RunStopDue};
use super::{Gate, NextStep, Output, OutputReason, Verdict, VerdictDue};

/// A run as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunLine {
    contracts: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "present")]
    policy: Option<Box<RawValue>>,
    steps: Vec<StepLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepLine {
    call: Option<String>,
    outputs: Option<Vec<OutputLine>>,
    write: Option<String>,
    output: Option<OutputLine>,
    depends_on: Option<Vec<u64>>,
    think: Option<bool>,
}

/// What must come of a run, as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectLine {
    error: Option<Vec<RunError>>,
    steps: Option<Vec<StepExpectLine>>,
    #[serde(default, deserialize_with = "present_stop")]
    stop: Option<Vec<Option<StopLine>>>,
    metrics: Option<MetricsLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MetricsLine {
    all: RatesDue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepExpectLine {
    verdict: Option<StepVerdict>,
    #[serde(default)]
    stop_reasons: Vec<String>,
    tries: Option<u64>,
    used: Option<String>,
    skipped: Option<bool>,
    write: Option<WriteLine>,
    effect: Option<Effect>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StepVerdict {
    Valid,
    Corrupt,
    ToolFailure,
    Refused,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WriteLine {
    Allowed,
    Blocked,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Effect {
    Unknown,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StopLine {
    stop_reasons: Vec<OutputReason>,
    checked: Vec<Gate>,
    next_step: NextStep,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "`stop` is null, a stop report with `stop_reasons`, `checked` and `next_step`, or a list of these"
)]
enum StopsLine {
    One(StopLine),
    AnyOf(Vec<Option<StopLine>>),
}

/// A value that is there even if it is `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

/// The stop reports that are right; `null` is one of them.
fn present_stop<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Option<StopLine>>>, D::Error> {
    Ok(Some(
        match Option::<StopsLine>::deserialize(deserializer)? {
            None => vec![None],
            Some(StopsLine::One(stop)) => vec![Some(stop)],
            Some(StopsLine::AnyOf(stops)) => stops,
        },
    ))
}

fn unwanted(field: &'static str, is_given: bool, when: &'static str) -> Result<(), CaseError> {
    if is_given {
        Err(CaseError::Unwanted { field, when })
    } else {
        Ok(())
    }
}

fn missing(field: &'static str, when: &'static str) -> CaseError {
    CaseError::Missing { field, when }
}

/// The items, each made into what it says; an error names its step.
fn each<T, U>(
    items: Vec<T>,
    read: impl Fn(usize, T) -> Result<U, CaseError>,
) -> Result<Vec<U>, CaseError> {
    let all = items.into_iter().enumerate().map(|(step, item)| {
        read(step, item).map_err(|error| CaseError::Step {
            step,
            error: Box::new(error),
        })
    });
    all.collect()
}

impl RunLine {
    /// The run, and what must come of it.
    pub(super) fn into_run(self, expect: ExpectLine) -> Result<(Run, RunDue), CaseError> {
        let run = Run {
            contracts: self.contracts,
            policy: self
                .policy
                .map(|policy| policy.get().replace(['\n', '\r'], " ")),
            steps: each(self.steps, |_, step| step.into_step())?,
        };
        let due = expect.into_due(&run)?;
        Ok((run, due))
    }
}

impl StepLine {
    fn into_step(self) -> Result<RunStep, CaseError> {
        const CALLS: &str = "anything but `call`";
        const WRITES: &str = "anything but `write`";
        unwanted(
            "outputs",
            self.outputs.is_some() && self.call.is_none(),
            CALLS,
        )?;
        unwanted(
            "output",
            self.output.is_some() && self.write.is_none(),
            WRITES,
        )?;
        let is_step = self.call.is_some() || self.write.is_some();
        unwanted("think", self.think.is_some() && is_step, "a call or write")?;
        unwanted("think", self.think == Some(false), "`false`")?;
        unwanted(
            "depends_on",
            self.depends_on.is_some() && !is_step,
            "a step that does nothing",
        )?;
        let outputs = |outputs: Vec<OutputLine>| {
            let outputs = outputs.into_iter().map(OutputLine::into_output);
            outputs.collect::<Result<Vec<Output>, _>>()
        };
        match (self.call, self.write) {
            (Some(call), Some(write)) => Ok(RunStep::Both { call, write }),
            (Some(tool), None) => Ok(RunStep::Call {
                tool,
                outputs: outputs(self.outputs.ok_or_else(|| missing("outputs", "a call"))?)?,
                depends_on: self.depends_on,
            }),
            (None, Some(tool)) => Ok(RunStep::Write {
                tool,
                depends_on: self.depends_on,
                output: self.output.map(OutputLine::into_output).transpose()?,
            }),
            (None, None) => Ok(RunStep::Think),
        }
    }
}

impl ExpectLine {
    fn into_due(self, run: &Run) -> Result<RunDue, CaseError> {
        const WHEN: &str = "`error`, for which nothing runs";
        const LED: &str = "a run that is not refused whole";
        if let Some(errors) = self.error {
            unwanted("steps", self.steps.is_some(), WHEN)?;
            unwanted("stop", self.stop.is_some(), WHEN)?;
            unwanted("metrics", self.metrics.is_some(), WHEN)?;
            if errors.is_empty() {
                return Err(missing("error", "a run that is refused whole"));
            }
            return Ok(RunDue::Error(errors));
        }
        let steps = self.steps.ok_or_else(|| missing("steps", LED))?;
        if steps.len() != run.steps.len() {
            return Err(CaseError::Form(
                "`expect` has not as many steps as the run".to_owned(),
            ));
        }
        let steps = each(steps, |index, step| {
            step.into_due(run.steps.get(index).unwrap_or(&RunStep::Think))
        })?;
        let reports = self.stop.ok_or_else(|| missing("stop", LED))?;
        let reports: Vec<_> = reports
            .into_iter()
            .map(|report| report.map(StopLine::into_due).transpose())
            .collect::<Result<_, _>>()?;
        if reports.is_empty() {
            return Err(missing("stop", LED));
        }
        Ok(RunDue::Led(LedDue {
            steps,
            stops: reports,
            rates: self.metrics.map(|metrics| metrics.all),
        }))
    }
}

impl StopLine {
    fn into_due(self) -> Result<RunStopDue, CaseError> {
        if self.stop_reasons.is_empty() {
            return Err(missing("stop_reasons", "a stop report"));
        }
        unwanted(
            "next_step",
            self.next_step == NextStep::None,
            "a run, unless it is `partial_answer` or `retry_after_recovery`",
        )?;
        Ok(RunStopDue {
            reasons: self.stop_reasons,
            checked: self.checked,
            next_step: self.next_step,
        })
    }
}

impl StepExpectLine {
    fn into_due(self, step: &RunStep) -> Result<RunStepDue, CaseError> {
        const KINDS: &str = "a step of a run expects `verdict`, `skipped` or `write`";
        if let RunStep::Call { outputs, .. } = step
            && outputs.is_empty()
        {
            return Err(missing(
                "outputs",
                "a call, unless the run is refused whole",
            ));
        }
        if let RunStep::Both { .. } = step {
            let when = "`write`, unless the run is refused whole";
            return Err(CaseError::Unwanted {
                field: "call",
                when,
            });
        }
        unwanted("skipped", self.skipped == Some(false), "`false`")?;
        let is_call = matches!(step, RunStep::Call { .. });
        let kinds = [self.skipped.is_some(), self.write.is_some()];
        match (kinds, self.verdict) {
            ([true, false], None) if !matches!(step, RunStep::Write { .. }) => {
                self.bare("`skipped`")?;
                unwanted("effect", self.effect.is_some(), "`skipped`")?;
                Ok(RunStepDue::Skipped)
            }
            ([false, true], _) if !matches!(step, RunStep::Think) => self.into_write(step),
            ([false, false], Some(verdict)) if is_call => self.into_call(verdict, step),
            _ => Err(CaseError::Form(KINDS.to_owned())),
        }
    }

    /// A step that says nothing of a verdict.
    fn bare(&self, when: &'static str) -> Result<(), CaseError> {
        unwanted("verdict", self.verdict.is_some(), when)?;
        unwanted("stop_reasons", !self.stop_reasons.is_empty(), when)?;
        unwanted("tries", self.tries.is_some(), when)?;
        unwanted("used", self.used.is_some(), when)
    }

    fn into_write(self, step: &RunStep) -> Result<RunStepDue, CaseError> {
        unwanted("tries", self.tries.is_some(), "`write`")?;
        unwanted("used", self.used.is_some(), "`write`")?;
        let is_allowed = self.write == Some(WriteLine::Allowed);
        let has_output = !step.outputs().is_empty();
        if !is_allowed || !has_output {
            let when = "a write that is blocked, or has no output of its own";
            self.bare(when)?;
            unwanted("effect", self.effect.is_some(), when)?;
            return Ok(RunStepDue::Write {
                is_allowed,
                verdict: None,
            });
        }
        let missing = || missing("verdict", "a write that is allowed and has an output");
        let verdict = self.verdict.ok_or_else(missing)?.of_output();
        let reasons = reasons(&self.stop_reasons)?;
        let due = VerdictDue::of(verdict.ok_or_else(missing)?, reasons)?;
        if (due == VerdictDue::Valid) == self.effect.is_some() {
            return Err(CaseError::Form(
                "`effect` is `unknown` exactly where a write's own output is not valid".to_owned(),
            ));
        }
        Ok(RunStepDue::Write {
            is_allowed,
            verdict: Some(due),
        })
    }

    fn into_call(self, verdict: StepVerdict, step: &RunStep) -> Result<RunStepDue, CaseError> {
        unwanted("effect", self.effect.is_some(), "a call")?;
        let Some(verdict) = verdict.of_output() else {
            const WHEN: &str = "verdict `refused`";
            unwanted("tries", self.tries.is_some(), WHEN)?;
            unwanted("used", self.used.is_some(), WHEN)?;
            return match self.stop_reasons.as_slice() {
                [reason] if reason == "policy:no_contract" => Ok(RunStepDue::Refused),
                _ => Err(CaseError::Form(
                    "verdict `refused` has the one stop reason `policy:no_contract`".to_owned(),
                )),
            };
        };
        let tries = self.tries.ok_or_else(|| missing("tries", "a call"))?;
        let outputs = step.outputs().len() as u64;
        let least = if self.used.is_some() { 2 } else { 1 };
        if !(least..=outputs).contains(&tries) {
            return Err(CaseError::Form(
                "`tries` counts the outputs that are taken, that of a fallback included".to_owned(),
            ));
        }
        Ok(RunStepDue::Call {
            verdict: VerdictDue::of(verdict, reasons(&self.stop_reasons)?)?,
            tries,
            used: self.used,
        })
    }
}

impl StepVerdict {
    /// The verdict on an output; none if there was none.
    fn of_output(self) -> Option<Verdict> {
        match self {
            Self::Valid => Some(Verdict::Valid),
            Self::Corrupt => Some(Verdict::Corrupt),
            Self::ToolFailure => Some(Verdict::ToolFailure),
            Self::Refused => None,
        }
    }
}

fn reasons(texts: &[String]) -> Result<Vec<OutputReason>, CaseError> {
    let read = |text: &String| text.parse().map_err(CaseError::Form);
    texts.iter().map(read).collect()
}
