//! What a case is: one response, how it is asked for, and the outcome that is right.
//!
//! A line of a case file is read in two steps: `Line` is what the file may say (unknown fields are refused), [`Case`]
//! is what the harness works on. The step between them joins texts given in parts and refuses every combination
//! that means nothing, so a [`Case`] is well formed by its type and nobody after this file has to check again.

mod error;
mod expect_line;
mod expectation;
mod guard;
#[cfg(test)]
mod guard_tests;
mod json;
mod line;
mod output;
mod output_reason;
mod parts;
mod recount;
mod run;
mod run_line;
mod run_written;
mod script;
mod script_line;
mod script_written;
mod step;
#[cfg(test)]
mod tests;
mod written;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use error::CaseError;
pub use expectation::{
    Accepted, Category, Expectation, Level, Rejected, RepairDue, Rule, RuleName,
};
pub use guard::{GuardDue, VerdictDue};
pub(crate) use json::describe;
pub use output::{Answer, Output};
pub use output_reason::{Gate, OutputReason, Verdict};
pub use parts::MAX_TEXT_BYTES;
pub use recount::{Count, Recount};
pub use run::{LedDue, Rate, RatesDue, Run, RunDue, RunError, RunStep, RunStepDue, RunStopDue};
pub use script::{Happening, PolicyGiven, Resume, Script, Spoil, Step, To};
pub use step::{
    CallDue, CallKind, Check, CommandDue, ExecuteDue, NextStep, Notice, SessionError, StateDue,
    StepExpectation, StopDue, StopReason,
};

/// One case, ready to be sent and judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// `<file stem>/<name>`, unique in the suite; a user's own case has `own/` before that.
    pub id: String,
    /// Whether the suite or the user wrote it.
    pub origin: Origin,
    /// The profile that an implementation must name for the case to be sent.
    pub profile: Profile,
    /// Requirement numbers (`FEN-1`); empty only in a user's own cases.
    pub requirements: Vec<String>,
    /// The kind of malformation, for grouping in reports; empty if not stated.
    pub class: String,
    /// What is sent.
    pub ask: Ask,
    /// What must come back.
    pub expect: Expectation,
    /// Why the case is there; empty if not stated.
    pub note: String,
}

/// Who wrote a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It is part of the suite.
    Written,
    /// It came in with `--cases`.
    Own,
    /// It was generated.
    Generated,
}

/// A set of operations that an implementation names as a whole, and under which cases are filed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// Text in, value out, no contract.
    Parse,
    /// Text in, value out, under a contract.
    Normalize,
    /// The small call that mends a container, under a contract.
    Repair,
    /// A whole investigation: events in, commands out.
    Session,
    /// A tool's output in, a verdict out; or a whole run of calls and writes.
    Guard,
}

/// What is sent to the implementation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Read a response without a contract (operation `parse`).
    Parse {
        /// The response, whole.
        response: String,
        /// How the provider says that the response ended.
        finish: Option<Finish>,
    },
    /// Read a response under a contract (operations `load`, once, and `recover`).
    Recover {
        /// The contract's name.
        contract: String,
        /// The response, whole.
        response: String,
        /// How the provider says that the response ended.
        finish: Option<Finish>,
    },
    /// Take the answer to a repair call (operations `load`, once, and `repair`).
    Repair {
        /// The contract's name.
        contract: String,
        /// The response that the repair call was about, whole.
        response: String,
        /// How the provider says that the response ended.
        finish: Option<Finish>,
        /// The answer to the repair call, whole.
        answer: String,
    },
    /// Load a contract (operation `load`); the case is over with the reply.
    Load {
        /// The contract's name.
        contract: String,
    },
    /// Lead an investigation through its events (operations `session_*`).
    Session(Script),
    /// Judge a tool's output under a guard contract (operations `load`, once, and `guard`).
    Guard {
        /// The contract's name.
        contract: String,
        /// The output.
        output: Output,
    },
    /// Lead a run through its steps (operation `guard_run`).
    Run(Run),
}

/// How the provider says that a response ended (REQ PAR-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// By itself.
    Stop,
    /// Cut at the provider's length limit.
    Length,
    /// Cut by the provider's content filter.
    ContentFilter,
}

impl Case {
    /// Reads one line of a case file. The case's origin is [`Origin::Written`].
    ///
    /// # Errors
    /// A [`CaseError`] if the line is not the form of a case, or says something that means nothing.
    pub fn from_line(line: &str) -> Result<Self, CaseError> {
        line::read(line)
    }

    /// The case as a line of a case file, without its line end. [`Self::from_line`] reads it back.
    #[must_use]
    pub fn to_line(&self) -> String {
        written::line(self)
    }

    /// What must come of a step, as the member `expect` of a case file has it.
    #[must_use]
    pub fn step_expectation(expect: &StepExpectation) -> String {
        written::step_expectation(expect)
    }

    /// What must come of an output or of a run, as the member `expect` of a case file has it; none where neither is asked.
    #[must_use]
    pub fn guard_expectation(&self) -> Option<String> {
        written::guard_expectation(&self.expect)
    }

