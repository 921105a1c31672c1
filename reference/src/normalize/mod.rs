//! Section 5: the few deterministic rules that cannot change a value, in their fixed order.
//!
//! Each rule is an edit of the text (REQ NRM-4). An edited text is parsed again, so that what is
//! validated, and every limit on it, is the normalized text itself and never a patched tree.

mod decode;
mod edit;
mod fence;
mod filter;
mod trail;

use crate::contract::Contract;
use crate::json::Document;
use crate::limits::{MAX_BYTES, MAX_NORMALIZATIONS};
use crate::outcome::{Applied, Rejection};
use crate::reason::LimitFault;
use edit::Edit;

/// A text that parsed strictly after the rules named were applied to it.
pub(crate) struct Normalized<'t> {
    pub(crate) document: Document<'t>,
    pub(crate) rules: Vec<Applied>,
}

/// Applies fence, whole decode, position decodes and filters, in this order. Without a contract
/// only the first two are known.
///
/// # Errors
///
/// The text is no strict JSON after all, or exceeds a limit (REQ LIM-2, LIM-3, PAR-5).
pub(crate) fn normalize<'t>(
    text: &'t str,
    contract: Option<&Contract>,
) -> Result<Normalized<'t>, Rejection> {
    let mut normalized = unfold(text)?;
    if let Some(contract) = contract {
        let edits = decode::positions(&normalized, contract)?;
        normalized = normalized.edited(edits)?;
        let edits = filter::positions(&normalized, contract)?;
        normalized = normalized.edited(edits)?;
    }
    Ok(normalized)
}

/// Takes off what is around the whole: the fence, then one layer of encoding.
fn unfold(text: &str) -> Result<Normalized<'_>, Rejection> {
    let mut rules = Vec::new();
    let (body, start) = match fence::body(text) {
        Some(fenced) => {
            rules.push(fence::applied());
            (fenced.body, fenced.start)
        }
        None => (text, 0),
    };
    let document = Document::parse(body).map_err(|error| Rejection {
        offset: Some(start + error.offset),
        ..Rejection::from(error)
    })?;
    let Some(content) = decode::object_in(document.root()) else {
        return Ok(Normalized { document, rules });
    };
    rules.push(decode::applied_to_whole());
    // A string that holds an object is longer than the object, so LIM-2 holds here.
    Ok(Normalized {
        document: content.into_owned(),
        rules,
    })
}

/// What a walk over the positions found to do, outermost text only.
#[derive(Default)]
struct Edits {
    edits: Vec<Edit>,
    rules: Vec<Applied>,
}

impl<'t> Normalized<'t> {
    fn edited(mut self, Edits { edits, rules }: Edits) -> Result<Self, Rejection> {
        if edits.is_empty() {
            return Ok(self);
        }
        let text = edit::apply(self.document.text(), &edits);
        if text.len() > MAX_BYTES {
            return Err(LimitFault::NormalizedText.into());
        }
        self.rules.extend(rules);
        // Each part was parsed before; together they can only be too deep.
        let document = Document::parse(text).map_err(|error| Rejection::from(error.fault))?;
        Ok(Normalized {
            document,
            rules: self.rules,
        })
    }

    /// How many normalizations are still allowed (REQ LIM-3).
    const fn allowance(&self) -> usize {
        MAX_NORMALIZATIONS.saturating_sub(self.rules.len())
    }
}
