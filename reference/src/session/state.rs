//! What a session shows of itself.

use super::command::StopReason;

/// The state of a session after an event. It is moved by accepted responses alone (REQ VAL-3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// How many responses in a row were invalid (REQ SES-2).
    pub invalid_responses: u64,
    /// How many actions are left; none where the contract sets no budget.
    pub actions_left: Option<u64>,
    /// The state changes of all accepted responses in order, each as JSON text with its own tokens.
    pub state_changes: Vec<String>,
    /// Why the session stopped, if it did.
    pub stopped: Option<StopReason>,
}
