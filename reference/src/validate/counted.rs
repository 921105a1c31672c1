//! Which faults count: all of them, or those outside of a value that is to be replaced.

use crate::json::Pointer;
use crate::outcome::Rejection;
use crate::place::Place;
use crate::reason::Reason;

/// The faults that count.
#[derive(Debug, Clone, Copy)]
pub(super) enum Counted<'p> {
    All,
    /// Those whose path is neither this one nor below it (REQ REP-1).
    Outside(&'p Pointer),
}

impl Counted<'_> {
    /// Tells a fault at a place.
    ///
    /// # Errors
    ///
    /// The fault, if it counts; where it does not, the check goes on without it.
    pub(super) fn tell(self, reason: Reason, place: &Place<'_>) -> Result<(), Rejection> {
        let path = place.pointer();
        match self {
            Self::Outside(aside) if path.is_within(aside) => Ok(()),
            _ => Err(Rejection::at(reason, path)),
        }
    }
}
