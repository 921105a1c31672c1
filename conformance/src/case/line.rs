//! A line of a case file as it stands, and the step from there to a case.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::error::CaseError;
use super::guard::GuardLine;
use super::json::{describe, json};
use super::output::OutputLine;
use super::parts::{Part, join};
use super::run_line::{self, RunLine};
use super::script_line::{self, StepLine};
use super::{
    Accepted, Ask, Case, Category, Expectation, Finish, Level, Origin, Profile, Rejected,
    RepairDue, Rule,
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
    answer: Option<String>,
    answer_parts: Option<Vec<Part>>,
    policy: Option<Box<RawValue>>,
    steps: Option<Vec<StepLine>>,
    output: Option<OutputLine>,
    run: Option<RunLine>,
    expect: Option<Box<RawValue>>,
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
    result: Option<String>,
    result_parts: Option<Vec<Part>>,
    path: Option<String>,
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
    Repair,
    Refused,
}

/// Which request a case makes, as far as that decides what it may expect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Parse,
    Load,
    Recover,
    Repair,
}

fn must() -> Level {
    Level::Must
}

impl Line {
    fn into_case(mut self) -> Result<Case, CaseError> {
        if !is_id(&self.id) {
            return Err(CaseError::Id);
        }
        let (ask, expect) = match self.profile {
            Profile::Session => self.session()?,
            Profile::Guard => self.guard()?,
            Profile::Parse | Profile::Normalize | Profile::Repair => self.single()?,
        };
        Ok(Case {
            id: self.id,
            origin: Origin::Written,
            profile: self.profile,
            requirements: self.requirements,
            class: self.class,
            ask,
            expect,
            note: self.note,
        })
    }

    /// What is asked and expected where one response is sent, or one contract loaded.
    fn single(&mut self) -> Result<(Ask, Expectation), CaseError> {
        self.without_script()?;
        self.without_output()?;
        let expect: Expect = read_expect(&self.expect()?)?;
        let response = join("response", self.response.take(), self.response_parts.take())?;
        let answer = join("answer", self.answer.take(), self.answer_parts.take())?;
        let contract = self.contract.take();
        let (operation, ask) = match expect.outcome {
            Outcome::Refused => {
                unwanted("answer", answer.as_ref(), "outcome `refused`")?;
                let ask = load(self.profile, contract, response.as_ref(), self.finish)?;
                (Operation::Load, ask)
            }
            Outcome::Accepted | Outcome::Rejected | Outcome::Repair => {
                ask(self.profile, contract, response, self.finish, answer)?
            }
        };
        let expect = expect.into_expectation(self.profile, operation, self.level)?;
        Ok((ask, expect))
    }

    /// What is asked and expected of a guard: one output, one run, or a contract that is refused.
    fn guard(&mut self) -> Result<(Ask, Expectation), CaseError> {
        const WHEN: &str = "profile `guard`";
        self.without_response(WHEN)?;
        self.without_script()?;
        let expect = self.expect()?;
        let (output, run) = (self.output.take(), self.run.take());
        if let Some(run) = run {
            const RUN: &str = "`run`";
            unwanted("contract", self.contract.as_ref(), RUN)?;
            unwanted("output", output.as_ref(), RUN)?;
            self.must("`run`, unless it is `must`")?;
            let expect: run_line::ExpectLine = read_expect(&expect)?;
            let (run, due) = run.into_run(expect)?;
            return Ok((Ask::Run(run), Expectation::Run(due)));
        }
        let contract = self.contract.take().ok_or(CaseError::Missing {
            field: "contract",
            when: "profile `guard`, unless it has `run`,",
        })?;
        let Some(output) = output else {
            self.must("a contract alone, unless it is `must`")?;
            let expect: Expect = read_expect(&expect)?;
            if !matches!(expect.outcome, Outcome::Refused) {
                return Err(CaseError::Missing {
                    field: "output",
                    when: "every outcome but `refused`",
                });
            }
            let due = expect.into_expectation(self.profile, Operation::Load, self.level)?;
            return Ok((Ask::Load { contract }, due));
        };
        let expect: GuardLine = read_expect(&expect)?;
        let ask = Ask::Guard {
            contract,
            output: output.into_output()?,
        };
        Ok((ask, Expectation::Guard(expect.into_due(self.level)?)))
    }

