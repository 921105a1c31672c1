//! What a case is: one response, how it is asked for, and the outcome that is right.
//!
//! A line of a case file is read in two steps: `Line` is what the file may say (unknown fields are refused), [`Case`]
//! is what the harness works on. The step between them joins texts given in parts and refuses every combination
//! that means nothing, so a [`Case`] is well formed by its type and nobody after this file has to check again.

mod error;
mod expectation;
mod json;
mod line;
mod parts;
mod script;
mod script_line;
mod script_written;
mod step;
#[cfg(test)]
mod tests;
mod written;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use error::CaseError;
pub use expectation::{
    Accepted, Category, Expectation, Level, Rejected, RepairDue, Rule, RuleName,
};
pub(crate) use json::describe;
pub use parts::MAX_TEXT_BYTES;
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

    /// The response in bytes as they are sent; none where only a contract is loaded or a whole session is led.
    #[must_use]
    pub fn response(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { response, .. }
            | Ask::Recover { response, .. }
            | Ask::Repair { response, .. } => Some(response),
            Ask::Load { .. } | Ask::Session(_) => None,
        }
    }

    /// How the provider says that the response ended; none if it says nothing.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        match &self.ask {
            Ask::Parse { finish, .. }
            | Ask::Recover { finish, .. }
            | Ask::Repair { finish, .. } => *finish,
            Ask::Load { .. } | Ask::Session(_) => None,
        }
    }

    /// Everything that a model is said to have returned, each with how it ended: the response, the answer to a repair
    /// call, the answers to the calls of a session.
    pub fn returned(&self) -> impl Iterator<Item = (&str, Option<Finish>)> {
        let response = self.response().map(|response| (response, self.finish()));
        let (answer, steps) = match &self.ask {
            Ask::Repair { answer, .. } => (Some((answer.as_str(), None)), &[][..]),
            Ask::Session(script) => (None, &script.steps[..]),
            Ask::Parse { .. } | Ask::Recover { .. } | Ask::Load { .. } => (None, &[][..]),
        };
        let returned = steps.iter().filter_map(Step::returned);
        response.into_iter().chain(answer).chain(returned)
    }

    /// The name of the contract that the case is asked under, if there is one.
    #[must_use]
    pub fn contract(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { .. } => None,
            Ask::Recover { contract, .. }
            | Ask::Repair { contract, .. }
            | Ask::Load { contract }
            | Ask::Session(Script { contract, .. }) => Some(contract),
        }
    }

    /// The names of all contracts that the case names: the one that it is asked under, and those under which a session
    /// of it is resumed.
    pub fn contracts(&self) -> impl Iterator<Item = &str> {
        let steps = match &self.ask {
            Ask::Session(script) => &script.steps[..],
            _ => &[],
        };
        let resumed = steps.iter().filter_map(Step::contract);
        self.contract().into_iter().chain(resumed)
    }

    /// Has the case ask under the contract of this name, if it needs one.
    pub fn ask_under(&mut self, name: &str) {
        match &mut self.ask {
            Ask::Parse { .. } => {}
            Ask::Recover { contract, .. }
            | Ask::Repair { contract, .. }
            | Ask::Load { contract }
            | Ask::Session(Script { contract, .. }) => name.clone_into(contract),
        }
    }

    /// How binding the case is.
    #[must_use]
    pub fn level(&self) -> Level {
        match &self.expect {
            Expectation::Accepted(accepted) => accepted.level,
            Expectation::Rejected(_)
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
    pub const ALL: [Self; 4] = [Self::Parse, Self::Normalize, Self::Repair, Self::Session];

    /// The name that stands in cases, flags and the handshake.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Normalize => "normalize",
            Self::Repair => "repair",
            Self::Session => "session",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
