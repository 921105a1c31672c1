//! What a case is: one response, how it is asked for, and the outcome that is right.
//!
//! A line of a case file is read in two steps: `Line` is what the file may say (unknown fields are refused), [`Case`]
//! is what the harness works on. The step between them joins texts given in parts and refuses every combination
//! that means nothing, so a [`Case`] is well formed by its type and nobody after this file has to check again.

use std::fmt;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest text, in bytes, that parts may join to. Far above every limit of the policy; a slip in `times` ends in
/// an error instead of filling the memory.
pub const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;

/// One case, ready to be sent and judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// `<file stem>/<name>`, unique in the suite; a user's own case has `own/` before that.
    pub id: String,
    /// Whether the suite or the user wrote it.
    pub origin: Origin,
    /// The profile that an implementation must name for the case to be sent.
    pub profile: Profile,
    /// Requirement numbers (`FEN-1`); empty only in a user's own cases.
    pub requirements: Vec<String>,
    /// The kind of malformation, for grouping in reports; empty if not stated.
    pub class: String,
    /// What is sent.
    pub ask: Ask,
    /// What must come back.
    pub expect: Expectation,
    /// Why the case is there; empty if not stated.
    pub note: String,
}

/// Who wrote a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It is part of the suite.
    Written,
    /// It came in with `--cases`.
    Own,
}

/// A set of operations that an implementation names as a whole, and under which cases are filed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// Text in, value out, no contract.
    Parse,
    /// Text in, value out, under a contract.
    Normalize,
}

/// What is sent to the implementation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Read a response without a contract (operation `parse`).
    Parse {
        /// The response, whole.
        response: String,
        /// How the provider says that the response ended.
        finish: Option<Finish>,
    },
    /// Read a response under a contract (operations `load`, once, and `recover`).
    Recover {
        /// The contract's name.
        contract: String,
        /// The response, whole.
        response: String,
        /// How the provider says that the response ended.
        finish: Option<Finish>,
    },
    /// Load a contract (operation `load`); the case is over with the reply.
    Load {
        /// The contract's name.
        contract: String,
    },
}

/// How the provider says that a response ended (REQ PAR-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// By itself.
    Stop,
    /// Cut at the provider's length limit.
    Length,
    /// Cut by the provider's content filter.
    ContentFilter,
}

/// The outcome that is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Expectation {
    /// The response is accepted with this value, or, on a MAY case, rejected.
    Accepted(Accepted),
    /// The response is rejected.
    Rejected(Rejected),
    /// The contract itself is refused when it is loaded; asked for by [`Ask::Load`] only (REQ CON-1).
    Refused,
}

/// An accepted outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Accepted {
    /// The value as JSON text, so that digits last. Known to be one JSON text, nothing more.
    pub value_text: String,
    /// The exact normalized text. Absent: it is the response where no rule applies, and not compared elsewhere (REQ NRM-4).
    pub text: Option<String>,
    /// The rules applied, in order (REQ NRM-1). Absent only in profile `parse`: then they are not compared.
    pub rules: Option<Vec<Rule>>,
    /// Whether a rejection is right as well.
    pub level: Level,
    /// On a MAY case the categories that a rejection may have; empty means any. Always empty on a MUST case.
    pub reasons: Vec<Category>,
}

/// A rejected outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rejected {
    /// The categories of which any one is right; never empty.
    pub reasons: Vec<Category>,
    /// The error paths of which any one is right; empty only in profile `parse`, where paths are then not compared.
    pub paths: Vec<String>,
    /// All that the text can mean, as JSON text, where it can mean just one thing: accepting exactly this is `lenient`.
    pub lenient_value_text: Option<String>,
}

/// How binding a case is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// There is one right outcome.
    Must,
    /// Accept with exactly the stated value, or reject.
    May,
}

/// The category of a reason (REQ VAL-2); what stands before the colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names are those of the policy and say all there is to say"
)]
pub enum Category {
    Parse,
    Limit,
    Schema,
    Reference,
    Action,
    Tool,
    Budget,
    Repair,
    Policy,
}

/// One application of a rule at one place (REQ NRM-1).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The rule.
    pub rule: RuleName,
    /// Where it applied in the response as it then stood, as a JSON Pointer; `""` for the whole.
    pub path: String,
}

