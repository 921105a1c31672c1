//! The action check: `/next/action` names one of the contract's tools (REQ VAL-1).

use std::collections::BTreeMap;

use crate::contract::Tool;
use crate::json::{Kind, Value};
use crate::outcome::Rejection;
use crate::place::Place;
use crate::reason::{ActionFault, Reason};

/// Where the call stands.
pub(super) const NEXT: Place<'_> = Place::Key(&Place::Root, "next");
/// Where its action stands.
pub(super) const ACTION: Place<'_> = Place::Key(&NEXT, "action");

/// Finds the tool that the response calls.
///
/// # Errors
///
/// No action, told at the innermost object that is there, or one that is no tool.
pub(super) fn check<'c>(
    tools: &'c BTreeMap<String, Tool>,
    root: Value<'_>,
) -> Result<&'c Tool, Rejection> {
    let fault = |fault, place: &Place<'_>| Rejection::at(Reason::Action(fault), place.pointer());
    let next = root.get("next").filter(|next| next.kind() == Kind::Object);
    let Some(next) = next else {
        return Err(fault(ActionFault::Missing, &Place::Root));
    };
    let Some(action) = next.get("action") else {
        return Err(fault(ActionFault::Missing, &NEXT));
    };
    let tool = action.as_str().and_then(|name| tools.get(&*name));
    tool.ok_or_else(|| fault(ActionFault::Unknown, &ACTION))
}