    /// The response in bytes as they are sent; none where only a contract is loaded or a whole session is led.
    #[must_use]
    pub fn response(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { response, .. }
            | Ask::Recover { response, .. }
            | Ask::Repair { response, .. } => Some(response),
            Ask::Load { .. } | Ask::Session(_) | Ask::Guard { .. } | Ask::Run(_) => None,
        }
    }

    /// How the provider says that the response ended; none if it says nothing.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        match &self.ask {
            Ask::Parse { finish, .. }
            | Ask::Recover { finish, .. }
            | Ask::Repair { finish, .. } => *finish,
            Ask::Load { .. } | Ask::Session(_) | Ask::Guard { .. } | Ask::Run(_) => None,
        }
    }

    /// Everything that a model or a tool is said to have returned, each with how it ended: the response, the answer to a
    /// repair call, the answers to the calls of a session, the bodies of guarded outputs.
    pub fn returned(&self) -> impl Iterator<Item = (Cow<'_, str>, Option<Finish>)> {
        let borrowed = |(text, finish)| (Cow::Borrowed(text), finish);
        let outputs = self.outputs().into_iter().filter_map(Output::text);
        self.answered()
            .map(borrowed)
            .chain(outputs.map(|text| (text, None)))
    }

    /// Everything that a tool is said to have returned to the guard.
    #[must_use]
    pub fn outputs(&self) -> Vec<&Output> {
        match &self.ask {
            Ask::Guard { output, .. } => vec![output],
            Ask::Run(run) => run.outputs().collect(),
            Ask::Session(script) => script.steps.iter().filter_map(Step::output).collect(),
            Ask::Parse { .. } | Ask::Recover { .. } | Ask::Repair { .. } | Ask::Load { .. } => {
                Vec::new()
            }
        }
    }

    /// Everything that a model is said to have answered.
    fn answered(&self) -> impl Iterator<Item = (&str, Option<Finish>)> {
        let response = self.response().map(|response| (response, self.finish()));
        let (answer, steps) = match &self.ask {
            Ask::Repair { answer, .. } => (Some((answer.as_str(), None)), &[][..]),
            Ask::Session(script) => (None, &script.steps[..]),
            _ => (None, &[][..]),
        };
        let returned = steps.iter().filter_map(Step::returned);
        response.into_iter().chain(answer).chain(returned)
    }

    /// The name of the contract that the case is asked under, if there is one.
    #[must_use]
    pub fn contract(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { .. } | Ask::Run(_) => None,
            Ask::Recover { contract, .. }
            | Ask::Guard { contract, .. }
            | Ask::Repair { contract, .. }
            | Ask::Load { contract }
            | Ask::Session(Script { contract, .. }) => Some(contract),
        }
    }

    /// The names of all contracts that the case names: the one that it is asked under, those under which a session of it
    /// is resumed, those of the tools of a run.
    pub fn contracts(&self) -> impl Iterator<Item = &str> {
        let steps = match &self.ask {
            Ask::Session(script) => &script.steps[..],
            _ => &[],
        };
        let run = match &self.ask {
            Ask::Run(run) => Some(run.contracts.values().map(String::as_str)),
            _ => None,
        };
        let resumed = steps.iter().filter_map(Step::contract);
        self.contract()
            .into_iter()
            .chain(resumed)
            .chain(run.into_iter().flatten())
    }

    /// The names of the contracts that must be loaded before the case is sent. A case that loads one itself, and a run,
    /// which brings its own, need none.
    pub fn loaded_contracts(&self) -> impl Iterator<Item = &str> {
        let brings_its_own = matches!(self.ask, Ask::Load { .. } | Ask::Run(_));
        self.contracts().filter(move |_| !brings_its_own)
    }

    /// Has the case know its contracts by other names: `name` gives for each the one that it has from here on.
    pub fn rename_contracts(&mut self, name: impl Fn(&str) -> String) {
        let rename = |contract: &mut String| *contract = name(contract);
        match &mut self.ask {
            Ask::Parse { .. } => {}
            Ask::Run(run) => run.contracts.values_mut().for_each(rename),
            Ask::Recover { contract, .. }
            | Ask::Guard { contract, .. }
            | Ask::Repair { contract, .. }
            | Ask::Load { contract } => rename(contract),
            Ask::Session(Script {
                contract, steps, ..
            }) => {
                rename(contract);
                steps
                    .iter_mut()
                    .filter_map(Step::contract_mut)
                    .for_each(rename);
            }
        }
    }

    /// How binding the case is.
    #[must_use]
    pub fn level(&self) -> Level {
        match &self.expect {
            Expectation::Accepted(accepted) => accepted.level,
            Expectation::Guard(due) => due.level(),
            Expectation::Run(_)
            | Expectation::Rejected(_)
            | Expectation::Repair(_)
            | Expectation::Refused
            | Expectation::Steps => Level::Must,
        }
    }
}

impl Finish {
    /// The name that stands in cases and requests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ContentFilter => "content_filter",
        }
    }
}

impl Profile {
    /// Every profile that this version of the harness can hold an implementation against.
    pub const ALL: [Self; 5] = [
        Self::Parse,
        Self::Normalize,
        Self::Repair,
        Self::Session,
        Self::Guard,
    ];

    /// The name that stands in cases, flags and the handshake.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Normalize => "normalize",
            Self::Repair => "repair",
            Self::Session => "session",
            Self::Guard => "guard",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
