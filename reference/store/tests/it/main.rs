//! The store from outside: what it refuses, what it finds, and who may use it at once.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests lie outside their functions"
)]

mod crashes;
mod damage;
mod files;
mod kept;
mod quarantine;
mod support;
mod triggers;
mod writers;
