//! A response in the making, with all that is known of it by construction.

use super::spelling::Spelled;
use crate::case::{
    Accepted, Ask, Case, Category, Expectation, Finish, Level, Origin, Profile, Rejected, Rule,
};

/// A response in the making. Whatever is done to it says what becomes of [`Self::truth`].
#[derive(Debug, Clone)]
pub struct Draft {
    /// The response as it will be sent.
    pub response: String,
    /// How the provider says that it ended.
    pub finish: Option<Finish>,
    /// What is right.
    pub truth: Truth,
    /// The malformations so far, in order, by name.
    pub malformations: Vec<&'static str>,
    /// The requirements that they test.
    pub requirements: Vec<&'static str>,
}

/// The right outcome of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    /// Accepted with this value, or, if `level` says so, rejected.
    Accepted {
        /// The value as JSON text.
        value: String,
        /// The normalized text (REQ NRM-4).
        text: String,
        /// The rules applied, in order (REQ NRM-1).
        rules: Vec<Rule>,
        /// Whether a rejection is right as well.
        level: Level,
        /// Where it is: its categories; empty means any.
        reasons: Vec<Category>,
    },
    /// Rejected with one of these categories at one of these paths.
    Rejected {
        /// The categories of which any one is right.
        reasons: Vec<Category>,
        /// The error paths of which any one is right.
        paths: Vec<String>,
        /// All that the text can mean, where it can mean just one thing.
        lenient: Option<String>,
    },
}

impl Draft {
    /// A response that the rules turn into a right answer, or that is one.
    #[must_use]
    pub fn accepted(spelled: Spelled, value: String) -> Self {
        Self {
            response: spelled.response,
            finish: None,
            truth: Truth::Accepted {
                value,
                text: spelled.text,
                rules: spelled.rules,
                level: Level::Must,
                reasons: Vec::new(),
            },
            malformations: Vec::new(),
            requirements: Vec::new(),
        }
    }

    /// Notes a malformation that was made.
    pub fn note(&mut self, malformation: &'static str, requirements: &[&'static str]) {
        self.malformations.push(malformation);
        for requirement in requirements {
            if !self.requirements.contains(requirement) {
                self.requirements.push(requirement);
            }
        }
    }

    /// From here on the response must be rejected, told at the root (REQ PAR-1).
    pub fn reject_whole(&mut self, reason: Category) {
        self.truth = Truth::Rejected {
            reasons: vec![reason],
            paths: vec![String::new()],
            lenient: None,
        };
    }

    /// The case that sends the response, under the contract of this name if the profile has one. Its id is empty until
    /// it has a place in a run.
    #[must_use]
    pub fn into_case(self, profile: Profile, contract: &str) -> Case {
        let Self {
            response,
            finish,
            truth,
            malformations,
            requirements,
        } = self;
        let ask = match profile {
            Profile::Parse => Ask::Parse { response, finish },
            Profile::Normalize => Ask::Recover {
                contract: contract.to_owned(),
                response,
                finish,
            },
        };
        Case {
            id: String::new(),
            origin: Origin::Generated,
            profile,
            requirements: requirements.into_iter().map(str::to_owned).collect(),
            class: malformations.join("+"),
            ask,
            expect: truth.into_expectation(profile),
            note: String::new(),
        }
    }
}

impl Truth {
    fn into_expectation(self, profile: Profile) -> Expectation {
        match self {
            Self::Accepted {
                value,
                text,
                rules,
                level,
                reasons,
            } => Expectation::Accepted(Accepted {
                value_text: value,
                text: Some(text),
                rules: Some(rules),
                level,
                reasons,
            }),
            Self::Rejected {
                reasons,
                paths,
                lenient,
            } => Expectation::Rejected(Rejected {
                reasons,
                paths: match profile {
                    // Without a contract the path is optional, and nothing but the root can be told.
                    Profile::Parse => Vec::new(),
                    Profile::Normalize => paths,
                },
                lenient_value_text: lenient,
            }),
        }
    }
}
