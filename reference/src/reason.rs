//! Why a response is rejected: a category that is normative and a detail that is not (REQ VAL-2).
//!
//! Every detail comes from the closed enums here, never from a message that quotes values
//! (REQ VAL-4).

use std::fmt;

use crate::json::ParseFault;

/// The normative part of a reason (REQ VAL-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Category {
    /// The text is no strict JSON, or was cut off.
    Parse,
    /// A limit of the policy is exceeded.
    Limit,
    /// The value does not satisfy the contract's JSON Schema.
    Schema,
    /// A reference names something that is not bound.
    Reference,
    /// The action is missing or unknown.
    Action,
    /// The arguments do not fit the tool.
    Tool,
    /// No actions are left.
    Budget,
    /// A repair was not due, or its answer changes more than containers.
    Repair,
}

impl Category {
    /// As it stands in a reason, such as `schema`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Limit => "limit",
            Self::Schema => "schema",
            Self::Reference => "reference",
            Self::Action => "action",
            Self::Tool => "tool",
            Self::Budget => "budget",
            Self::Repair => "repair",
        }
    }
}

/// Why a response is rejected. Shown as `category:detail`, such as `parse:duplicate_key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The text is no strict JSON; too deep a nesting counts as a limit.
    Parse(ParseFault),
    /// The provider marked the response as cut (REQ PAR-8).
    Incomplete,
    /// A limit of the policy is exceeded.
    Limit(LimitFault),
    /// The value does not satisfy the contract's JSON Schema.
    Schema(SchemaFault),
    /// A reference names something that is not bound.
    Reference(ReferenceFault),
    /// The action is missing or unknown.
    Action(ActionFault),
    /// The arguments do not fit the tool.
    Tool(ToolFault),
    /// No actions are left for an action that is not final.
    Budget,
    /// A repair was not due, or its answer changes more than containers.
    Repair(RepairFault),
}

/// The limits of section 6 that a response can exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitFault {
    /// Over [`crate::limits::MAX_BYTES`] where a rule would have been due (REQ LIM-1).
    Response,
    /// The normalized text is over [`crate::limits::MAX_BYTES`] (REQ LIM-2).
    NormalizedText,
    /// More than [`crate::limits::MAX_NORMALIZATIONS`] rules (REQ LIM-3).
    Normalizations,
    /// The answer to a repair call is over [`crate::limits::MAX_BYTES`] (REQ LIM-2).
    Answer,
    /// The rebuilt text is over [`crate::limits::MAX_BYTES`] (REQ LIM-2).
    RebuiltText,
}

/// The kinds of JSON Schema keyword that a value can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaFault {
    /// `type`
    Type,
    /// `required`
    Required,
    /// `additionalProperties`
    Additional,
    /// `enum`, `const`
    Value,
    /// `pattern`
    Pattern,
    /// `minLength`, `maxLength`, `minItems`, `maxItems`, `minProperties`, `maxProperties`
    Size,
    /// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`
    Bound,
    /// `anyOf`, `oneOf`
    Choice,
    /// A schema that nothing satisfies.
    Never,
}

/// What is wrong at a reference position (REQ VAL-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReferenceFault {
    /// Evidence that is not visible.
    Evidence,
    /// Another hypothesis than the bound one.
    Hypothesis,
    /// Another previous result than the bound one.
    PreviousResult,
}

/// What is wrong with the action (REQ VAL-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ActionFault {
    /// None stands at `/next/action`.
    Missing,
    /// It is none of the contract's tools.
    Unknown,
}

/// What is wrong with a tool's arguments (REQ VAL-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolFault {
    /// A tool with tables is called without one.
    MissingTable,
    /// No table of the tool.
    UnknownTable,
    /// `columns` is no array.
    Columns,
    /// No column of the table.
    UnknownColumn,
    /// `filters` is no array.
    Filters,
    /// A filter that is not exactly `column`, `operator`, `value`, the value a scalar.
    FilterShape,
    /// No operator of the tool.
    UnknownOperator,
    /// More filters than `max_filters`.
    TooManyFilters,
    /// No whole number from 0 to `max_limit`.
    Limit,
}

/// Why an answer to a repair call is not taken (REQ REP-4 to REP-8, REP-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairFault {
    /// No repair may be asked for here.
    NotEligible,
    /// No object with the one key `replacement` (REQ REP-4).
    Answer,
    /// Scalars are lost, added or changed (REQ REP-5).
    Scalars,
    /// Scalars of one object stand in another, or an object is lost or added (REQ REP-6).
    Members,
    /// A value that was right, or a key of an object around the error, is not what it was
    /// (REQ REP-6).
    Frame,
    /// The filters do not say what they said (REQ REP-7).
    Filters,
    /// A value has changed its key or its order (REQ REP-6).
    Moved,
}

