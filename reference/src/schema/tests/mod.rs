//! Patterns and bounds, one by one.

mod expansion;
mod pattern;
