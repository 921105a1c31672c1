//! Whether a repair may be asked for, and where (REQ REP-1).

use super::RepairCall;
use crate::normalize::Normalized;
use crate::outcome::Rejection;
use crate::terms::Terms;

/// The repair call for a response that was rejected, or the rejection where none may be asked for.
pub(crate) fn eligible<'t>(
    _terms: Terms<'_>,
    _source: &'t str,
    _normalized: Normalized<'t>,
    rejection: Rejection,
) -> Result<RepairCall<'t>, Rejection> {
    Err(rejection)
}
