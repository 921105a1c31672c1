//! The reference implementation behind the harness protocol: a request line in, a reply line out.
//!
//! The binary puts it behind standard input and output; the mutants put it behind the same protocol in one process.
//! Nothing is decided here.

mod adapter;
mod guards;
mod refusal;
mod request;
mod sessions;

pub use adapter::Adapter;
