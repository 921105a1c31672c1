//! Every scalar comes back, with its type and as often as it was there (REQ REP-5).

use super::exchange::Exchange;
use super::multiset::{Multiset, spelling};
use crate::call::{COLUMN, OPERATOR, VALUE};
use crate::json::{Value, canonical_string};
use crate::vocabulary::Reading;

/// Whether the scalars before are those after; of a labelled form the three labels turn into keys.
pub(super) fn are_kept(exchange: &Exchange<'_>) -> bool {
    let mut after = of(exchange.after);
    for reading in &exchange.readings {
        if let Reading::Labelled(_) = reading {
            for label in [COLUMN, OPERATOR, VALUE] {
                let mut spelling = String::new();
                canonical_string(label, &mut spelling);
                after.add(spelling);
            }
        }
    }
    of(exchange.before).equals(after)
}

fn of(value: Value<'_>) -> Multiset {
    let mut scalars = Multiset::default();
    value.each_inside(&mut |value| {
        if value.kind().is_scalar() {
            scalars.add(spelling(value));
        }
    });
    scalars
}
