//! What a guard answers: a verdict on one output, or the course of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Malformed;
use super::object::Object;
use super::reply::Text;
use crate::case::Verdict;

/// The verdict on an output.
#[derive(Debug, Clone)]
pub struct Guarded<'a> {
    /// The verdict.
    pub verdict: Verdict,
    /// The value as JSON text, where it is valid.
    pub value: Option<&'a str>,
    /// Why it is not.
    pub stop_reason: Option<Cow<'a, str>>,
    /// What was kept of a corrupt body.
    pub quarantine: Option<Quarantine<'a>>,
    /// The whole line, in which text of a body stands nowhere but in the value.
    pub line: &'a str,
}

/// What was kept of a corrupt body (REQ GRD-8).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Quarantine<'a> {
    /// The SHA-256 of what was kept, in hexadecimal digits.
    #[serde(borrow)]
    pub sha256: Cow<'a, str>,
    /// How many bytes were kept.
    pub bytes: u64,
    /// Whether there were more.
    pub prefix: bool,
}

/// The verdict of a step of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepVerdict {
    /// On the last output.
    Output(Verdict),
    /// There was no call.
    Refused,
}

/// The course of a run.
#[derive(Debug, Clone)]
pub struct RunReply<'a> {
    /// What came of each step.
    pub steps: Vec<RunStepReply<'a>>,
    /// The rates.
    pub metrics: Metrics<'a>,
    /// The stop report; none if nothing went wrong.
    pub stop: Option<RunStop<'a>>,
    /// The whole line, in which no text of a body stands.
    pub line: &'a str,
}

/// What came of a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunStepReply<'a> {
    /// The verdict on the last output, or that there was no call.
    pub verdict: Option<StepVerdict>,
    /// Why it is not valid.
    pub stop_reason: Option<Cow<'a, str>>,
    /// How many outputs were taken.
    pub tries: Option<u64>,
    /// The tool that was used instead.
    pub used: Option<Cow<'a, str>>,
    /// Whether the step did nothing.
    pub is_skipped: bool,
    /// Whether a write is allowed; none if the step is told as none.
    pub is_allowed: Option<bool>,
    /// `unknown` where a write was made and its output is not valid.
    pub effect: Option<Cow<'a, str>>,
    /// What was kept of a corrupt body.
    pub quarantine: Option<Quarantine<'a>>,
}

/// The rates of a run (REQ GRD-7).
#[derive(Debug, Clone, Deserialize)]
pub struct Metrics<'a> {
    /// Of all calls.
    #[serde(borrow)]
    all: Object<Counted<'a>>,
    /// Of each tool.
    #[serde(borrow)]
    tools: BTreeMap<Cow<'a, str>, Object<Counted<'a>>>,
    /// Of all calls so far, after each step.
    #[serde(borrow)]
    series: Vec<Object<Rates<'a>>>,
}

/// Rates with the number of calls that they are of.
#[derive(Debug, Clone, Deserialize)]
pub struct Counted<'a> {
    /// How many calls.
    pub calls: u64,
    #[serde(borrow)]
    tool_2xx_rate: &'a RawValue,
    #[serde(borrow)]
    tool_output_invalid_rate: &'a RawValue,
}

/// Rates, each as JSON text: a number, or `null` of nothing.
#[derive(Debug, Clone, Deserialize)]
pub struct Rates<'a> {
    #[serde(borrow)]
    tool_2xx_rate: &'a RawValue,
    #[serde(borrow)]
    tool_output_invalid_rate: &'a RawValue,
}

/// The stop report of a run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RunStop<'a> {
    /// Why.
    #[serde(borrow)]
    pub stop_reason: Cow<'a, str>,
    /// The gates passed before.
    #[serde(borrow)]
    pub checked: Vec<Cow<'a, str>>,
    /// What is safe to do next.
    #[serde(borrow)]
    pub next_step: Cow<'a, str>,
}

