//! Tests of the reference as its users see it: one binary, one file a property.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod differential;
mod guard;
mod no_panic;
mod purity;
mod samples;
mod secrecy;
mod session;
