//! What an answer may not change: each check looks at the value before and the one after, and knows
//! nothing of the others.

mod aligned;
mod exchange;
mod filters;
mod frame;
mod members;
mod moved;
mod multiset;
mod scalars;

use crate::reason::RepairFault;

pub(super) use self::exchange::Exchange;

/// Whether something holds between the value before and the one after.
type Check = fn(&Exchange<'_>) -> bool;

const CHECKS: [(Check, RepairFault); 5] = [
    (scalars::are_kept, RepairFault::Scalars),
    (members::stay_together, RepairFault::Members),
    (frame::is_kept, RepairFault::Frame),
    (filters::are_kept, RepairFault::Filters),
    (moved::nothing_is, RepairFault::Moved),
];

/// Holds the answer against what stood at the path.
///
/// # Errors
///
/// The first check that fails.
pub(super) fn check(exchange: &Exchange<'_>) -> Result<(), RepairFault> {
    let mut checks = CHECKS.iter();
    match checks.find(|(holds, _)| !holds(exchange)) {
        Some((_, fault)) => Err(*fault),
        None => Ok(()),
    }
}
