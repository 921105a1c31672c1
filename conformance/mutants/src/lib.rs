//! Faulty implementations that the harness must convict, each with one fault that a competent person would write.
//!
//! All of them run in the harness's own process, behind the same protocol as any other program.

pub mod in_process;
