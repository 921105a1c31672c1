//! The references check: an id that stands where the contract says must be bound (REQ VAL-1).

use super::counted::Counted;
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
pub(super) fn check(
    terms: Terms<'_>,
    root: Value<'_>,
    counted: Counted<'_>,
) -> Result<(), Rejection> {
    let (places, bindings) = (terms.contract.references(), terms.bindings);
    let is = |value: Value<'_>, bound: &Option<Bound>| match bound {
        Some(bound) => value.is_str(&bound.id),
        None => value.kind() == Kind::Null,
    };
    let shown = |value: Value<'_>| value.as_str().is_some_and(|id| bindings.shows(&id));
    let all = |positions: &Positions, fault, bound: &dyn Fn(Value<'_>) -> bool| {
        Place::Root.each_at(root, positions, &mut |value, place| {
            if bound(value) {
                Ok(())
            } else {
                counted.tell(Reason::Reference(fault), place)
            }
        })
    };
    all(&places.evidence, ReferenceFault::Evidence, &shown)?;
    all(&places.hypothesis, ReferenceFault::Hypothesis, &|value| {
        is(value, &bindings.hypothesis)
    })?;
    all(
        &places.previous_result,
        ReferenceFault::PreviousResult,
        &|value| is(value, &bindings.previous_result),
    )
}
