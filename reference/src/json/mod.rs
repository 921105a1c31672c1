//! Strict JSON as a lexical tree: every value keeps the bytes it was written with.
//!
//! Own code, because no library keeps number text, source spans and duplicate keys at once
//! (REQ PAR-1 to PAR-6). The tests hold it against `serde_json` and a second independent parser.

mod canonical;
mod compact;
mod decimal;
mod document;
mod error;
mod keys;
mod parse;
mod pointer;
mod same;
mod scan;
mod text;

pub(crate) use canonical::{canonical, canonical_string};
pub(crate) use compact::compact;
pub(crate) use decimal::Decimal;
pub use document::{Document, Elements, Kind, Members, Value};
pub use error::{ParseError, ParseFault};
pub use pointer::Pointer;
pub(crate) use same::{by_key, same};
