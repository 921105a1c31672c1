//! The action check: `/next/action` names one of the contract's tools (REQ VAL-1).

use std::collections::BTreeMap;

use super::counted::Counted;
use crate::call::{self, ACTION, Call, NEXT};
use crate::contract::Tool;
use crate::json::Value;
use crate::outcome::Rejection;
use crate::place::Place;
use crate::reason::{ActionFault, Reason};

/// Finds the call of the response and the tool that it names; neither where a fault does not count.
///
/// # Errors
///
/// No action, told at the innermost of its places that is there, or one that is no tool.
pub(super) fn check<'c, 'd>(
    tools: &'c BTreeMap<String, Tool>,
    root: Value<'d>,
    counted: Counted<'_>,
) -> Result<Option<(Call<'d>, &'c Tool)>, Rejection> {
    let fault = |fault, place: &Place<'_>| {
        counted.tell(Reason::Action(fault), place)?;
        Ok(None)
    };
    let Some(call) = Call::of(root) else {
        let is_there = call::next(root).is_some();
        let place = if is_there { &NEXT } else { &Place::Root };
        return fault(ActionFault::Missing, place);
    };
    if call.action().is_none() {
        return fault(ActionFault::Missing, &NEXT);
    }
    match call.tool(tools) {
        Some(tool) => Ok(Some((call, tool))),
        None => fault(ActionFault::Unknown, &ACTION),
    }
}
