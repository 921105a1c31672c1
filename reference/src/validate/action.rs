//! The action check: `/next/action` names one of the contract's tools (REQ VAL-1).

use std::collections::BTreeMap;

use crate::call::{ACTION, Call, NEXT};
use crate::contract::Tool;
use crate::json::Value;
use crate::outcome::Rejection;
use crate::place::Place;
use crate::reason::{ActionFault, Reason};

/// Finds the call of the response and the tool that it names.
///
/// # Errors
///
/// No action, told at the innermost object that is there, or one that is no tool.
pub(super) fn check<'c, 'd>(
    tools: &'c BTreeMap<String, Tool>,
    root: Value<'d>,
) -> Result<(Call<'d>, &'c Tool), Rejection> {
    let fault = |fault, place: &Place<'_>| Rejection::at(Reason::Action(fault), place.pointer());
    let Some(call) = Call::of(root) else {
        return Err(fault(ActionFault::Missing, &Place::Root));
    };
    if call.action().is_none() {
        return Err(fault(ActionFault::Missing, &NEXT));
    }
    let tool = call.tool(tools);
    let tool = tool.ok_or_else(|| fault(ActionFault::Unknown, &ACTION))?;
    Ok((call, tool))
}
