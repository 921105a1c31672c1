//! A run of steps through the guard, and what must come of it (REQ GRD-5, GRD-7, GRD-10).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Gate, NextStep, Output, OutputReason, VerdictDue};

/// A run from its first step to its last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The name of the contract of each tool.
    pub contracts: BTreeMap<String, String>,
    /// The policy as JSON text, so that a broken one can be sent; absent: none is given.
    pub policy: Option<String>,
    /// The steps, in this order.
    pub steps: Vec<RunStep>,
}

/// One step of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunStep {
    /// A tool is called.
    Call {
        /// The tool.
        tool: String,
        /// What each try would yield.
        outputs: Vec<Output>,
        /// The steps that it rests on; absent: none.
        depends_on: Option<Vec<u64>>,
    },
    /// Something is written.
    Write {
        /// The tool.
        tool: String,
        /// The steps that it rests on; absent: all earlier calls.
        depends_on: Option<Vec<u64>>,
        /// What the write would yield; absent: nothing is known of it.
        output: Option<Output>,
    },
    /// Nothing is done.
    Think,
    /// A step that says that it is both a call and a write, for which the whole run is refused.
    Both {
        /// The tool that is called.
        call: String,
        /// The tool that writes.
        write: String,
    },
}

/// What must come of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunDue {
    /// It is refused whole, with one of these errors; never empty.
    Error(Vec<RunError>),
    /// It is led.
    Led(LedDue),
}

/// What must come of a run that is led.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedDue {
    /// Of each step.
    pub steps: Vec<RunStepDue>,
    /// The stop reports of which any one is right, none being that nothing went wrong; never empty.
    pub stops: Vec<Option<RunStopDue>>,
    /// The rates of all calls, where the case states them. They are recounted in any case.
    pub rates: Option<RatesDue>,
}

/// What must come of one step of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunStepDue {
    /// The call is made.
    Call {
        /// The last verdict.
        verdict: VerdictDue,
        /// How many of the step's outputs were taken.
        tries: u64,
        /// The tool that was used instead, if one was.
        used: Option<String>,
    },
    /// The tool has no contract, so it is not called (REQ GRD-2).
    Refused,
    /// The step does nothing, or the run had ended.
    Skipped,
    /// The write, or the call of a tool that writes.
    Write {
        /// Whether it is allowed.
        is_allowed: bool,
        /// The verdict on its own output, where it is allowed and has one. If it is not valid the effect is unknown.
        verdict: Option<VerdictDue>,
    },
}

/// The stop report of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunStopDue {
    /// The stop reasons of which any one is right; never empty.
    pub reasons: Vec<OutputReason>,
    /// The gates passed before. Those that the contract does not ask for may be named or not.
    pub checked: Vec<Gate>,
    /// What is safe to do next.
    pub next_step: NextStep,
}

/// The rates of all calls of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatesDue {
    /// How many calls there were.
    pub calls: u64,
    /// How many of them had a 2xx; none of no calls.
    pub tool_2xx_rate: Option<Rate>,
    /// How many of the 2xx were corrupt; none of no 2xx.
    pub tool_output_invalid_rate: Option<Rate>,
}

/// So many of so many; the second is at least 1. Written `4/6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How many.
    pub part: u64,
    /// Of how many.
    pub whole: u64,
}

/// Why a run is refused whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunError {
    /// The policy has a member or a value that is unknown or means nothing.
    #[serde(rename = "policy:invalid")]
    PolicyInvalid,
    /// The request cannot be understood.
    #[serde(rename = "request")]
    Request,
    /// A contract is refused.
    #[serde(rename = "contract")]
    Contract,
}

impl Run {
    /// Everything that tools are said to have returned.
    pub fn outputs(&self) -> impl Iterator<Item = &Output> {
        self.steps.iter().flat_map(RunStep::outputs)
    }
}

impl RunStep {
    /// Everything that the tool of the step is said to have returned.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        match self {
            Self::Call { outputs, .. } => outputs,
            Self::Write { output, .. } => output.as_slice(),
            Self::Think | Self::Both { .. } => &[],
        }
    }
}

impl RunDue {
    /// Whether anything in it is turned down: the whole run, an output, a call or a write.
    #[must_use]
    pub fn refuses(&self) -> bool {
        let is_refusal = |due: &RunStepDue| match due {
            RunStepDue::Call { verdict, .. } => *verdict != VerdictDue::Valid,
            RunStepDue::Refused => true,
            RunStepDue::Skipped => false,
            RunStepDue::Write {
                is_allowed,
                verdict,
            } => {
                !is_allowed
                    || verdict
                        .as_ref()
                        .is_some_and(|verdict| *verdict != VerdictDue::Valid)
            }
        };
        match self {
            Self::Error(_) => true,
            Self::Led(due) => due.steps.iter().any(is_refusal),
        }
    }
}

impl RunStepDue {
    /// How many of the step's outputs are taken; none where none is.
    #[must_use]
    pub fn tries(&self) -> Option<usize> {
        match self {
            Self::Call { tries, .. } => usize::try_from(*tries).ok().filter(|tries| *tries > 0),
            Self::Write {
                verdict: Some(_), ..
            } => Some(1),
            Self::Write { verdict: None, .. } | Self::Refused | Self::Skipped => None,
        }
    }
}

impl Rate {
    /// So many of so many; none of nothing.
    #[must_use]
    pub fn of(part: u64, whole: u64) -> Option<Self> {
        (whole > 0).then_some(Self { part, whole })
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.whole)
    }
}

impl FromStr for Rate {
    type Err = String;

    /// Reads `4/6`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(part, whole)| Some((part.parse().ok()?, whole.parse().ok()?)));
        match numbers {
            Some((part, whole)) if whole > 0 && part <= whole => Ok(Self { part, whole }),
            _ => Err("a rate is two whole numbers with a slash, as in \"4/6\"".to_owned()),
        }
    }
}

impl Serialize for Rate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl RunError {
    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PolicyInvalid => "policy:invalid",
            Self::Request => "request",
            Self::Contract => "contract",
        }
    }
}
