//! The decision of the policy, on one screen.

use crate::contract::Contract;
use crate::json::Document;
use crate::limits::MAX_BYTES;
use crate::normalize::{Normalized, normalize};
use crate::outcome::{Accepted, Outcome, Rejection};
use crate::reason::{Category, LimitFault, Reason, RepairFault};
use crate::repair::{Repaired, eligible};
use crate::response::Response;
use crate::terms::Terms;
use crate::validate::validate;

/// Decides on one response to a call under `contract`, taken as under policy version 1.
///
/// Accepted is only what satisfies the whole contract, as it came or after rules that cannot
/// change a value. The same input always gives the same outcome (REQ NRM-2).
#[must_use]
pub fn recover<'t>(contract: &Contract, response: impl Into<Response<'t>>) -> Outcome<'t> {
    decide(Some(contract.terms()), response.into())
}

/// Decides on one response without a contract: strict JSON of any kind, after at most one fence
/// and one layer of encoding around an object (profile `parse`; REQ PAR-7).
#[must_use]
pub fn parse<'t>(response: impl Into<Response<'t>>) -> Outcome<'t> {
    decide(None, response.into())
}

/// Decides on one answer to the repair call that [`recover`] asks for: the response with one value
/// put into another container, and no value changed.
///
/// # Errors
///
/// A response that no repair may be asked for (REQ REP-10), an answer that changes more than
/// containers (REQ REP-4 to REP-8), a rebuilt response that does not satisfy the whole contract
/// (REQ REP-9).
pub fn repair<'t>(
    contract: &Contract,
    response: impl Into<Response<'t>>,
    answer: impl Into<Response<'t>>,
) -> Result<Repaired, Rejection> {
    let terms = contract.terms();
    match decide(Some(terms), response.into()) {
        Outcome::Repair(call) => call.answer(terms, answer.into()),
        _ => Err(Rejection::whole(Reason::Repair(RepairFault::NotEligible))),
    }
}

/// Decides on one response under terms, or without any.
pub(crate) fn decide<'t>(terms: Option<Terms<'_>>, response: Response<'t>) -> Outcome<'t> {
    if response.finish.is_cut() {
        return Outcome::Rejected(Rejection::whole(Reason::Incomplete));
    }
    let active = terms.is_none_or(|terms| terms.active);
    let rescued = active && response.text.len() <= MAX_BYTES;
    let normalized = if rescued {
        normalize(response.text, terms.map(|terms| terms.contract))
    } else {
        as_it_stands(response.text)
    };
    let outcome = match (normalized, terms) {
        (Err(rejection), _) => Outcome::Rejected(rejection),
        (Ok(normalized), None) => Outcome::Accepted(normalized.into()),
        (Ok(normalized), Some(terms)) => match validate(terms, normalized.document.root()) {
            Ok(()) => Outcome::Accepted(normalized.into()),
            Err(rejection) if rescued => eligible(terms, response.text, normalized, rejection)
                .map_or_else(Outcome::Rejected, Outcome::Repair),
            Err(rejection) => Outcome::Rejected(rejection),
        },
    };
    match outcome {
        Outcome::Rejected(rejection) if active && !rescued && may_be_rescued(&rejection) => {
            Outcome::Rejected(LimitFault::Response.into())
        }
        outcome => outcome,
    }
}

/// A response that no rule may touch (REQ ACT-2, LIM-1).
fn as_it_stands(text: &str) -> Result<Normalized<'_>, Rejection> {
    let document = Document::parse(text)?;
    Ok(Normalized {
        document,
        rules: Vec::new(),
    })
}

impl<'t> From<Normalized<'t>> for Accepted<'t> {
    fn from(Normalized { document, rules }: Normalized<'t>) -> Self {
        Self { document, rules }
    }
}

/// Rules and repairs heal text and shape, nothing else: only there does the size hide what would
/// have been (REQ LIM-1).
fn may_be_rescued(rejection: &Rejection) -> bool {
    matches!(
        rejection.reason.category(),
        Category::Parse | Category::Schema
    )
}
