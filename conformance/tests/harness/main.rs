//! The harness as its users meet it: the real binary over real processes.

#![expect(
    clippy::unwrap_used,
    reason = "the helpers are part of the tests, and a test fails by panicking"
)]

mod flags;
mod generated;
mod guarded;
mod hostile;
mod list;
mod planted;
mod report;
mod schemas;
mod support;