/// A rule of normalization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleName {
    /// A fence around the whole was taken off (REQ FEN-1).
    Fence,
    /// A string was replaced by the object it holds (REQ DEC-1, DEC-2).
    Decode,
    /// A triple or a labelled form became a filter object (REQ FIL-1).
    Filter,
}

/// Why a line is no case. Messages tell what to do and quote no text of a response.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CaseError {
    /// The line is not JSON, or a field is unknown, missing, doubled or of the wrong type.
    #[error("this is not the form of a case: {0}")]
    Form(String),
    /// The id is not of the form that patterns, reports and shells can carry.
    #[error(
        "`id` must be the file's stem, a slash and a name of lower case letters, digits and single hyphens"
    )]
    Id,
    /// A text is given in both of its forms.
    #[error("`{0}` and its form in parts are both given; keep one of them")]
    Twice(&'static str),
    /// Parts join to more than [`MAX_TEXT_BYTES`].
    #[error("`{0}` in parts joins to more than {MAX_TEXT_BYTES} bytes; lower `times`")]
    TooLong(&'static str),
    /// A field is needed here.
    #[error("`{field}` is missing; {when} needs it")]
    Missing {
        /// The field.
        field: &'static str,
        /// What needs it.
        when: &'static str,
    },
    /// A field means nothing here.
    #[error("`{field}` means nothing with {when}; take it out")]
    Unwanted {
        /// The field.
        field: &'static str,
        /// What it does not go with.
        when: &'static str,
    },
    /// A field that holds JSON as text does not.
    #[error("`{field}` is no JSON text: {why}")]
    NotJson {
        /// The field.
        field: &'static str,
        /// Where it breaks.
        why: String,
    },
}

impl Case {
    /// Reads one line of a case file. The case's origin is [`Origin::Written`].
    ///
    /// # Errors
    /// A [`CaseError`] if the line is not the form of a case, or says something that means nothing.
    pub fn from_line(line: &str) -> Result<Self, CaseError> {
        let line: Line =
            serde_json::from_str(line).map_err(|error| CaseError::Form(describe(&error)))?;
        line.into_case()
    }

    /// The response in bytes as they are sent; none where only a contract is loaded.
    #[must_use]
    pub fn response(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { response, .. } | Ask::Recover { response, .. } => Some(response),
            Ask::Load { .. } => None,
        }
    }

    /// The name of the contract that the case needs, if it needs one.
    #[must_use]
    pub fn contract(&self) -> Option<&str> {
        match &self.ask {
            Ask::Parse { .. } => None,
            Ask::Recover { contract, .. } | Ask::Load { contract } => Some(contract),
        }
    }

    /// How binding the case is.
    #[must_use]
    pub fn level(&self) -> Level {
        match &self.expect {
            Expectation::Accepted(accepted) => accepted.level,
            Expectation::Rejected(_) | Expectation::Refused => Level::Must,
        }
    }
}

/// A line of a case file as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    profile: Profile,
    #[serde(default)]
    requirements: Vec<String>,
    #[serde(default = "must")]
    level: Level,
    #[serde(default)]
    class: String,
    contract: Option<String>,
    response: Option<String>,
    response_parts: Option<Vec<Part>>,
    finish: Option<Finish>,
    expect: Expect,
    #[serde(default)]
    note: String,
}

/// The member `expect` of a line as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    outcome: Outcome,
    value_text: Option<String>,
    value_parts: Option<Vec<Part>>,
    text: Option<String>,
    text_parts: Option<Vec<Part>>,
    rules: Option<Vec<Rule>>,
    reasons: Option<Vec<Category>>,
    paths: Option<Vec<String>>,
    lenient_value_text: Option<String>,
}

/// The kinds of outcome a case may expect.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Accepted,
    Rejected,
    Refused,
}

/// A piece of a long text.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "each part is a string or {\"repeat\": string, \"times\": number}"
)]
enum Part {
    Text(String),
    Repeat(Repeat),
}

/// A piece that stands many times.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeat {
    repeat: String,
    times: usize,
}

fn must() -> Level {
    Level::Must
}

impl Line {
    fn into_case(self) -> Result<Case, CaseError> {
        if !is_id(&self.id) {
            return Err(CaseError::Id);
        }
        let response = join("response", self.response, self.response_parts)?;
        let ask = match self.expect.outcome {
            Outcome::Refused => load(self.profile, self.contract, response.as_ref(), self.finish)?,
            Outcome::Accepted | Outcome::Rejected => {
                ask(self.profile, self.contract, response, self.finish)?
            }
        };
        Ok(Case {
            id: self.id,
            origin: Origin::Written,
            profile: self.profile,
            requirements: self.requirements,
            class: self.class,
            ask,
            expect: self.expect.into_expectation(self.profile, self.level)?,
            note: self.note,
        })
    }
}

