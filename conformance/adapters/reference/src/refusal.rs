//! How a request fails without being carried out.

use serde_json::json;

/// Why there is no answer to a request.
pub(crate) enum Refusal {
    /// It cannot be understood: a missing field, an unknown contract.
    Request,
    /// The operation is none of this adapter's.
    UnsupportedOp,
    /// The contract is refused; the text says why.
    Contract(String),
    /// A session or a run refuses it, by the name of the error; the text says why.
    Named(&'static str, String),
}

impl Refusal {
    /// The reply, but for the id.
    pub(crate) fn to_json(&self) -> String {
        match self {
            Self::Request => json!({"error": "request"}),
            Self::UnsupportedOp => json!({"error": "unsupported_op"}),
            Self::Contract(detail) => json!({"error": "contract", "detail": detail}),
            Self::Named(error, detail) => json!({"error": error, "detail": detail}),
        }
        .to_string()
    }
}
