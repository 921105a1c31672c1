//! What a case is: one response, how it is asked for, and the outcome that is right.
//!
//! A line of a case file is read in two steps: `Line` is what the file may say (unknown fields are refused), [`Case`]
//! is what the harness works on. The step between them joins texts given in parts and refuses every combination
//! that means nothing, so a [`Case`] is well formed by its type and nobody after this file has to check again.

mod error;
mod json;
mod line;
mod parts;
#[cfg(test)]
mod tests;
mod written;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use error::CaseError;
pub(crate) use json::describe;
pub use parts::MAX_TEXT_BYTES;

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
    /// Load a contract (operation `load`); the case is over with the reply.
    Load {
        /// The contract's name.
        contract: String,
    },
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

/// The outcome that is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Expectation {
    /// The response is accepted with this value, or, on a MAY case, rejected.
    Accepted(Accepted),
    /// The response is rejected.
    Rejected(Rejected),
    /// The contract itself is refused when it is loaded; asked for by [`Ask::Load`] only (REQ CON-1).
    Refused,
}

/// An accepted outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Accepted {
    /// The value as JSON text, so that digits last. Known to be one JSON text, nothing more.
    pub value_text: String,
    /// The exact normalized text. Absent: it is the response where no rule applies, and not compared elsewhere (REQ NRM-4).
    pub text: Option<String>,
    /// The rules applied, in order (REQ NRM-1). Absent only in profile `parse`: then they are not compared.
    pub rules: Option<Vec<Rule>>,
    /// Whether a rejection is right as well.
    pub level: Level,
    /// On a MAY case the categories that a rejection may have; empty means any. Always empty on a MUST case.
    pub reasons: Vec<Category>,
}

/// A rejected outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rejected {
    /// The categories of which any one is right; never empty.
    pub reasons: Vec<Category>,
    /// The error paths of which any one is right; empty only in profile `parse`, where paths are then not compared.
    pub paths: Vec<String>,
    /// All that the text can mean, as JSON text, where it can mean just one thing: accepting exactly this is `lenient`.
    pub lenient_value_text: Option<String>,
}

/// How binding a case is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// There is one right outcome.
    Must,
    /// Accept with exactly the stated value, or reject.
    May,
}

/// The category of a reason (REQ VAL-2); what stands before the colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names are those of the policy and say all there is to say"
)]
pub enum Category {
    Parse,
    Limit,
    Schema,
    Reference,
    Action,
    Tool,
    Budget,
    Repair,
    Policy,
}

/// One application of a rule at one place (REQ NRM-1).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The rule.
    pub rule: RuleName,
    /// Where it applied in the response as it then stood, as a JSON Pointer; `""` for the whole.
    pub path: String,
}

/// A rule of normalization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleName {
    /// A fence around the whole was taken off (REQ FEN-1).
    Fence,
    /// A string was replaced by the object it holds (REQ DEC-1, DEC-2).
    Decode,
    /// A triple or a labelled form became a filter object (REQ FIL-1).
    Filter,
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

    /// The response in bytes as they are sent; none where only a contract is loaded.
    #[must_use]
    pub fn response(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { response, .. } | Ask::Recover { response, .. } => Some(response),
            Ask::Load { .. } => None,
        }
    }

    /// How the provider says that the response ended; none if it says nothing.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        match &self.ask {
            Ask::Parse { finish, .. } | Ask::Recover { finish, .. } => *finish,
            Ask::Load { .. } => None,
        }
    }

    /// The name of the contract that the case needs, if it needs one.
    #[must_use]
    pub fn contract(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { .. } => None,
            Ask::Recover { contract, .. } | Ask::Load { contract } => Some(contract),
        }
    }

    /// Has the case ask under the contract of this name, if it needs one.
    pub fn ask_under(&mut self, name: &str) {
        match &mut self.ask {
            Ask::Parse { .. } => {}
            Ask::Recover { contract, .. } | Ask::Load { contract } => name.clone_into(contract),
        }
    }

    /// How binding the case is.
    #[must_use]
    pub fn level(&self) -> Level {
        match &self.expect {
            Expectation::Accepted(accepted) => accepted.level,
            Expectation::Rejected(_) | Expectation::Refused => Level::Must,
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

impl Category {
    /// Every category, in the order of the policy.
    pub const ALL: [Self; 9] = [
        Self::Parse,
        Self::Limit,
        Self::Schema,
        Self::Reference,
        Self::Action,
        Self::Tool,
        Self::Budget,
        Self::Repair,
        Self::Policy,
    ];

    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Limit => "limit",
            Self::Schema => "schema",
            Self::Reference => "reference",
            Self::Action => "action",
            Self::Tool => "tool",
            Self::Budget => "budget",
            Self::Repair => "repair",
            Self::Policy => "policy",
        }
    }

    /// The category of a reason: what stands before its first colon. None if that is no category.
    #[must_use]
    pub fn of_reason(reason: &str) -> Option<Self> {
        let name = reason.split_once(':').map_or(reason, |(name, _)| name);
        Self::ALL
            .into_iter()
            .find(|category| category.name() == name)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Profile {
    /// Every profile that this version of the harness can hold an implementation against.
    pub const ALL: [Self; 2] = [Self::Parse, Self::Normalize];

    /// The name that stands in cases, flags and the handshake.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Normalize => "normalize",
        }
    }
}

impl RuleName {
    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fence => "fence",
            Self::Decode => "decode",
            Self::Filter => "filter",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
