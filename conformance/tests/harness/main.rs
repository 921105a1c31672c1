//! The harness as its users meet it: the real binary over real processes.

mod flags;
mod hostile;
mod list;
mod report;
mod schemas;
mod support;
