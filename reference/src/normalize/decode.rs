//! One layer of JSON encoding comes off where an object is due (REQ DEC-1 to DEC-4).

use super::{Edit, Edits, Normalized, edit};
use crate::contract::{Contract, Positions};
use crate::json::{Document, Pointer, Value};
use crate::outcome::{Applied, Rule};
use crate::place::Place;
use crate::reason::LimitFault;

/// The object whose JSON text `value` is, if `value` is such a string (REQ DEC-3: one layer).
fn object_in(value: Value<'_>) -> Option<Document<'_>> {
    let content = value.as_str()?;
    // What begins so and parses is an object; prose is not parsed for nothing.
    if !content
        .trim_start_matches([' ', '\t', '\n', '\r'])
        .starts_with('{')
    {
        return None;
    }
    Document::parse(content).ok()
}

/// Finds out whether the whole response is such a string; what stands around it stays.
///
/// # Errors
///
/// None: at most a fence came before, so one more is always allowed.
#[expect(
    clippy::unnecessary_wraps,
    reason = "it is one of the three searches for edits"
)]
pub(super) fn whole(normalized: &Normalized<'_>) -> Result<Edits, LimitFault> {
    let root = normalized.document.root();
    let Some(content) = object_in(root) else {
        return Ok(Edits::default());
    };
    let edit = Edit {
        span: root.span(),
        text: content.text().to_owned(),
    };
    let applied = Applied {
        rule: Rule::Decode,
        path: Pointer::root(),
    };
    Ok(Edits {
        edits: vec![edit],
        rules: vec![applied],
    })
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
    decoder.walk(root, contract.objects(), &Place::Root, &mut edits)?;
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
        place: &Place<'_>,
        edits: &mut Vec<Edit>,
    ) -> Result<(), LimitFault> {
        if positions.here()
            && let Some(content) = object_in(value)
        {
            return self.decode(value, &content, positions, place, edits);
        }
        place.each_child(value, positions, |child, positions, place| {
            self.walk(child, positions, place, edits)
        })
    }

    /// Puts the content in place of the string token, itself decoded further inside: positions
    /// inside a decoded object count as well.
    fn decode(
        &mut self,
        value: Value<'_>,
        content: &Document<'_>,
        positions: &Positions,
        place: &Place<'_>,
        edits: &mut Vec<Edit>,
    ) -> Result<(), LimitFault> {
        if self.rules.len() == self.allowance {
            return Err(LimitFault::Normalizations);
        }
        self.rules.push(Applied {
            rule: Rule::Decode,
            path: place.pointer(),
        });
        let mut inside = Vec::new();
        self.walk(content.root(), positions, place, &mut inside)?;
        let text = edit::apply(content.text(), &inside);
        edits.push(Edit {
            span: value.span(),
            text,
        });
        Ok(())
    }
}
