//! Why a contract is refused: what, where in the contract, and what to do.

use thiserror::Error;

use crate::json::{ParseError, Pointer};
use crate::limits::{
    MAX_DEPTH, MAX_GROUPS, MAX_LISTED, MAX_NESTED, MAX_NODES, MAX_PLACES, MAX_REPEATS,
    MAX_SUBSCHEMAS,
};

/// A contract that cannot be used (REQ CON-1). It may quote the contract, never a response.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{fault} (at \"{at}\"); {}", .fault.remedy())]
pub struct ContractError {
    /// What is wrong.
    pub fault: ContractFault,
    /// Where, from the root of the contract; a missing or unknown member is told at its object.
    pub at: Pointer,
}

/// What is wrong with a contract.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContractFault {
    /// It is no strict JSON, or has a key twice.
    #[error("no strict JSON: {0}")]
    Json(ParseError),
    /// A required member is absent.
    #[error("member `{0}` is missing")]
    Missing(&'static str),
    /// A member that means nothing here; a misspelt one would silently turn rules off.
    #[error("unknown member `{0}`")]
    UnknownMember(String),
    /// A value of another type, or out of range.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The same item twice in a list of different ones.
    #[error("`{0}` stands here twice")]
    Twice(String),
    /// Neither empty nor a slash first, or a tilde before anything but 0 and 1.
    #[error("`{0}` is no JSON Pointer")]
    NoPointer(String),
    /// A position or reference that is the whole response.
    #[error("a position is never the whole response")]
    WholeResponse,
    /// A position or reference of more than [`MAX_DEPTH`] steps.
    #[error("a position of more than {MAX_DEPTH} steps")]
    TooLongPosition,
    /// A keyword outside the closed list (REQ CON-2).
    #[error("keyword `{0}` is not supported")]
    Keyword(String),
    /// A number whose comparison as a double would be a guess (REQ CON-2).
    #[error("this number is outside the range in which every reader sees the same value")]
    Number,
    /// A pattern outside the portable subset (REQ CON-2).
    #[error("pattern: {0}, at character {1}")]
    Pattern(PatternFault, usize),
    /// A `$ref` that is neither `#` nor `#/…`, or has a bad escape.
    #[error("`$ref` is neither `#` nor `#/` and a JSON Pointer")]
    RefForm,
    /// A `$ref` that leads to no subschema.
    #[error("`$ref` leads to no subschema of this document")]
    RefTarget,
    /// More than [`MAX_SUBSCHEMAS`].
    #[error("the schema has more than {MAX_SUBSCHEMAS} subschemas")]
    TooManySubschemas,
    /// More than [`MAX_NODES`].
    #[error("the schema has more than {MAX_NODES} nodes after following references")]
    TooManyNodes,
    /// More than [`MAX_PLACES`].
    #[error("the patterns have more than {MAX_PLACES} places after following references")]
    TooManyPlaces,
    /// More than [`MAX_LISTED`].
    #[error(
        "`enum`, `const` and `required` list more than {MAX_LISTED} values after following references"
    )]
    TooManyListed,
    /// More than [`MAX_NESTED`].
    #[error("more than {MAX_NESTED} subschemas judge a value one inside the other")]
    TooNested,
    /// A subschema that leads back to itself at one and the same value.
    #[error("the subschema leads back to itself without a step into the value")]
    Endless,
    /// A recursive subschema with two ways to recursive ones for the same child.
    #[error("the recursive subschema has two recursive ways for one and the same child")]
    TwoWays,
    /// A position or reference that leads to no subschema.
    #[error("leads to no subschema by `properties`, `items` and `$ref`")]
    Nowhere,
    /// A position or reference that leads to more than one subschema.
    #[error("leads to more than one subschema")]
    Ambiguous,
    /// The root admits something else than objects (REQ CON-3).
    #[error("the schema's root admits something else than objects")]
    Root,
    /// The subschema at an object position admits no objects, or strings (REQ CON-3).
    #[error("the subschema here admits no objects, or strings as well")]
    ObjectPosition,
    /// The subschema at a filter position is not one of arrays of objects (REQ CON-3).
    #[error("the subschema here admits something else than arrays of objects")]
    FilterPosition,
    /// A filter position outside the arguments of the call (REQ CON-3).
    #[error("a filter position lies below `/next/arguments`")]
    FilterElsewhere,
    /// The schema validator refused what the checks above had let pass.
    #[error("the schema cannot be compiled")]
    Uncompilable,
}

