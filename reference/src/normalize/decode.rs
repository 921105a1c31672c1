//! One layer of JSON encoding comes off where an object is due (REQ DEC-1 to DEC-4).

use super::trail::Trail;
use super::{Edit, Edits, Normalized, edit};
use crate::contract::{Contract, Positions};
use crate::json::{Document, Kind, Pointer, Value};
use crate::outcome::{Applied, Rule};
use crate::reason::LimitFault;

/// The object whose JSON text `value` is, if `value` is such a string (REQ DEC-3: one layer).
pub(super) fn object_in(value: Value<'_>) -> Option<Document<'_>> {
    let content = value.as_str()?;
    if !content
        .trim_start_matches([' ', '\t', '\n', '\r'])
        .starts_with('{')
    {
        return None;
    }
    Document::parse(content).ok()
}

/// How the decoding of the whole response is reported (REQ NRM-1).
pub(super) const fn applied_to_whole() -> Applied {
    Applied {
        rule: Rule::Decode,
        path: Pointer::root(),
    }
}

/// Finds the strings to decode at the contract's object positions, in the order of the text.
///
/// # Errors
///
/// More of them than are still allowed (REQ LIM-3).
pub(super) fn positions(
    normalized: &Normalized<'_>,
    contract: &Contract,
) -> Result<Edits, LimitFault> {
    let mut decoder = Decoder {
        rules: Vec::new(),
        allowance: normalized.allowance(),
    };
    let mut edits = Vec::new();
    let root = normalized.document.root();
    decoder.walk(root, contract.objects(), &Trail::Root, &mut edits)?;
    Ok(Edits {
        edits,
        rules: decoder.rules,
    })
}

struct Decoder {
    rules: Vec<Applied>,
    allowance: usize,
}

impl Decoder {
    fn walk(
        &mut self,
        value: Value<'_>,
        positions: &Positions,
        trail: &Trail<'_>,
        edits: &mut Vec<Edit>,
    ) -> Result<(), LimitFault> {
        if positions.here()
            && let Some(content) = object_in(value)
        {
            return self.decode(value, &content, positions, trail, edits);
        }
        trail.each_child(value, positions, |child, positions, trail| {
            self.walk(child, positions, trail, edits)
        })
    }

    /// Puts the content in place of the string token, itself decoded further inside: positions
    /// inside a decoded object count as well.
    fn decode(
        &mut self,
        value: Value<'_>,
        content: &Document<'_>,
        positions: &Positions,
        trail: &Trail<'_>,
        edits: &mut Vec<Edit>,
    ) -> Result<(), LimitFault> {
        debug_assert_eq!(content.root().kind(), Kind::Object);
        if self.rules.len() == self.allowance {
            return Err(LimitFault::Normalizations);
        }
        self.rules.push(Applied {
            rule: Rule::Decode,
            path: trail.pointer(),
        });
        let mut inside = Vec::new();
        self.walk(content.root(), positions, trail, &mut inside)?;
        let text = edit::apply(content.text(), &inside);
        edits.push(Edit {
            span: value.span(),
            text,
        });
        Ok(())
    }
}
