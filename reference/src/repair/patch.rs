//! The patch that an accepted answer amounts to (REQ REP-11).

use crate::json::{Pointer, Value};
use crate::wire::{on_one_line, quoted};

/// One operation of RFC 6902, as JSON text on one line, with the tokens of `replacement`.
pub(super) fn patch(path: &Pointer, replacement: Value<'_>) -> String {
    let (path, value) = (quoted(path.as_str()), on_one_line(replacement.raw()));
    format!(r#"[{{"op":"replace","path":{path},"value":{value}}}]"#)
}
