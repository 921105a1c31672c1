//! What the policy says of an answer, kept without borrowing from it.

use super::command::Check;
use super::machine::Session;
use super::open::Asks;
use super::policy::Version;
use super::record::{Provenance, RuleAt};
use crate::outcome::{Applied, Outcome, Rejection};
use crate::reason::{Category, Reason, RepairFault};
use crate::recover::decide;
use crate::repair::RepairCall;
use crate::response::{Finish, Response};
use crate::terms::Terms;

/// The checks that an accepted text has passed.
pub(super) const ALL_CHECKS: &[Check] = &Check::ALL;

/// What becomes of an answer.
pub(super) enum Verdict {
    Accepted(Taken),
    Repair(Wanted),
    Rejected(Rejection),
}

/// A text that may be acted upon.
pub(super) struct Taken {
    /// Normalized or rebuilt.
    pub(super) text: String,
    /// The rules that it took, those of the source of a repair included.
    pub(super) rules: Vec<RuleAt>,
    /// Where it comes from, if it was repaired.
    pub(super) repair: Option<Provenance>,
}

/// A repair that is wanted.
pub(super) struct Wanted {
    pub(super) path: String,
    pub(super) prompt: String,
    /// The normalized text.
    pub(super) text: String,
    pub(super) rules: Vec<RuleAt>,
}

impl Verdict {
    /// The checks that the answer passed, in their order. What a limit or a refused repair answer
    /// passed is not known, so nothing is claimed of it.
    pub(super) fn passed(&self) -> &'static [Check] {
        let count = match self {
            Self::Accepted(_) => ALL_CHECKS.len(),
            Self::Repair(_) => 1,
            Self::Rejected(rejection) => match rejection.reason.category() {
                Category::Schema => 1,
                Category::Reference => 2,
                Category::Action => 3,
                Category::Tool => 4,
                Category::Budget => 5,
                _ => 0,
            },
        };
        ALL_CHECKS.get(..count).unwrap_or_default()
    }
}

impl Session {
    /// Decides on an answer to a call that asked for this.
    pub(super) fn judge(&self, asks: Asks, text: &str, finish: Option<Finish>) -> Verdict {
        let response = Response::from(text).finished(finish.unwrap_or_default());
        match asks {
            Asks::Regular => self.judge_response(response),
            Asks::Repair { source } => self.judge_repair(source, response),
        }
    }

    fn judge_response(&self, response: Response<'_>) -> Verdict {
        match decide(Some(self.terms()), response) {
            Outcome::Accepted(accepted) => Verdict::Accepted(Taken {
                text: accepted.text().to_owned(),
                rules: recorded(accepted.rules()),
                repair: None,
            }),
            Outcome::Repair(call) => Verdict::Repair(Wanted::from(&call)),
            Outcome::Rejected(rejection) => Verdict::Rejected(rejection),
        }
    }

    fn judge_repair(&self, source: u64, answer: Response<'_>) -> Verdict {
        let Some(call) = self.repair_call(source) else {
            return Verdict::Rejected(Rejection::whole(Reason::Repair(RepairFault::NotEligible)));
        };
        match call.answer(self.terms(), answer) {
            Ok(repaired) => Verdict::Accepted(Taken {
                text: repaired.text().to_owned(),
                rules: recorded(repaired.rules()),
                repair: Some(Provenance {
                    source,
                    source_sha256: repaired.source_sha256().to_owned(),
                    path: call.path().as_str().to_owned(),
                    patch: repaired.patch().to_owned(),
                    result: repaired.text().to_owned(),
                    result_sha256: repaired.result_sha256().to_owned(),
                }),
            }),
            Err(rejection) => Verdict::Rejected(rejection),
        }
    }

    /// The repair call for the response in the record of a sequence: the same whenever it is asked
    /// for, since nothing moves while it is open.
    pub(super) fn repair_call(&self, source: u64) -> Option<RepairCall<'_>> {
        let record = self.audit.get(source)?;
        let response = Response::from(record.response.as_deref()?);
        match decide(
            Some(self.terms()),
            response.finished(record.finish.unwrap_or_default()),
        ) {
            Outcome::Repair(call) => Some(call),
            _ => None,
        }
    }

    /// What a response is judged by now. Under version 1 the session itself puts the marker into
    /// the schema, so it is the phase alone that decides (REQ ACT-2, ACT-6).
    fn terms(&self) -> Terms<'_> {
        Terms {
            contract: &self.contract,
            bindings: &self.bindings,
            actions_left: self.actions_left,
            active: self.policy.version() == Version::One && self.contract.is_investigation(),
        }
    }
}

impl From<&RepairCall<'_>> for Wanted {
    fn from(call: &RepairCall<'_>) -> Self {
        Self {
            path: call.path().as_str().to_owned(),
            prompt: call.prompt().to_owned(),
            text: call.text().to_owned(),
            rules: recorded(call.rules()),
        }
    }
}

fn recorded(rules: &[Applied]) -> Vec<RuleAt> {
    rules.iter().map(RuleAt::from).collect()
}
