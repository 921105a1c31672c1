//! A primitive filter becomes a list of one filter object (REQ FIL-1 to FIL-4).
//!
//! Only where the call's own table and tool leave one reading; the three tokens stay as they stood.

use super::{Edit, Edits, Normalized};
use crate::call::{COLUMN, Call, OPERATOR, VALUE};
use crate::contract::{Contract, Positions, Table, Tool};
use crate::json::Value;
use crate::outcome::{Applied, Rule};
use crate::place::Place;
use crate::reason::LimitFault;

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
    let Some((tool, table)) = called(contract, root) else {
        return Ok(Edits::default());
    };
    let mut rewriter = Rewriter {
        vocabulary: Vocabulary { tool, table },
        found: Edits::default(),
        allowance: normalized.allowance(),
    };
    rewriter.walk(root, contract.filters(), &Place::Root)?;
    Ok(rewriter.found)
}

/// The tool and the table of the call, if both are known (REQ FIL-1).
fn called<'c>(contract: &'c Contract, root: Value<'_>) -> Option<(&'c Tool, &'c Table)> {
    let call = Call::of(root)?;
    let tool = call.tool(contract.tools()?)?;
    Some((tool, call.table(tool)?))
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
            && let Some(triple) = self.vocabulary.primitive_filter(value)
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
                text: triple.as_filters(),
            });
            return Ok(());
        }
        place.each_child(value, positions, |child, positions, place| {
            self.walk(child, positions, place)
        })
    }
}

/// The names that make an array of scalars a filter: those of the called tool and table.
struct Vocabulary<'c> {
    tool: &'c Tool,
    table: &'c Table,
}

/// Column, operator and value, each as it stands in the text.
struct Triple<'d>(Value<'d>, Value<'d>, Value<'d>);

impl Vocabulary<'_> {
    /// Reads `[c, o, v]` or the labelled form of six; `None` for anything else, and for six items
    /// that read both ways.
    fn primitive_filter<'d>(&self, value: Value<'d>) -> Option<Triple<'d>> {
        if !matches!(value.len(), 3 | 6) {
            return None;
        }
        let items: Vec<Value<'d>> = value.elements().collect();
        match *items.as_slice() {
            [c, o, v] => self.triple(c, o, v),
            [first, c, second, o, third, v] => {
                let labelled =
                    first.is_str(COLUMN) && second.is_str(OPERATOR) && third.is_str(VALUE);
                let two_triples =
                    self.triple(first, c, second).is_some() && self.triple(o, third, v).is_some();
                if labelled && !two_triples {
                    self.triple(c, o, v)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn triple<'d>(
        &self,
        column: Value<'d>,
        operator: Value<'d>,
        value: Value<'d>,
    ) -> Option<Triple<'d>> {
        let known = self.table.has_column(&column.as_str()?)
            && self.tool.has_operator(&operator.as_str()?)
            && value.kind().is_scalar();
        known.then_some(Triple(column, operator, value))
    }
}

impl Triple<'_> {
    /// The list of one filter object, without white space, with the three tokens as they stood.
    fn as_filters(&self) -> String {
        let Self(column, operator, value) = self;
        format!(
            r#"[{{"{COLUMN}":{},"{OPERATOR}":{},"{VALUE}":{}}}]"#,
            column.raw(),
            operator.raw(),
            value.raw()
        )
    }
}
