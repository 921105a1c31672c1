//! The faults of an answer, by category and error path (REQ VAL-2).

use super::super::Truth;
use crate::case::Category;

/// The faults that stand in an answer. Any of them may be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::generate) struct Faults {
    reasons: Vec<Category>,
    paths: Vec<String>,
}

impl Faults {
    /// A fault of these categories at this place.
    pub(in crate::generate) fn add(&mut self, reasons: &[Category], path: impl Into<String>) {
        for reason in reasons {
            if !self.reasons.contains(reason) {
                self.reasons.push(*reason);
            }
        }
        let path = path.into();
        if !self.paths.contains(&path) {
            self.paths.push(path);
        }
    }

    /// What is right for an answer that has them.
    pub(in crate::generate) fn truth(self) -> Truth {
        Truth::Rejected {
            reasons: self.reasons,
            paths: self.paths,
            lenient: None,
        }
    }
}
