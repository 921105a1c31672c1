//! A response in a session, of which one thing at most is to be told, and what is right for it.

use super::super::Choices;
use super::super::spelling::Spelling;
use super::answer::Answer;
use super::bindings::Bindings;
use super::desk::Desk;
use crate::case::{Category, Finish, Rule};

/// What an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Read,
    Write,
    Final,
}

/// A response, with what is right for it.
#[derive(Debug, Clone)]
pub(super) struct Response {
    pub(super) text: String,
    pub(super) finish: Option<Finish>,
    pub(super) truth: Truth,
    pub(super) name: &'static str,
}

/// What is right for a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Truth {
    Accepted(Accepted),
    Rejected {
        category: Category,
        path: String,
    },
    Repair {
        path: String,
        text: String,
        rules: Vec<Rule>,
        /// The value that is right at the path, as JSON text.
        value: String,
        /// What becomes of it.
        rebuilt: Box<Accepted>,
    },
}

/// An accepted response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Accepted {
    pub(super) rules: Vec<Rule>,
    pub(super) text: String,
    pub(super) effect: Effect,
    /// The arguments as JSON text.
    pub(super) arguments: String,
    /// The state changes, each as JSON text.
    pub(super) changes: Vec<String>,
}

/// The kinds of responses to a regular call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Valid,
    Fenced,
    Decoded,
    Parse,
    Schema,
    Reference,
    Cut,
    OneForMany,
    ListOfOne,
    ScalarForList,
    Filtered,
    Triples,
}

/// What makes a session go on comes more often: what is told of a hint shows only some calls later.
pub(super) const KINDS: [Kind; 16] = [
    Kind::Valid,
    Kind::Fenced,
    Kind::Valid,
    Kind::Fenced,
    Kind::Valid,
    Kind::Fenced,
    Kind::Parse,
    Kind::OneForMany,
    Kind::Schema,
    Kind::Decoded,
    Kind::Reference,
    Kind::Cut,
    Kind::ListOfOne,
    Kind::ScalarForList,
    Kind::Filtered,
    Kind::Triples,
];

impl Desk {
    /// A response of a kind, as the bindings and the budget now stand.
    pub(super) fn response(
        &self,
        mut kind: Kind,
        is_active: bool,
        left: Option<u64>,
        bindings: &Bindings,
        choices: &mut Choices<'_>,
    ) -> Response {
        // What more than one thing would be told of where no rule applies.
        if !is_active || !self.has_tools {
            kind = match kind {
                Kind::Filtered => Kind::Fenced,
                Kind::Triples => Kind::ListOfOne,
                other => other,
            };
        }
        let is_tabled = matches!(kind, Kind::Filtered | Kind::Triples);
        let is_rejected = match kind {
            Kind::Valid | Kind::Parse | Kind::Cut | Kind::Filtered => false,
            Kind::Fenced | Kind::Decoded => !is_active,
            _ => true,
        };
        let is_spent = self.has_tools && left == Some(0);
        let effect = match choices.upto(5) {
            _ if is_tabled => Effect::Read,
            // One fault is enough.
            _ if is_rejected && is_spent => Effect::Final,
            5 => Effect::Final,
            3 | 4 => Effect::Write,
            _ => Effect::Read,
        };
        if is_tabled && is_spent && is_rejected {
            return self.response(Kind::ListOfOne, is_active, left, bindings, choices);
        }
        let mut answer = Answer::draw(effect, bindings, choices);
        let spelling = Spelling::any(choices);
        let mut response = answer.respond(kind, is_active, bindings, spelling, choices);
        if let (true, true, Truth::Accepted(_)) =
            (is_spent, effect != Effect::Final, &response.truth)
        {
            response.truth = Truth::Rejected {
                category: Category::Budget,
                path: "/next/action".to_owned(),
            };
        }
        response
    }
}