/// What is sent where a response is read.
fn ask(
    profile: Profile,
    contract: Option<String>,
    response: Option<String>,
    finish: Option<Finish>,
) -> Result<Ask, CaseError> {
    let response = response.ok_or(CaseError::Missing {
        field: "response",
        when: "every outcome but `refused`",
    })?;
    match (profile, contract) {
        (Profile::Parse, None) => Ok(Ask::Parse { response, finish }),
        (Profile::Parse, Some(_)) => Err(CaseError::Unwanted {
            field: "contract",
            when: "profile `parse`",
        }),
        (Profile::Normalize, Some(contract)) => Ok(Ask::Recover {
            contract,
            response,
            finish,
        }),
        (Profile::Normalize, None) => Err(CaseError::Missing {
            field: "contract",
            when: "profile `normalize`",
        }),
    }
}

/// What is sent where only a contract is loaded.
fn load(
    profile: Profile,
    contract: Option<String>,
    response: Option<&String>,
    finish: Option<Finish>,
) -> Result<Ask, CaseError> {
    const WHEN: &str = "outcome `refused`";
    unwanted("response", response, WHEN)?;
    unwanted("finish", finish.as_ref(), WHEN)?;
    if profile == Profile::Parse {
        return Err(CaseError::Unwanted {
            field: "profile",
            when: "outcome `refused`, which only `normalize` knows",
        });
    }
    let contract = contract.ok_or(CaseError::Missing {
        field: "contract",
        when: WHEN,
    })?;
    Ok(Ask::Load { contract })
}

impl Expect {
    fn into_expectation(self, profile: Profile, level: Level) -> Result<Expectation, CaseError> {
        if level == Level::May && !matches!(self.outcome, Outcome::Accepted) {
            return Err(CaseError::Unwanted {
                field: "outcome",
                when: "level `may`, which needs `accepted` and a value",
            });
        }
        match self.outcome {
            Outcome::Accepted => self
                .into_accepted(profile, level)
                .map(Expectation::Accepted),
            Outcome::Rejected => self.into_rejected(profile).map(Expectation::Rejected),
            Outcome::Refused => {
                const WHEN: &str = "outcome `refused`";
                self.without_accepted_fields(WHEN)?;
                unwanted("reasons", self.reasons.as_ref(), WHEN)?;
                self.without_rejected_fields(WHEN)?;
                Ok(Expectation::Refused)
            }
        }
    }

    fn into_accepted(self, profile: Profile, level: Level) -> Result<Accepted, CaseError> {
        const WHEN: &str = "outcome `accepted`";
        self.without_rejected_fields(WHEN)?;
        if level == Level::Must {
            unwanted(
                "reasons",
                self.reasons.as_ref(),
                "outcome `accepted` of level `must`",
            )?;
        }
        let value_text =
            join("value_text", self.value_text, self.value_parts)?.ok_or(CaseError::Missing {
                field: "value_text",
                when: WHEN,
            })?;
        let rules = match profile {
            Profile::Parse => self.rules,
            Profile::Normalize => Some(self.rules.unwrap_or_default()),
        };
        Ok(Accepted {
            value_text: json("value_text", value_text)?,
            text: join("text", self.text, self.text_parts)?,
            rules,
            level,
            reasons: self.reasons.unwrap_or_default(),
        })
    }

    fn into_rejected(self, profile: Profile) -> Result<Rejected, CaseError> {
        const WHEN: &str = "outcome `rejected`";
        self.without_accepted_fields(WHEN)?;
        let reasons = self.reasons.unwrap_or_default();
        if reasons.is_empty() {
            return Err(CaseError::Missing {
                field: "reasons",
                when: WHEN,
            });
        }
        let paths = self.paths.unwrap_or_default();
        if paths.is_empty() && profile == Profile::Normalize {
            return Err(CaseError::Missing {
                field: "paths",
                when: "outcome `rejected` in profile `normalize`",
            });
        }
        let lenient_value_text = self
            .lenient_value_text
            .map(|text| json("lenient_value_text", text))
            .transpose()?;
        Ok(Rejected {
            reasons,
            paths,
            lenient_value_text,
        })
    }

