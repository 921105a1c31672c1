//! The budget check: without actions left only a final one goes (REQ VAL-1).

use super::counted::Counted;
use crate::call::ACTION;
use crate::contract::Tool;
use crate::outcome::Rejection;
use crate::reason::Reason;
use crate::terms::Terms;

/// Checks that the call has an action left for this tool.
///
/// # Errors
///
/// A tool that is not final, with no actions left.
pub(super) fn check(terms: Terms<'_>, tool: &Tool, counted: Counted<'_>) -> Result<(), Rejection> {
    if terms.actions_left == Some(0) && !tool.is_final {
        return counted.tell(Reason::Budget, &ACTION);
    }
    Ok(())
}
