//! The small world: every array of up to three items, and every labelled form, at a filter position, decided.
//!
//! Two worlds of one table with two columns and two operators. In the first the four names differ. In the second they
//! are the labels and each other, so that six items can read both as a labelled form and as two triples. What is right
//! follows here from the definition of FIL-1 alone; the table shows what an implementation decides.

mod decision;
mod table;
mod vocabulary;

pub use decision::{Decided, decide};
pub use table::render;
