//! A response in the making, with all that is known of it by construction.

use super::malformation::size;
use super::spelling::Spelled;
use crate::case::{
    Accepted, Ask, Case, Category, Expectation, Finish, Level, Origin, Profile, Rejected, Rule,
};

/// A response in the making. Whatever is done to it says what becomes of [`Self::truth`].
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// The response as it will be sent.
    pub(super) response: String,
    /// How the provider says that it ended.
    pub(super) finish: Option<Finish>,
    /// What is right.
    pub(super) truth: Truth,
    /// What a strict reader makes of the response as it stands.
    pub(super) form: Form,
    /// The malformations so far, in order, by name.
    pub(super) malformations: Vec<&'static str>,
    /// The requirements that they test.
    pub(super) requirements: Vec<&'static str>,
}

/// What a strict reader makes of a response as it stands, with no rule. It says whether a wrapping around it can come off
/// again, whatever else is right or wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// An object.
    Object,
    /// An object, or nothing that it reads: numbers or nesting past what must be accepted (REQ PAR-3, PAR-5).
    Perhaps,
    /// Another value, a string above all.
    Other,
    /// No JSON: a fence is none either.
    NoJson,
}

/// The right outcome of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Truth {
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
    /// A response that the rules turn into a right answer, or that is one: an object, or the string of one.
    #[must_use]
    pub(super) fn accepted(spelled: Spelled, value: String) -> Self {
        let is_wrapped = spelled.rules.iter().any(|rule| rule.path.is_empty());
        Self {
            form: if is_wrapped {
                Form::Other
            } else {
                Form::Object
            },
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
    pub(super) fn note(&mut self, malformation: &'static str, requirements: &[&'static str]) {
        self.malformations.push(malformation);
        for requirement in requirements {
            self.tests(requirement);
        }
    }

    /// Notes a requirement that the response tests.
    pub(super) fn tests(&mut self, requirement: &'static str) {
        if !self.requirements.contains(&requirement) {
            self.requirements.push(requirement);
        }
    }

    /// From here on the response must be rejected, told at the root (REQ PAR-1).
    pub(super) fn reject_whole(&mut self, reason: Category) {
        self.truth = Truth::Rejected {
            reasons: vec![reason],
            paths: vec![String::new()],
            lenient: None,
        };
    }

    /// From here on the response is no JSON, and no rule helps: rejected at the root. Where a limit could have been the
    /// reason before, it still can (REQ PAR-1).
    pub(super) fn reject_text(&mut self) {
        let may_pass_a_limit = match &self.truth {
            Truth::Accepted { level, reasons, .. } => {
                *level == Level::May && (reasons.is_empty() || reasons.contains(&Category::Limit))
            }
            Truth::Rejected { reasons, .. } => reasons.contains(&Category::Limit),
        };
        self.reject_whole(Category::Parse);
        if may_pass_a_limit || self.form == Form::Perhaps {
            self.truth.or_rejected(Category::Limit);
        }
        self.form = Form::NoJson;
    }

    /// The same as [`Self::reject_text`] where the text can still mean but one thing: the value that was right before.
    pub(super) fn reject_readable_text(&mut self) {
        let value = match &mut self.truth {
            Truth::Accepted { value, .. } => Some(std::mem::take(value)),
            Truth::Rejected { lenient, .. } => lenient.take(),
        };
        self.reject_text();
        if let Truth::Rejected { lenient, .. } = &mut self.truth {
            *lenient = value;
        }
    }

    /// Whether it is no JSON and rejected already, so that another fault would make nothing of it but perhaps mend it.
    #[must_use]
    pub(super) fn is_broken(&self) -> bool {
        self.form == Form::NoJson && matches!(self.truth, Truth::Rejected { .. })
    }

    /// Whether the provider says that the response was cut: then nothing else counts (REQ PAR-8).
    #[must_use]
    pub(super) fn is_cut(&self) -> bool {
        matches!(self.finish, Some(Finish::Length | Finish::ContentFilter))
    }

    /// The case that sends the response, under the contract of this name if the profile has one. Its id is empty until
    /// it has a place in a run.
    #[must_use]
    pub(super) fn into_case(mut self, profile: Profile, contract: &str) -> Case {
        size::judge(&mut self, profile);
        let Self {
            response,
            finish,
            truth,
            malformations,
            requirements,
            form: _,
        } = self;
        let ask = match profile {
            Profile::Parse => Ask::Parse { response, finish },
            Profile::Normalize | Profile::Repair | Profile::Session | Profile::Guard => {
                Ask::Recover {
                    contract: contract.to_owned(),
                    response,
                    finish,
                }
            }
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
    /// From here on a rejection of this category, told at the root, is right as well.
    pub(super) fn or_rejected(&mut self, category: Category) {
        match self {
            Self::Accepted { level, reasons, .. } => {
                // On a MAY no category means any.
                if *level == Level::Must || !reasons.is_empty() {
                    reasons.push(category);
                }
                *level = Level::May;
            }
            Self::Rejected { reasons, paths, .. } => {
                if !reasons.contains(&category) {
                    reasons.push(category);
                }
                if !paths.contains(&String::new()) {
                    paths.push(String::new());
                }
            }
        }
    }

    pub(super) fn into_expectation(self, profile: Profile) -> Expectation {
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
                result: None,
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
                    Profile::Normalize | Profile::Repair | Profile::Session | Profile::Guard => {
                        paths
                    }
                },
                lenient_value_text: lenient,
            }),
        }
    }
}
