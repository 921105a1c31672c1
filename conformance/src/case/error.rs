//! Why a line of a case file is no case.

use thiserror::Error;

use super::parts::MAX_TEXT_BYTES;

/// Why a line is no case. Messages tell what to do and quote no text of a response.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CaseError {
    /// The line is not JSON, or a field is unknown, missing, doubled or of the wrong type.
    #[error("this is not the form of a case: {0}")]
    Form(String),
    /// The id is not of the form that patterns, reports and shells can carry.
    #[error(
        "`id` must be the file's stem, a slash and a name of lower case letters, digits and single hyphens"
    )]
    Id,
    /// A text is given in both of its forms.
    #[error("`{0}` and its form in parts are both given; keep one of them")]
    Twice(&'static str),
    /// Parts join to more than [`MAX_TEXT_BYTES`].
    #[error("`{0}` in parts joins to more than {MAX_TEXT_BYTES} bytes; lower `times`")]
    TooLong(&'static str),
    /// A field is needed here.
    #[error("`{field}` is missing; {when} needs it")]
    Missing {
        /// The field.
        field: &'static str,
        /// What needs it.
        when: &'static str,
    },
    /// A field means nothing here.
    #[error("`{field}` means nothing with {when}; take it out")]
    Unwanted {
        /// The field.
        field: &'static str,
        /// What it does not go with.
        when: &'static str,
    },
    /// A step of a session means nothing.
    #[error("step {step}, counted from 0: {error}")]
    Step {
        /// Which step.
        step: usize,
        /// What is wrong with it.
        error: Box<CaseError>,
    },
    /// A field that holds JSON as text does not.
    #[error("`{field}` is no JSON text: {why}")]
    NotJson {
        /// The field.
        field: &'static str,
        /// Where it breaks.
        why: String,
    },
}
