//! What a conformance run found, and how large prompts are: each as a versioned model, with what is made of it to be read.
//!
//! The crate knows neither harness nor implementation. A run fills the [`Report`]; whoever reads `conformance.json`
//! later reads it with the same types.

pub mod compare;
pub mod cost;
pub mod difference;
mod digest;
pub mod lines;
mod plot;
pub mod prompt_size;
pub mod reask;
pub mod report;
pub mod speed;
pub mod summary;
pub mod text;
pub mod verdict;

pub use difference::{Difference, Moved, Place, Retyped};
pub use digest::sha256;
pub use report::Report;
pub use text::{Text, Visibility};
pub use verdict::{Tally, Verdict};
