//! What must come of one output at the guard (REQ GRD-1).

use serde::{Deserialize, Serialize};

use super::error::CaseError;
use super::{Level, OutputReason, Verdict};

/// What must come of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VerdictDue {
    /// It is valid.
    Valid,
    /// It is corrupt, with one of these reasons; never empty.
    Corrupt(Vec<OutputReason>),
    /// The tool failed, with one of these reasons; never empty.
    ToolFailure(Vec<OutputReason>),
}

/// What must come of an output that is sent alone. A valid one comes back as the value that its body is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardDue {
    /// The verdict.
    pub verdict: VerdictDue,
    /// On a MAY case, whose verdict is always `valid`: the reasons with which corrupt is right as well. Empty on a MUST
    /// case.
    pub or_corrupt: Vec<OutputReason>,
}

/// A verdict that is due, as a line has it.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GuardLine {
    pub(super) verdict: Option<Verdict>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) stop_reasons: Vec<OutputReason>,
}

impl VerdictDue {
    /// The verdict alone.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Valid => Verdict::Valid,
            Self::Corrupt(_) => Verdict::Corrupt,
            Self::ToolFailure(_) => Verdict::ToolFailure,
        }
    }

    /// The reasons of which any one is right; none where it is valid.
    #[must_use]
    pub fn reasons(&self) -> &[OutputReason] {
        match self {
            Self::Valid => &[],
            Self::Corrupt(reasons) | Self::ToolFailure(reasons) => reasons,
        }
    }

    /// A verdict from what a line says; the reasons must be of its kind.
    pub(super) fn of(verdict: Verdict, reasons: Vec<OutputReason>) -> Result<Self, CaseError> {
        if reasons.iter().any(|reason| reason.verdict() != verdict) {
            return Err(CaseError::Form(
                "`stop_reasons` are tool failures with verdict `tool_failure`, corruptions with `corrupt`"
                    .to_owned(),
            ));
        }
        match verdict {
            Verdict::Valid => Ok(Self::Valid),
            _ if reasons.is_empty() => Err(CaseError::Missing {
                field: "stop_reasons",
                when: "every verdict but `valid`",
            }),
            Verdict::Corrupt => Ok(Self::Corrupt(reasons)),
            Verdict::ToolFailure => Ok(Self::ToolFailure(reasons)),
        }
    }
}

impl GuardDue {
    /// How binding it is.
    #[must_use]
    pub fn level(&self) -> Level {
        if self.or_corrupt.is_empty() {
            Level::Must
        } else {
            Level::May
        }
    }
}

impl GuardLine {
    /// What the line says of an output that is sent alone.
    pub(super) fn into_due(self, level: Level) -> Result<GuardDue, CaseError> {
        let verdict = self.verdict.ok_or(CaseError::Missing {
            field: "verdict",
            when: "an output",
        })?;
        if level == Level::Must {
            return Ok(GuardDue {
                verdict: VerdictDue::of(verdict, self.stop_reasons)?,
                or_corrupt: Vec::new(),
            });
        }
        if verdict != Verdict::Valid {
            return Err(CaseError::Unwanted {
                field: "verdict",
                when: "level `may`, unless it is `valid`",
            });
        }
        let VerdictDue::Corrupt(or_corrupt) = VerdictDue::of(Verdict::Corrupt, self.stop_reasons)?
        else {
            return Err(CaseError::Form("`may` allows corrupt alone".to_owned()));
        };
        Ok(GuardDue {
            verdict: VerdictDue::Valid,
            or_corrupt,
        })
    }

    /// What is due, as a line.
    pub(super) fn of(due: &GuardDue) -> Self {
        let reasons = match due.level() {
            Level::May => &due.or_corrupt[..],
            Level::Must => due.verdict.reasons(),
        };
        Self {
            verdict: Some(due.verdict.verdict()),
            stop_reasons: reasons.to_vec(),
        }
    }
}
