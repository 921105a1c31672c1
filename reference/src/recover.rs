//! The decision of the policy, on one screen.

use crate::contract::Contract;
use crate::json::Document;
use crate::limits::MAX_BYTES;
use crate::normalize::{Normalized, normalize};
use crate::outcome::{Accepted, Outcome, Rejection};
use crate::reason::{Category, LimitFault, Reason};
use crate::response::Response;
use crate::validate::validate;

/// Decides on one response to a call under `contract`, taken as under policy version 1.
///
/// Accepted is only what satisfies the whole contract, as it came or after rules that cannot
/// change a value. The same input always gives the same outcome (REQ NRM-2).
#[must_use]
pub fn recover<'t>(contract: &Contract, response: impl Into<Response<'t>>) -> Outcome<'t> {
    decide(Some(contract), response.into()).into()
}

/// Decides on one response without a contract: strict JSON of any kind, after at most one fence
/// and one layer of encoding around an object (profile `parse`; REQ PAR-7).
#[must_use]
pub fn parse<'t>(response: impl Into<Response<'t>>) -> Outcome<'t> {
    decide(None, response.into()).into()
}

fn decide<'t>(
    contract: Option<&Contract>,
    response: Response<'t>,
) -> Result<Accepted<'t>, Rejection> {
    if response.finish.is_cut() {
        return Err(Rejection::whole(Reason::Incomplete));
    }
    let active = contract.is_none_or(Contract::active);
    let small = response.text.len() <= MAX_BYTES;
    let decision = if active && small {
        normalize(response.text, contract)
    } else {
        as_it_stands(response.text)
    }
    .and_then(|Normalized { document, rules }| {
        if let Some(contract) = contract {
            validate(contract, document.root())?;
        }
        Ok(Accepted { document, rules })
    });
    match decision {
        Err(rejection) if active && !small && may_be_rescued(&rejection) => {
            Err(LimitFault::Response.into())
        }
        decision => decision,
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

/// Rules heal text and shape, nothing else: only there does the size hide what would have been
/// (REQ LIM-1).
fn may_be_rescued(rejection: &Rejection) -> bool {
    matches!(
        rejection.reason.category(),
        Category::Parse | Category::Schema
    )
}
