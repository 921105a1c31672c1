//! What becomes of a response: the value and the rules applied, or the reason and its path.

use std::fmt;

use crate::json::{Document, ParseError, ParseFault, Pointer, Value};
use crate::reason::{LimitFault, Reason};
use crate::repair::RepairCall;

/// The outcome of one response (REQ VAL-3: all or nothing).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Outcome<'t> {
    /// The response satisfies the contract, as it came or after the rules named.
    Accepted(Accepted<'t>),
    /// A value of the response stands in the wrong container, and a model may be asked to put it
    /// into the right one (REQ REP-1). Without that the response is rejected.
    Repair(RepairCall<'t>),
    /// Nothing of the response may be used.
    Rejected(Rejection),
}

impl<'t> Outcome<'t> {
    /// The accepted response, or why there is none: for callers that ask for no repair.
    ///
    /// # Errors
    ///
    /// The rejection; for a repair call the one that stands as long as nobody repairs.
    pub fn into_result(self) -> Result<Accepted<'t>, Rejection> {
        match self {
            Self::Accepted(accepted) => Ok(accepted),
            Self::Repair(call) => Err(call.into_rejection()),
            Self::Rejected(rejection) => Err(rejection),
        }
    }
}

impl<'t> From<Result<Accepted<'t>, Rejection>> for Outcome<'t> {
    fn from(result: Result<Accepted<'t>, Rejection>) -> Self {
        result.map_or_else(Self::Rejected, Self::Accepted)
    }
}

/// A response that may be acted upon.
#[derive(Debug, Clone)]
pub struct Accepted<'t> {
    pub(crate) document: Document<'t>,
    pub(crate) rules: Vec<Applied>,
}

impl<'t> Accepted<'t> {
    /// The accepted value.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        self.document.root()
    }

    /// The normalized text: the response itself where no rule was applied (REQ NRM-4).
    #[must_use]
    pub fn text(&self) -> &str {
        self.document.text()
    }

    /// The rules in the order of application (REQ NRM-1).
    #[must_use]
    pub fn rules(&self) -> &[Applied] {
        &self.rules
    }

    /// The normalized document, for keeping.
    #[must_use]
    pub fn into_document(self) -> Document<'t> {
        self.document
    }
}

/// One application of a rule at one place: one normalization (REQ NRM-1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// Which rule.
    pub rule: Rule,
    /// Where, in the response as it then stood.
    pub path: Pointer,
}

impl fmt::Display for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at \"{}\"", self.rule.name(), self.path)
    }
}

/// The deterministic rules of section 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The one Markdown code block around everything goes (REQ FEN-1).
    Fence,
    /// A string becomes the object whose JSON text it is (REQ DEC-1, DEC-2).
    Decode,
    /// A primitive filter becomes a list of one filter object (REQ FIL-1).
    Filter,
}

impl Rule {
    /// As it is reported, such as `fence`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fence => "fence",
            Self::Decode => "decode",
            Self::Filter => "filter",
        }
    }
}

/// Why and where a response was rejected. Holds nothing of its text (REQ VAL-4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Why.
    pub reason: Reason,
    /// Where the offending value stands; a missing or unknown member is told at its object.
    pub path: Pointer,
    /// For a fault of the text: where it begins, in bytes from the start of the response; only
    /// where the response itself, not a text made from it, was parsed.
    pub offset: Option<usize>,
}

impl Rejection {
    /// A rejection at a place in the tree.
    pub(crate) const fn at(reason: Reason, path: Pointer) -> Self {
        Self {
            reason,
            path,
            offset: None,
        }
    }

    /// A rejection of the whole response.
    pub(crate) const fn whole(reason: Reason) -> Self {
        Self::at(reason, Pointer::root())
    }
}

impl From<LimitFault> for Rejection {
    fn from(fault: LimitFault) -> Self {
        Self::whole(Reason::Limit(fault))
    }
}

impl From<ParseError> for Rejection {
    fn from(error: ParseError) -> Self {
        Self {
            offset: Some(error.offset),
            ..Self::whole(Reason::Parse(error.fault))
        }
    }
}

impl From<ParseFault> for Rejection {
    fn from(fault: ParseFault) -> Self {
        Self::whole(Reason::Parse(fault))
    }
}

impl std::error::Error for Rejection {}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at \"{}\"", self.reason, self.path)?;
        match self.offset {
            Some(offset) => write!(f, ", byte {offset}"),
            None => Ok(()),
        }
    }
}