    fn without_accepted_fields(&self, when: &'static str) -> Result<(), CaseError> {
        unwanted("value_text", self.value_text.as_ref(), when)?;
        unwanted("value_parts", self.value_parts.as_ref(), when)?;
        unwanted("text", self.text.as_ref(), when)?;
        unwanted("text_parts", self.text_parts.as_ref(), when)?;
        unwanted("rules", self.rules.as_ref(), when)
    }

    fn without_rejected_fields(&self, when: &'static str) -> Result<(), CaseError> {
        unwanted("paths", self.paths.as_ref(), when)?;
        unwanted("lenient_value_text", self.lenient_value_text.as_ref(), when)
    }
}

fn unwanted<T>(
    field: &'static str,
    value: Option<&T>,
    when: &'static str,
) -> Result<(), CaseError> {
    match value {
        Some(_) => Err(CaseError::Unwanted { field, when }),
        None => Ok(()),
    }
}

/// The text that a field gives, whole or in parts; none if it gives neither.
fn join(
    field: &'static str,
    whole: Option<String>,
    parts: Option<Vec<Part>>,
) -> Result<Option<String>, CaseError> {
    let parts = match (whole, parts) {
        (Some(_), Some(_)) => return Err(CaseError::Twice(field)),
        (whole, None) => return Ok(whole),
        (None, Some(parts)) => parts,
    };
    let mut text = String::new();
    for part in parts {
        let (piece, times) = match &part {
            Part::Text(piece) => (piece, 1),
            Part::Repeat(Repeat { repeat, times }) => (repeat, *times),
        };
        let length = piece.len().saturating_mul(times).saturating_add(text.len());
        if length > MAX_TEXT_BYTES {
            return Err(CaseError::TooLong(field));
        }
        text.push_str(&piece.repeat(times));
    }
    Ok(Some(text))
}

/// The text, if it is one JSON text. Digits, spelling and nesting are of no concern here.
fn json(field: &'static str, text: String) -> Result<String, CaseError> {
    match serde_json::from_str::<IgnoredAny>(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(CaseError::NotJson {
            field,
            why: describe(&error),
        }),
    }
}

/// Whether an id is a file's stem and a name, with nothing in it that a pattern, a path or a shell would read otherwise.
fn is_id(id: &str) -> bool {
    let Some((stem, name)) = id.split_once('/') else {
        return false;
    };
    let is_stem_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    stem.bytes().all(is_stem_byte)
        && stem
            .bytes()
            .next()
            .is_some_and(|first| first.is_ascii_alphanumeric())
        && name.split('-').all(is_word)
}

/// The parser's message without the value that it may quote: a private case's text must not end up in a log.
pub(crate) fn describe(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let quotes_a_value =
        message.starts_with("invalid type: ") || message.starts_with("invalid value: ");
    match message.rfind(", expected ") {
        Some(at) if quotes_a_value => format!("wrong type of value{}", &message[at..]),
        _ => message,
    }
}

impl Category {
    /// Every category, in the order of the policy.
    pub const ALL: [Self; 9] = [
        Self::Parse,
        Self::Limit,
        Self::Schema,
        Self::Reference,
        Self::Action,
        Self::Tool,
        Self::Budget,
        Self::Repair,
        Self::Policy,
    ];

    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Limit => "limit",
            Self::Schema => "schema",
            Self::Reference => "reference",
            Self::Action => "action",
            Self::Tool => "tool",
            Self::Budget => "budget",
            Self::Repair => "repair",
            Self::Policy => "policy",
        }
    }

    /// The category of a reason: what stands before its first colon. None if that is no category.
    #[must_use]
    pub fn of_reason(reason: &str) -> Option<Self> {
        let name = reason.split_once(':').map_or(reason, |(name, _)| name);
        Self::ALL
            .into_iter()
            .find(|category| category.name() == name)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Profile {
    /// Every profile that this version of the harness can hold an implementation against.
    pub const ALL: [Self; 2] = [Self::Parse, Self::Normalize];

    /// The name that stands in cases, flags and the handshake.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Normalize => "normalize",
        }
    }
}

impl RuleName {
    /// The name that stands in cases and replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fence => "fence",
            Self::Decode => "decode",
            Self::Filter => "filter",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
