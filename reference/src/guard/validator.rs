//! An invariant that no schema can say, as code of the caller.

use crate::json::Value;

/// A check of a value beyond what JSON Schema can say, such as a check digit. It must be a pure
/// function: the same value is always told the same.
pub trait Validator: Send + Sync {
    /// Whether the invariant holds of the whole value.
    fn holds(&self, value: Value<'_>) -> bool;
}

impl<F: Fn(Value<'_>) -> bool + Send + Sync> Validator for F {
    fn holds(&self, value: Value<'_>) -> bool {
        self(value)
    }
}