    fn expect(&mut self) -> Result<Box<RawValue>, CaseError> {
        self.expect.take().ok_or(CaseError::Missing {
            field: "expect",
            when: "every profile but `session`",
        })
    }

    fn must(&self, when: &'static str) -> Result<(), CaseError> {
        match self.level {
            Level::Must => Ok(()),
            Level::May => Err(CaseError::Unwanted {
                field: "level",
                when,
            }),
        }
    }

    fn without_script(&self) -> Result<(), CaseError> {
        const WHEN: &str = "every profile but `session`";
        unwanted("steps", self.steps.as_ref(), WHEN)?;
        unwanted("policy", self.policy.as_ref(), WHEN)
    }

    fn without_output(&self) -> Result<(), CaseError> {
        const WHEN: &str = "every profile but `guard`";
        unwanted("output", self.output.as_ref(), WHEN)?;
        unwanted("run", self.run.as_ref(), WHEN)
    }

    fn without_response(&self, when: &'static str) -> Result<(), CaseError> {
        unwanted("response", self.response.as_ref(), when)?;
        unwanted("response_parts", self.response_parts.as_ref(), when)?;
        unwanted("finish", self.finish.as_ref(), when)?;
        unwanted("answer", self.answer.as_ref(), when)?;
        unwanted("answer_parts", self.answer_parts.as_ref(), when)
    }

    /// What is asked and expected of a session.
    fn session(&mut self) -> Result<(Ask, Expectation), CaseError> {
        const WHEN: &str = "profile `session`";
        self.without_response(WHEN)?;
        self.without_output()?;
        unwanted("expect", self.expect.as_ref(), WHEN)?;
        let missing = |field| CaseError::Missing { field, when: WHEN };
        self.must("profile `session`, unless it is `must`")?;
        let contract = self.contract.take().ok_or_else(|| missing("contract"))?;
        let steps = self.steps.take().ok_or_else(|| missing("steps"))?;
        let script = script_line::script(contract, self.policy.as_deref(), steps)?;
        Ok((Ask::Session(script), Expectation::Steps))
    }
}

/// The member `expect`, in the form that the case has it.
fn read_expect<'e, T: Deserialize<'e>>(expect: &'e RawValue) -> Result<T, CaseError> {
    let read = serde_json::from_str(expect.get());
    read.map_err(|error| CaseError::Form(format!("`expect`: {}", describe(&error))))
}

