//! Why a response is rejected: a category that is normative and a detail that is not (REQ VAL-2).
//!
//! Every detail comes from the closed enums here, never from a message that quotes values
//! (REQ VAL-4).

use std::fmt;

use crate::json::ParseFault;

/// The normative part of a reason (REQ VAL-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        }
    }

    /// The part after the colon, out of a fixed list.
    #[must_use]
    pub const fn detail(self) -> &'static str {
        match self {
            Self::Parse(fault) => fault.detail(),
            Self::Incomplete => "incomplete",
            Self::Limit(fault) => match fault {
                LimitFault::Response => "response",
                LimitFault::NormalizedText => "normalized_text",
                LimitFault::Normalizations => "normalizations",
            },
            Self::Schema(fault) => match fault {
                SchemaFault::Type => "type",
                SchemaFault::Required => "required",
                SchemaFault::Additional => "additional",
                SchemaFault::Value => "value",
                SchemaFault::Pattern => "pattern",
                SchemaFault::Size => "size",
                SchemaFault::Bound => "bound",
                SchemaFault::Choice => "choice",
                SchemaFault::Never => "never",
            },
            Self::Reference(fault) => match fault {
                ReferenceFault::Evidence => "evidence",
                ReferenceFault::Hypothesis => "hypothesis",
                ReferenceFault::PreviousResult => "previous_result",
            },
            Self::Action(fault) => match fault {
                ActionFault::Missing => "missing",
                ActionFault::Unknown => "unknown",
            },
            Self::Tool(fault) => match fault {
                ToolFault::MissingTable => "missing_table",
                ToolFault::UnknownTable => "unknown_table",
                ToolFault::Columns => "columns",
                ToolFault::UnknownColumn => "unknown_column",
                ToolFault::Filters => "filters",
                ToolFault::FilterShape => "filter_shape",
                ToolFault::UnknownOperator => "unknown_operator",
                ToolFault::TooManyFilters => "too_many_filters",
                ToolFault::Limit => "limit",
            },
            Self::Budget => "exhausted",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.category().name(), self.detail())
    }
}
