//! A line of a case file as it stands, and the step from there to a case.

use serde::Deserialize;

use super::error::CaseError;
use super::json::{describe, json};
use super::parts::{Part, join};
use super::{
    Accepted, Ask, Case, Category, Expectation, Finish, Level, Origin, Profile, Rejected, Rule,
};

/// Reads a line.
pub(super) fn read(line: &str) -> Result<Case, CaseError> {
    let line: Line =
        serde_json::from_str(line).map_err(|error| CaseError::Form(describe(&error)))?;
    line.into_case()
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
