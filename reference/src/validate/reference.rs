//! The references check: an id that stands where the contract says must be bound (REQ VAL-1).

use crate::contract::{Bound, Positions};
use crate::json::{Kind, Value};
use crate::outcome::Rejection;
use crate::place::Place;
use crate::reason::{Reason, ReferenceFault};
use crate::terms::Terms;

/// Checks every place at which a reference stands. An id that is not bound is null there.
///
/// # Errors
///
/// The first that names nothing bound, at its place.
pub(super) fn check(terms: Terms<'_>, root: Value<'_>) -> Result<(), Rejection> {
    let (places, bindings) = (terms.contract.references(), terms.bindings);
    let is = |value: Value<'_>, bound: &Option<Bound>| match bound {
        Some(bound) => value.is_str(&bound.id),
        None => value.kind() == Kind::Null,
    };
    all(&places.evidence, root, ReferenceFault::Evidence, &|value| {
        let id = value.as_str();
        id.is_some_and(|id| bindings.shows(&id))
    })?;
    all(
        &places.hypothesis,
        root,
        ReferenceFault::Hypothesis,
        &|value| is(value, &bindings.hypothesis),
    )?;
    all(
        &places.previous_result,
        root,
        ReferenceFault::PreviousResult,
        &|value| is(value, &bindings.previous_result),
    )
}

fn all(
    positions: &Positions,
    root: Value<'_>,
    fault: ReferenceFault,
    bound: &dyn Fn(Value<'_>) -> bool,
) -> Result<(), Rejection> {
    Place::Root.each_at(root, positions, &mut |value, place| {
        if bound(value) {
            Ok(())
        } else {
            Err(Rejection::at(Reason::Reference(fault), place.pointer()))
        }
    })
}
