//! What is done with a session: it is opened, then one thing happens after the other, and of each it is said what is
//! right.

use super::{CommandDue, Finish, Output, StepExpectation, StopReason};

/// A session from its opening to its last event. The first step opens it, and no other does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The contract's name.
    pub contract: String,
    /// The policy under which it is opened, as JSON text; absent: none is given (REQ ACT-4).
    pub policy: Option<String>,
    /// What happens, in this order.
    pub steps: Vec<Step>,
}

/// One thing that happens, and what must come of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What happens.
    pub happening: Happening,
    /// What must come of it.
    pub expect: StepExpectation,
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// The session is opened.
    Open,
    /// A model returned a text for a call.
    Respond {
        /// The text, whole.
        text: String,
        /// How the provider says that it ended.
        finish: Option<Finish>,
        /// The call.
        to: To,
    },
    /// A call came to nothing.
    TransportError {
        /// In which way; any word, so that unknown ones can be sent.
        kind: String,
        /// The call.
        to: To,
    },
    /// An action has a result.
    Result {
        /// The output, as JSON text.
        output: String,
        /// The bindings from now on, as JSON text; absent: they stay.
        bindings: Option<String>,
        /// The action.
        to: To,
    },
    /// An action of a tool with an `output` contract has one (REQ SES-7).
    Output {
        /// The output, in the form of the guard.
        output: Output,
        /// The bindings from now on, as JSON text; absent: they stay.
        bindings: Option<String>,
        /// The action.
        to: To,
    },
    /// The session is taken up again from its checkpoint and its audit, under a new name. If that is refused, the old
    /// one goes on.
    Resume(Resume),
}

/// Which call or action something is said to belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// The one that is open; the last one, if none is.
    Open,
    /// The one of this number, counted from 0 in the order in which their ids were first given out.
    Nth(usize),
    /// One with an id that was never given out.
    Nobody,
}

/// How a session is taken up again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resume {
    /// The policy that is given.
    pub policy: PolicyGiven,
    /// The name of another contract; absent: that of the script.
    pub contract: Option<String>,
    /// What is done to checkpoint or audit before.
    pub spoil: Option<Spoil>,
}

/// The policy that is given when a session is resumed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PolicyGiven {
    /// That of the script.
    #[default]
    Same,
    /// None.
    LeftOut,
    /// Another one, as JSON text.
    Other(String),
}

/// What is done to a checkpoint or an audit before a session is resumed from it (REQ SES-5, AUD-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spoil {
    /// One letter or digit in the middle of the checkpoint is another one.
    ByteOfCheckpoint,
    /// The second half of the checkpoint is missing.
    CutCheckpoint,
    /// The checkpoint is a JSON document of another kind.
    ForeignCheckpoint,
    /// The checkpoint says that it is of format 2.
    LaterCheckpoint,
    /// The last record of the audit is missing.
    LastRecordRemoved,
    /// The first record of the audit is missing.
    FirstRecordRemoved,
    /// The last two records of the audit stand in each other's place.
    RecordsSwapped,
    /// One byte of the last response in the audit is another one.
    ResponseChanged,
    /// The outcome of the last record says something else.
    OutcomeChanged,
    /// One digit of the last record's hash is another one.
    HashChanged,
    /// The first record stands twice.
    RecordInserted,
}

impl Script {
    /// Whether anything in it is turned down: a step is an error, a response is rejected, or the session stops without
    /// having concluded.
    #[must_use]
    pub fn refuses(&self) -> bool {
        let is_refusal = |command: &CommandDue| match command {
            CommandDue::Call(call) => call.notice.is_some(),
            CommandDue::Stop(stop) => stop.reason != StopReason::Concluded,
            CommandDue::Execute(_) => false,
        };
        self.steps.iter().any(|step| match &step.expect {
            StepExpectation::Error(_) => true,
            StepExpectation::State(due) => due.commands.iter().flatten().any(is_refusal),
        })
    }
}

impl Step {
    /// The text that a model is said to have returned, with how it ended, if the step is that.
    #[must_use]
    pub fn returned(&self) -> Option<(&str, Option<Finish>)> {
        match &self.happening {
            Happening::Respond { text, finish, .. } => Some((text, *finish)),
            _ => None,
        }
    }

    /// What a tool is said to have returned to the guard, if the step is that.
    #[must_use]
    pub fn output(&self) -> Option<&Output> {
        match &self.happening {
            Happening::Output { output, .. } => Some(output),
            _ => None,
        }
    }

    /// The bindings that the step brings, if it is the result of an action and brings some.
    #[must_use]
    pub fn bindings(&self) -> Option<&str> {
        match &self.happening {
            Happening::Result { bindings, .. } | Happening::Output { bindings, .. } => {
                bindings.as_deref()
            }
            _ => None,
        }
    }

    /// What a tool without an `output` contract is said to have returned, with the bindings from then on, if the step is
    /// that.
    #[must_use]
    pub fn result(&self) -> Option<(&str, Option<&str>)> {
        match &self.happening {
            Happening::Result {
                output, bindings, ..
            } => Some((output, bindings.as_deref())),
            _ => None,
        }
    }

    /// The contract that the step names beside that of its script.
    #[must_use]
    pub fn contract(&self) -> Option<&str> {
        match &self.happening {
            Happening::Resume(resume) => resume.contract.as_deref(),
            _ => None,
        }
    }

    /// The same, to give it another name.
    pub(super) fn contract_mut(&mut self) -> Option<&mut String> {
        match &mut self.happening {
            Happening::Resume(resume) => resume.contract.as_mut(),
            _ => None,
        }
    }
}

impl Spoil {
    /// Every one, in the order of the case format.
    pub const ALL: [Self; 11] = [
        Self::ByteOfCheckpoint,
        Self::CutCheckpoint,
        Self::ForeignCheckpoint,
        Self::LaterCheckpoint,
        Self::LastRecordRemoved,
        Self::FirstRecordRemoved,
        Self::RecordsSwapped,
        Self::ResponseChanged,
        Self::OutcomeChanged,
        Self::HashChanged,
        Self::RecordInserted,
    ];

    /// The name that stands in cases.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ByteOfCheckpoint => "byte_of_checkpoint",
            Self::CutCheckpoint => "cut_checkpoint",
            Self::ForeignCheckpoint => "foreign_checkpoint",
            Self::LaterCheckpoint => "later_checkpoint",
            Self::LastRecordRemoved => "last_record_removed",
            Self::FirstRecordRemoved => "first_record_removed",
            Self::RecordsSwapped => "records_swapped",
            Self::ResponseChanged => "response_changed",
            Self::OutcomeChanged => "outcome_changed",
            Self::HashChanged => "hash_changed",
            Self::RecordInserted => "record_inserted",
        }
    }
}
