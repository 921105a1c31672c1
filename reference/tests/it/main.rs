//! Tests of the reference as its users see it: one binary, one file a property.

mod differential;
mod no_panic;
mod purity;
mod samples;
mod secrecy;