impl ContractFault {
    /// What to do about it.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Json(_) => "write RFC 8259 JSON with each key once in its object",
            Self::Missing(_) => "add it",
            Self::UnknownMember(_) => "correct its name or remove it",
            Self::Expected(_) => "change the value",
            Self::Twice(_) => "name each item once",
            Self::NoPointer(_) => "write it as RFC 6901 has it, such as `/next/arguments`",
            Self::WholeResponse => "name a place inside the response",
            Self::TooLongPosition => "name a place at most 128 steps deep",
            Self::Keyword(_) => "say it with the keywords that SPEC.md lists under CON-2",
            Self::Number => {
                "use at most 15 significant digits and an exponent within 300, \
                 or a whole number of at most 2^53"
            }
            Self::Pattern(..) => "write it in the pattern subset that SPEC.md lists under CON-2",
            Self::RefForm => "refer to a subschema of this document, such as `#/$defs/name`",
            Self::RefTarget => "refer to a subschema that stands in this document",
            Self::TooManySubschemas | Self::TooManyNodes => {
                "share subschemas less often, or describe the response in less detail"
            }
            Self::TooManyPlaces => "use `maxLength` instead of large quantifiers",
            Self::TooManyListed => "list fewer values, and check the rest where they are known",
            Self::TooNested => "nest fewer `$ref`, `allOf`, `anyOf`, `oneOf` and `if`",
            Self::Endless => "put `properties`, `items` or `additionalProperties` in between",
            Self::TwoWays => "let one subschema alone describe the recursive child",
            Self::Nowhere => "name a place that the schema describes outside `anyOf` and the like",
            Self::Ambiguous => "describe the place once",
            Self::Root => "give the root `\"type\": \"object\"`",
            Self::ObjectPosition => "give it `\"type\": \"object\"`",
            Self::FilterPosition => {
                "give it `\"type\": \"array\"` and `items` with `\"type\": \"object\"`"
            }
            Self::FilterElsewhere => "move it there, or drop the position",
            Self::Uncompilable => "simplify it and report this contract as a fault of the program",
        }
    }

    /// This fault at a place.
    pub(crate) const fn at(self, at: Pointer) -> ContractError {
        ContractError { fault: self, at }
    }
}

/// What is outside the subset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternFault {
    /// A backslash before anything but punctuation and `d`, `w`, `n`, `r`, `t`.
    #[error("an escape outside the subset")]
    Escape,
    /// A group that begins with `(?` and anything but a colon.
    #[error("a group other than `(…)` and `(?:…)`")]
    Group,
    /// A parenthesis without its other half.
    #[error("an unbalanced parenthesis")]
    Unbalanced,
    /// Groups in groups, deeper than [`MAX_GROUPS`].
    #[error("groups nested more than {MAX_GROUPS} deep")]
    TooDeep,
    /// A quantifier after nothing, after `^` or `$`, or after a quantifier.
    #[error("a quantifier that follows no atom")]
    Quantifier,
    /// A quantifier in braces that is not `{n}`, `{n,}` or `{n,m}` with n up to m.
    #[error("a malformed quantifier in braces")]
    Braces,
    /// A number in a quantifier over [`MAX_REPEATS`].
    #[error("a quantifier over {MAX_REPEATS}")]
    Repeats,
    /// A closing bracket or brace without its other half.
    #[error("a bare `]` or `}}`")]
    Bare,
    /// A class that is empty or does not end, or holds an unescaped `[`, `^`, or `-` in its middle.
    #[error("a malformed class in brackets")]
    Class,
    /// A range in a class whose ends are the wrong way round.
    #[error("a range whose first character comes after its last")]
    Range,
}
