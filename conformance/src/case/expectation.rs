//! The outcome that is right.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{GuardDue, RunDue};

/// The outcome that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// The response is accepted with this value, or, on a MAY case, rejected.
    Accepted(Accepted),
    /// The response is rejected.
    Rejected(Rejected),
    /// A repair call is asked for (REQ REP-1).
    Repair(RepairDue),
    /// The contract itself is refused when it is loaded; asked for by [`Ask::Load`](super::Ask::Load) only (REQ CON-1).
    Refused,
    /// What is right stands in each step of the script; asked for by [`Ask::Session`](super::Ask::Session) only.
    Steps,
    /// A verdict on a tool's output; asked for by [`Ask::Guard`](super::Ask::Guard) only (REQ GRD-1).
    Guard(GuardDue),
    /// What must come of a run; asked for by [`Ask::Run`](super::Ask::Run) only (REQ GRD-5).
    Run(RunDue),
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
    /// The rebuilt text, to the byte (REQ REP-8); present exactly where the answer to a repair call is accepted.
    pub result: Option<String>,
}

/// A repair call that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RepairDue {
    /// The repair path.
    pub path: String,
    /// The exact normalized text. Absent: it is the response where no rule applies, and not compared elsewhere.
    pub text: Option<String>,
    /// The rules applied, in order.
    pub rules: Vec<Rule>,
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
