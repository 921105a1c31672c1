//! What came of the steps of a run.

use std::fmt;

use crate::guard::verdict::{ToolFailure, Verdict};

/// What came of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A call, or what stands for none.
    Called(Called),
    /// A write.
    Written(Written),
    /// Neither, or a step after the end of the run.
    Skipped,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// What came of its last try; none if the tool has no contract, and was not called.
    pub told: Option<Told>,
    /// How many outputs were taken.
    pub tries: u64,
    /// The tool that was used instead, if one was.
    pub used: Option<String>,
    /// Whether a write may rest on it: it is valid, and so is all that it rests on.
    pub(super) is_sound: bool,
}

/// What became of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Whether it was allowed.
    pub is_allowed: bool,
    /// What its own output is, if it was made and has one.
    pub told: Option<Told>,
}

/// A verdict that needs its output no longer.
#[derive(Clone, PartialEq, Eq)]
pub struct Told {
    kind: Kind,
    members: Vec<String>,
}

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    /// With the body as it came.
    Valid(String),
    Corrupt(String),
    ToolFailure(ToolFailure),
}

impl Told {
    pub(super) fn of(verdict: Verdict<'_>) -> Self {
        let members = verdict.members_json();
        let kind = match verdict {
            Verdict::Valid(valid) => Kind::Valid(valid.into_document().into_text()),
            Verdict::Corrupt(corrupt) => Kind::Corrupt(corrupt.corruption.to_string()),
            Verdict::ToolFailure(failure) => Kind::ToolFailure(failure),
        };
        Self { kind, members }
    }

    /// The body of a valid output, for any parser; of no other is there a byte.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Valid(text) => Some(text),
            Kind::Corrupt(_) | Kind::ToolFailure(_) => None,
        }
    }

    /// Whether the output may be used.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        matches!(self.kind, Kind::Valid(_))
    }

    /// Whether it came with a 2xx and must not be used.
    #[must_use]
    pub fn is_corrupt(&self) -> bool {
        matches!(self.kind, Kind::Corrupt(_))
    }

    /// Whether a try more is of use (REQ GRD-10).
    pub(super) fn is_failure(&self) -> bool {
        matches!(self.kind, Kind::ToolFailure(_))
    }

    /// As it stands in a reply, such as `tool_failure`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.kind {
            Kind::Valid(_) => "valid",
            Kind::Corrupt(_) => "corrupt",
            Kind::ToolFailure(_) => "tool_failure",
        }
    }

    /// Why the output may not be used; none if it may.
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        match &self.kind {
            Kind::Valid(_) => None,
            Kind::Corrupt(reason) => Some(reason),
            Kind::ToolFailure(failure) => Some(failure.name()),
        }
    }

    pub(super) fn members_json(&self) -> &[String] {
        &self.members
    }
}

impl fmt::Debug for Told {
    /// Without the body.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Told")
            .field("verdict", &self.name())
            .field("stop_reason", &self.stop_reason())
            .finish_non_exhaustive()
    }
}

impl Called {
    /// Why there is nothing to use: that of the output, or that the tool has no contract (REQ GRD-2).
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        match &self.told {
            Some(told) => told.stop_reason(),
            None => Some(super::NO_CONTRACT),
        }
    }
}

impl Written {
    /// Whether nobody knows what it did: it was made, and its output is not valid (REQ GRD-5).
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.told.as_ref().is_some_and(|told| !told.is_valid())
    }
}