/// What is sent where a response is read.
fn ask(
    profile: Profile,
    contract: Option<String>,
    response: Option<String>,
    finish: Option<Finish>,
    answer: Option<String>,
) -> Result<(Operation, Ask), CaseError> {
    let response = response.ok_or(CaseError::Missing {
        field: "response",
        when: "every outcome but `refused`",
    })?;
    if profile == Profile::Parse {
        unwanted("contract", contract.as_ref(), "profile `parse`")?;
        unwanted("answer", answer.as_ref(), "profile `parse`")?;
        return Ok((Operation::Parse, Ask::Parse { response, finish }));
    }
    let contract = contract.ok_or(CaseError::Missing {
        field: "contract",
        when: "every profile but `parse`",
    })?;
    match answer {
        Some(answer) if profile == Profile::Repair => {
            let ask = Ask::Repair {
                contract,
                response,
                finish,
                answer,
            };
            Ok((Operation::Repair, ask))
        }
        answer => {
            unwanted("answer", answer.as_ref(), "any profile but `repair`")?;
            let ask = Ask::Recover {
                contract,
                response,
                finish,
            };
            Ok((Operation::Recover, ask))
        }
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
    if profile != Profile::Normalize {
        return Err(CaseError::Unwanted {
            field: "profile",
            when: "outcome `refused`, which only `normalize` and `guard` know",
        });
    }
    let contract = contract.ok_or(CaseError::Missing {
        field: "contract",
        when: WHEN,
    })?;
    Ok(Ask::Load { contract })
}

impl Expect {
    fn into_expectation(
        self,
        profile: Profile,
        operation: Operation,
        level: Level,
    ) -> Result<Expectation, CaseError> {
        if level == Level::May && !matches!(self.outcome, Outcome::Accepted) {
            return Err(CaseError::Unwanted {
                field: "outcome",
                when: "level `may`, which needs `accepted` and a value",
            });
        }
        match self.outcome {
            Outcome::Accepted => self
                .into_accepted(operation, level)
                .map(Expectation::Accepted),
            Outcome::Rejected => self.into_rejected(operation).map(Expectation::Rejected),
            Outcome::Repair if profile != Profile::Repair || operation == Operation::Repair => {
                Err(CaseError::Unwanted {
                    field: "outcome",
                    when: "`repair`, unless profile `repair` asks for no answer to one",
                })
            }
            Outcome::Repair => self.into_repair().map(Expectation::Repair),
            Outcome::Refused => {
                const WHEN: &str = "outcome `refused`";
                self.without_accepted_fields(WHEN)?;
                unwanted("reasons", self.reasons.as_ref(), WHEN)?;
                self.without_rejected_fields(WHEN)?;
                unwanted("path", self.path.as_ref(), WHEN)?;
                Ok(Expectation::Refused)
            }
        }
    }

    fn into_accepted(self, operation: Operation, level: Level) -> Result<Accepted, CaseError> {
        const WHEN: &str = "outcome `accepted`";
        self.without_rejected_fields(WHEN)?;
        unwanted("path", self.path.as_ref(), WHEN)?;
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
        let rules = match operation {
            Operation::Parse => self.rules,
            _ => Some(self.rules.unwrap_or_default()),
        };
        let result = join("result", self.result, self.result_parts)?;
        if operation == Operation::Repair && result.is_none() {
            return Err(CaseError::Missing {
                field: "result",
                when: "an answer that is accepted",
            });
        }
        if operation != Operation::Repair {
            unwanted("result", result.as_ref(), "a case without `answer`")?;
        }
        Ok(Accepted {
            value_text: json("value_text", value_text)?,
            text: join("text", self.text, self.text_parts)?,
            rules,
            level,
            reasons: self.reasons.unwrap_or_default(),
            result,
        })
    }

    fn into_repair(self) -> Result<RepairDue, CaseError> {
        const WHEN: &str = "outcome `repair`";
        unwanted("value_text", self.value_text.as_ref(), WHEN)?;
        unwanted("value_parts", self.value_parts.as_ref(), WHEN)?;
        unwanted("result", self.result.as_ref(), WHEN)?;
        unwanted("result_parts", self.result_parts.as_ref(), WHEN)?;
        unwanted("reasons", self.reasons.as_ref(), WHEN)?;
        self.without_rejected_fields(WHEN)?;
        Ok(RepairDue {
            path: self.path.ok_or(CaseError::Missing {
                field: "path",
                when: WHEN,
            })?,
            text: join("text", self.text, self.text_parts)?,
            rules: self.rules.unwrap_or_default(),
        })
    }

    fn into_rejected(self, operation: Operation) -> Result<Rejected, CaseError> {
        const WHEN: &str = "outcome `rejected`";
        self.without_accepted_fields(WHEN)?;
        unwanted("path", self.path.as_ref(), WHEN)?;
        let reasons = self.reasons.unwrap_or_default();
        if reasons.is_empty() {
            return Err(CaseError::Missing {
                field: "reasons",
                when: WHEN,
            });
        }
        let paths = self.paths.unwrap_or_default();
        if paths.is_empty() && operation != Operation::Parse {
            return Err(CaseError::Missing {
                field: "paths",
                when: "outcome `rejected` in every profile but `parse`",
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
        unwanted("result", self.result.as_ref(), when)?;
        unwanted("result_parts", self.result_parts.as_ref(), when)?;
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
