//! One value of a text replaced; every other byte stays (REQ REP-8).

use crate::json::Value;

/// The text with the tokens of `replacement` in place of those of `value`, which stands in it.
pub(super) fn splice(text: &str, value: Value<'_>, replacement: Value<'_>) -> String {
    let span = value.span();
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    [before, replacement.raw(), after].concat()
}
