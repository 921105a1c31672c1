//! Generators: responses, and the contracts for them, whose right outcome is known by how they are made.
//!
//! A generator takes [`Choices`] and gives a [`Scene`]. Where the choices come from is not its business: a seed, a
//! recorded tape that is being shrunk, the bytes of a fuzzer and proptest all drive the same generators. No
//! implementation is ever asked what is right.
//!
//! A response is made in three steps: a clean answer as a [`Json`] tree; malformations of the tree; the tree spelled
//! out as text (a [`Draft`]), and malformations of the text. Each malformation takes what is right before it to what is
//! right after it, so they compose.

mod choices;
mod draft;
mod json;
mod scene;
mod spelling;

pub use choices::{Choices, Seeded, Source, Tape};
pub use draft::{Draft, Truth};
pub use json::Json;
pub use scene::{CONTRACT, Scene};
pub use spelling::{Spelled, Spelling};
