//! Section 8: one small call that asks a model to put a value into another container, and nothing
//! else.

mod call;
mod eligibility;
mod repaired;

pub use self::call::RepairCall;
pub use self::repaired::Repaired;

pub(crate) use self::eligibility::eligible;
