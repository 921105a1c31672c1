//! What is asked together: the contracts that are needed, and cases in their order.

use std::collections::BTreeMap;

use crate::case::Case;

/// The name under which the cases of a scene know its contract.
pub(super) const CONTRACT: &str = "world";

/// The name under which they know the other contract, if there are two.
pub(super) const OTHER: &str = "other-world";

/// What is asked together. The relations between the replies are the business of an invariant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scene {
    /// The contracts, each as JSON text on one line, by the names that the cases know them by.
    pub contracts: BTreeMap<String, String>,
    /// The cases, in the order in which they are asked.
    pub cases: Vec<Case>,
}

impl Scene {
    /// A scene of cases under one contract, or under none.
    #[must_use]
    pub(super) fn new(contract: impl Into<Option<String>>, cases: Vec<Case>) -> Self {
        let contract = contract.into().map(|text| (CONTRACT.to_owned(), text));
        Self {
            contracts: contract.into_iter().collect(),
            cases,
        }
    }

    /// The same with another contract beside the first.
    #[must_use]
    pub(super) fn with_other(mut self, contract: String) -> Self {
        self.contracts.insert(OTHER.to_owned(), contract);
        self
    }

    /// Gives the contracts other names, here and in the cases.
    pub fn rename_contracts(&mut self, name: impl Fn(&str) -> String) {
        let contracts = std::mem::take(&mut self.contracts).into_iter();
        self.contracts = contracts.map(|(old, text)| (name(&old), text)).collect();
        for case in &mut self.cases {
            case.rename_contracts(&name);
        }
    }

    /// The malformations in it, for telling failures of one kind from those of another.
    #[must_use]
    pub fn class(&self) -> String {
        let classes = self.cases.iter().map(|case| case.class.as_str());
        classes
            .filter(|class| !class.is_empty())
            .collect::<Vec<_>>()
            .join(" | ")
    }

    /// What is to become small when a scene is shrunk: the bytes of the responses first, then those of the contracts.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let responses = self.cases.iter().flat_map(Case::returned);
        let contracts = self.contracts.values().map(String::len);
        (responses.map(|(text, _)| text.len()).sum(), contracts.sum())
    }
}