/// A step as it stands.
#[derive(Deserialize)]
pub(super) struct StepMessage<'a> {
    #[serde(borrow)]
    verdict: Option<Text<'a>>,
    #[serde(borrow)]
    stop_reason: Option<Text<'a>>,
    tries: Option<u64>,
    #[serde(borrow)]
    used: Option<Text<'a>>,
    skipped: Option<bool>,
    #[serde(borrow)]
    write: Option<Text<'a>>,
    #[serde(borrow)]
    effect: Option<Text<'a>>,
    #[serde(borrow)]
    quarantine: Option<Object<Quarantine<'a>>>,
}

impl<'a> Metrics<'a> {
    /// Of all calls.
    #[must_use]
    pub fn all(&self) -> &Counted<'a> {
        &self.all.0
    }

    /// Of each tool, by its name.
    pub fn tools(&self) -> impl Iterator<Item = (&str, &Counted<'a>)> {
        self.tools.iter().map(|(tool, rates)| (&**tool, &rates.0))
    }

    /// Of all calls so far, after each step.
    #[must_use]
    pub fn series(&self) -> impl ExactSizeIterator<Item = &Rates<'a>> {
        self.series.iter().map(|rates| &rates.0)
    }
}

impl<'a> Counted<'a> {
    /// The rates alone.
    #[must_use]
    pub fn rates(&self) -> Rates<'a> {
        Rates {
            tool_2xx_rate: self.tool_2xx_rate,
            tool_output_invalid_rate: self.tool_output_invalid_rate,
        }
    }
}

impl<'a> Rates<'a> {
    /// The part of the calls that had a 2xx, as JSON text.
    #[must_use]
    pub fn tool_2xx_rate(&self) -> &'a str {
        self.tool_2xx_rate.get()
    }

    /// The part of those that was corrupt, as JSON text.
    #[must_use]
    pub fn tool_output_invalid_rate(&self) -> &'a str {
        self.tool_output_invalid_rate.get()
    }
}

impl<'a> RunStepReply<'a> {
    /// Steps from what stands in a reply. Each says one thing: a verdict, that it did nothing, or what became of a write.
    pub(super) fn read_all(messages: Vec<Object<StepMessage<'a>>>) -> Result<Vec<Self>, Malformed> {
        let read = |Object(message): Object<StepMessage<'a>>| message.step();
        messages.into_iter().map(read).collect()
    }
}

/// The verdict of that name.
pub(super) fn verdict(name: &str) -> Result<Verdict, Malformed> {
    let known = [Verdict::Valid, Verdict::Corrupt, Verdict::ToolFailure];
    let named = known.into_iter().find(|verdict| verdict.name() == name);
    named.ok_or(Malformed::Verdict)
}

fn step_verdict(name: &str) -> Result<StepVerdict, Malformed> {
    match name {
        "refused" => Ok(StepVerdict::Refused),
        _ => verdict(name).map(StepVerdict::Output),
    }
}

fn is_allowed(name: &str) -> Result<bool, Malformed> {
    match name {
        "allowed" => Ok(true),
        "blocked" => Ok(false),
        _ => Err(Malformed::Write),
    }
}

impl<'a> StepMessage<'a> {
    fn step(self) -> Result<RunStepReply<'a>, Malformed> {
        let text = |text: Option<Text<'a>>| text.map(|Text(text)| text);
        let step = RunStepReply {
            verdict: self
                .verdict
                .map(|Text(name)| step_verdict(&name))
                .transpose()?,
            stop_reason: text(self.stop_reason),
            tries: self.tries,
            used: text(self.used),
            is_skipped: self.skipped == Some(true),
            is_allowed: self.write.map(|Text(name)| is_allowed(&name)).transpose()?,
            effect: text(self.effect),
            quarantine: self.quarantine.map(|Object(receipt)| receipt),
        };
        let is_one = if step.is_skipped {
            step.verdict.is_none() && step.is_allowed.is_none()
        } else {
            step.verdict.is_some() || step.is_allowed.is_some()
        };
        if is_one {
            Ok(step)
        } else {
            Err(Malformed::RunStep)
        }
    }
}
