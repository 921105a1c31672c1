//! A primitive filter becomes a list of one filter object (REQ FIL-1 to FIL-4).
//!
//! Only where the call's own table and tool leave one reading; the three tokens stay as they stood.

use super::{Edit, Edits, Normalized};
use crate::call::{COLUMN, OPERATOR, VALUE};
use crate::contract::{Contract, Positions};
use crate::json::Value;
use crate::outcome::{Applied, Rule};
use crate::place::Place;
use crate::reason::LimitFault;
use crate::vocabulary::{Reading, Triple, Vocabulary};

/// Finds the primitive filters at the contract's filter positions, in the order of the text.
///
/// # Errors
///
/// More of them than are still allowed (REQ LIM-3).
pub(super) fn positions(
    normalized: &Normalized<'_>,
    contract: &Contract,
) -> Result<Edits, LimitFault> {
    let root = normalized.document.root();
    let Some(vocabulary) = Vocabulary::of(contract, root) else {
        return Ok(Edits::default());
    };
    let mut rewriter = Rewriter {
        vocabulary,
        found: Edits::default(),
        allowance: normalized.allowance(),
    };
    rewriter.walk(root, contract.filters(), &Place::Root)?;
    Ok(rewriter.found)
}

struct Rewriter<'c> {
    vocabulary: Vocabulary<'c>,
    found: Edits,
    allowance: usize,
}

impl Rewriter<'_> {
    fn walk(
        &mut self,
        value: Value<'_>,
        positions: &Positions,
        place: &Place<'_>,
    ) -> Result<(), LimitFault> {
        if positions.here()
            && let Some(triple) = primitive_filter(&self.vocabulary, value)
        {
            if self.found.rules.len() == self.allowance {
                return Err(LimitFault::Normalizations);
            }
            self.found.rules.push(Applied {
                rule: Rule::Filter,
                path: place.pointer(),
            });
            self.found.edits.push(Edit {
                span: value.span(),
                text: as_filters(triple),
            });
            return Ok(());
        }
        place.each_child(value, positions, |child, positions, place| {
            self.walk(child, positions, place)
        })
    }
}

/// The one filter that an array says, if it is a single triple or a labelled form.
fn primitive_filter<'d>(vocabulary: &Vocabulary<'_>, value: Value<'d>) -> Option<Triple<'d>> {
    // Others say more than one filter or none, and most values are no such array.
    if !matches!(value.len(), 3 | 6) {
        return None;
    }
    match vocabulary.read(value) {
        Reading::Triples(triples) if triples.len() == 1 => triples.first().copied(),
        Reading::Labelled(triple) => Some(triple),
        _ => None,
    }
}

/// The list of one filter object, without white space, with the three tokens as they stood.
fn as_filters(triple: Triple<'_>) -> String {
    let Triple(column, operator, value) = triple;
    format!(
        r#"[{{"{COLUMN}":{},"{OPERATOR}":{},"{VALUE}":{}}}]"#,
        column.raw(),
        operator.raw(),
        value.raw()
    )
}
