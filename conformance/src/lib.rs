//! The harness: holds any program that rescues malformed LLM answers against the specification.
//!
//! A case says what is sent and what is right. The [`runner`] sends it to an [`implementation`], the [`judge`] compares
//! the reply with what the case says, and [`reporting`] puts the verdicts together. What is right is known from the
//! [`corpus`] alone: this crate depends on no implementation.

pub mod canary;
pub mod case;
pub mod child;
pub mod corpus;
pub mod cost;
pub mod dialogue;
pub mod difference;
pub mod exact;
pub mod expectations;
pub mod explain;
pub mod explore;
pub mod generate;
pub mod implementation;
pub mod invariants;
pub mod judge;
pub mod pattern;
pub mod prompt_size;
pub mod protocol;
pub mod reask;
pub mod reporting;
pub mod reproduce;
pub mod runner;
pub mod selection;
pub mod self_check;
pub mod small_world;
pub mod spec;
pub mod usage;
