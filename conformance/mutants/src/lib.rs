//! Faulty implementations that the harness must convict, each with one fault that a competent person would write.
//!
//! All of them run in the harness's own process, behind the same protocol as any other program. The reference itself
//! runs beside them and must pass.

mod desk;
mod faults;
pub mod in_process;
pub mod matrix;
mod mending;
mod message;
mod mutant;
mod session_message;
mod sitting;
pub mod survivors;
mod text;

pub use mutant::Mutant;
