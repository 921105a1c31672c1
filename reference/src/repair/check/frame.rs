//! What was right comes back as it was (REQ REP-6).

use super::aligned::aligned;
use super::exchange::Exchange;

/// Whether nothing but the values at the error places has changed.
pub(super) fn is_kept(exchange: &Exchange<'_>) -> bool {
    aligned(exchange, exchange.before, exchange.after, None)
}
