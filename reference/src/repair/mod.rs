//! Section 8: one small call that asks a model to put a value into another container, and nothing
//! else.
//!
//! `eligibility` says whether there is such a call, `prompt` what it asks, `call` what becomes of the
//! answer; the checks on it stand in `check`, one a file.

mod answer;
mod call;
mod check;
mod damage;
mod eligibility;
mod form;
mod patch;
mod path;
mod prompt;
mod repaired;
mod splice;

pub use self::call::RepairCall;
pub use self::repaired::Repaired;

pub(crate) use self::eligibility::eligible;

#[cfg(test)]
mod tests;
