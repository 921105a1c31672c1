//! What is asked together: a contract, if one is needed, and cases in their order.

use crate::case::{Ask, Case, Happening};

/// The name under which the cases of a scene know its contract.
pub(super) const CONTRACT: &str = "world";

/// The name under which they know the other contract, if there are two.
pub(super) const OTHER: &str = "other-world";

/// Has a case of a scene ask under these names of its two contracts.
pub(crate) fn ask_under(case: &mut Case, name: &str, other: &str) {
    let due = |known: &str| {
        if known.starts_with(OTHER) {
            other
        } else {
            name
        }
    };
    if let Ask::Session(script) = &mut case.ask {
        for step in &mut script.steps {
            if let Happening::Resume(resume) = &mut step.happening {
                resume.contract = resume.contract.take().map(|known| due(&known).to_owned());
            }
        }
    }
    let due = due(case.contract().unwrap_or_default()).to_owned();
    case.ask_under(&due);
}

/// What is asked together. The relations between the replies are the business of an invariant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scene {
    /// The contract that the cases name as [`CONTRACT`], as JSON text on one line.
    pub contract: Option<String>,
    /// Another contract that some of them name instead, as JSON text on one line.
    pub other: Option<String>,
    /// The cases, in the order in which they are asked.
    pub cases: Vec<Case>,
}

impl Scene {
    /// The malformations in it, for telling failures of one kind from those of another.
    #[must_use]
    pub fn class(&self) -> String {
        let classes = self.cases.iter().map(|case| case.class.as_str());
        classes
            .filter(|class| !class.is_empty())
            .collect::<Vec<_>>()
            .join(" | ")
    }

    /// What is to become small when a scene is shrunk: the bytes of the responses first, then those of the contract.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let responses = self.cases.iter().flat_map(Case::returned);
        let contract = self.contract.as_ref().map_or(0, String::len);
        (responses.map(|(text, _)| text.len()).sum(), contract)
    }
}
