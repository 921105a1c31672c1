//! Section 5: the few deterministic rules that cannot change a value, in their fixed order.
//!
//! Each rule is an edit of the text (REQ NRM-4). An edited text is parsed again, so that what is
//! validated, and every limit on it, is the normalized text itself and never a patched tree.

mod decode;
mod edit;
mod fence;
mod filter;

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
    let mut normalized = without_fence(text)?;
    normalized = normalized.edited(decode::whole)?;
    if let Some(contract) = contract {
        normalized = normalized.edited(|normalized| decode::positions(normalized, contract))?;
        normalized = normalized.edited(|normalized| filter::positions(normalized, contract))?;
    }
    Ok(normalized)
}

/// The text without the one fence around it, if there is one (REQ FEN-1).
pub(crate) fn unfenced(text: &str) -> &str {
    fence::body(text).map_or(text, |fenced| fenced.body)
}

fn without_fence(text: &str) -> Result<Normalized<'_>, Rejection> {
    let (body, start, rules) = match fence::body(text) {
        Some(fenced) => (fenced.body, fenced.start, vec![fence::applied()]),
        None => (text, 0, Vec::new()),
    };
    let document = Document::parse(body).map_err(|error| Rejection {
        offset: Some(start + error.offset),
        ..Rejection::from(error)
    })?;
    Ok(Normalized { document, rules })
}

/// What a walk over the positions found to do, outermost text only.
#[derive(Default)]
struct Edits {
    edits: Vec<Edit>,
    rules: Vec<Applied>,
}

impl Normalized<'_> {
    /// Makes the edits that a rule finds due.
    fn edited(
        mut self,
        due: impl FnOnce(&Self) -> Result<Edits, LimitFault>,
    ) -> Result<Self, Rejection> {
        let Edits { edits, rules } = due(&self)?;
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
    fn allowance(&self) -> usize {
        MAX_NORMALIZATIONS.saturating_sub(self.rules.len())
    }
}