impl Reason {
    /// The normative part.
    #[must_use]
    pub const fn category(self) -> Category {
        match self {
            Self::Parse(ParseFault::TooDeep | ParseFault::TooLong) | Self::Limit(_) => {
                Category::Limit
            }
            Self::Parse(_) | Self::Incomplete => Category::Parse,
            Self::Schema(_) => Category::Schema,
            Self::Reference(_) => Category::Reference,
            Self::Action(_) => Category::Action,
            Self::Tool(_) => Category::Tool,
            Self::Budget => Category::Budget,
            Self::Repair(_) => Category::Repair,
        }
    }

    /// The part after the colon, out of a fixed list.
    #[must_use]
    pub const fn detail(self) -> &'static str {
        self.words().0
    }

    /// What is wrong, for people: a sentence out of a fixed list, with nothing of the response.
    #[must_use]
    pub const fn explain(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Parse(fault) => fault.words(),
            Self::Incomplete => ("incomplete", "the provider cut the answer off"),
            Self::Limit(fault) => fault.words(),
            Self::Schema(fault) => fault.words(),
            Self::Reference(fault) => fault.words(),
            Self::Action(fault) => fault.words(),
            Self::Tool(fault) => fault.words(),
            Self::Budget => ("exhausted", "no actions are left for one that is not final"),
            Self::Repair(fault) => fault.words(),
        }
    }
}

impl LimitFault {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Response => ("response", "the response is too long to be rescued"),
            Self::NormalizedText => ("normalized_text", "the normalized text is too long"),
            Self::Normalizations => ("normalizations", "more rules than allowed would be needed"),
            Self::Answer => ("answer", "the answer to the repair call is too long"),
            Self::RebuiltText => ("rebuilt_text", "the rebuilt text is too long"),
        }
    }
}

impl SchemaFault {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Type => ("type", "a value of another type than the schema asks for"),
            Self::Required => ("required", "a required member is missing"),
            Self::Additional => ("additional", "a member that the schema does not know"),
            Self::Value => ("value", "none of the values that the schema allows"),
            Self::Pattern => ("pattern", "the string does not match the schema's pattern"),
            Self::Size => ("size", "too short or too long, too few or too many"),
            Self::Bound => ("bound", "the number is out of the schema's bounds"),
            Self::Choice => (
                "choice",
                "none of the alternatives of `anyOf` or `oneOf`, or too many",
            ),
            Self::Never => ("never", "a value that the schema forbids"),
        }
    }
}

impl ReferenceFault {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Evidence => ("evidence", "no id of visible evidence"),
            Self::Hypothesis => ("hypothesis", "not the id of the bound hypothesis"),
            Self::PreviousResult => ("previous_result", "not the id of the bound previous result"),
        }
    }
}

impl ActionFault {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Missing => ("missing", "no action is named at /next/action"),
            Self::Unknown => ("unknown", "the action is none of the contract's tools"),
        }
    }
}

impl ToolFault {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::MissingTable => ("missing_table", "the tool needs a table"),
            Self::UnknownTable => ("unknown_table", "no table of the tool"),
            Self::Columns => ("columns", "the columns are no list"),
            Self::UnknownColumn => ("unknown_column", "no column of the table"),
            Self::Filters => ("filters", "the filters are no list"),
            Self::FilterShape => (
                "filter_shape",
                "a filter is exactly `column`, `operator` and `value`, the value a scalar",
            ),
            Self::UnknownOperator => ("unknown_operator", "no operator of the tool"),
            Self::TooManyFilters => ("too_many_filters", "more filters than the tool allows"),
            Self::Limit => (
                "limit",
                "no whole number from 0 to the tool's largest limit",
            ),
        }
    }
}

impl RepairFault {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::NotEligible => ("not_eligible", "no repair may be asked for here"),
            Self::Answer => (
                "answer",
                "the answer is no JSON object with the one key `replacement`",
            ),
            Self::Scalars => ("scalars", "the answer loses, adds or changes a scalar"),
            Self::Members => (
                "members",
                "the answer takes an object apart, or loses or adds one",
            ),
            Self::Frame => ("frame", "the answer changes what was right"),
            Self::Filters => ("filters", "the filters of the answer say something else"),
            Self::Moved => ("moved", "the answer changes keys or the order of items"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.category().name(), self.detail())
    }
}
