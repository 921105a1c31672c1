//! The steps of a session as a line of a case file has them, and the step from there to a script.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::CaseError;
use super::expect_line::StepExpectLine;
use super::output::OutputLine;
use super::parts::{Part, join};
use super::{Finish, Happening, PolicyGiven, Resume, Script, Spoil, Step, StepExpectation, To};

/// A step as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepLine {
    open: Option<bool>,
    respond: Option<String>,
    respond_parts: Option<Vec<Part>>,
    transport_error: Option<String>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Box<RawValue>>,
    output: Option<OutputLine>,
    resume: Option<ResumeLine>,
    finish: Option<Finish>,
    bindings: Option<Box<RawValue>>,
    to: Option<ToLine>,
    expect: StepExpectLine,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResumeLine {
    #[serde(default, deserialize_with = "present")]
    policy: Option<Box<RawValue>>,
    contract: Option<String>,
    spoil: Option<String>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "`to` is the number of a call or action, or \"nobody\""
)]
enum ToLine {
    Nth(usize),
    Name(Nobody),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Nobody {
    Nobody,
}

/// A value that is there even if it is `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

/// A script from the members of a line.
pub(super) fn script(
    contract: String,
    policy: Option<&RawValue>,
    steps: Vec<StepLine>,
) -> Result<Script, CaseError> {
    let steps = steps.into_iter().enumerate().map(|(index, step)| {
        step.into_step(index).map_err(|error| CaseError::Step {
            step: index,
            error: Box::new(error),
        })
    });
    let steps: Vec<Step> = steps.collect::<Result<_, _>>()?;
    if steps.is_empty() {
        return Err(CaseError::Missing {
            field: "steps",
            when: "profile `session`",
        });
    }
    Ok(Script {
        contract,
        policy: policy.map(text),
        steps,
    })
}

impl StepLine {
    fn into_step(self, index: usize) -> Result<Step, CaseError> {
        const ANSWERS: &str = "anything but `respond`";
        const RESULTS: &str = "anything but `result` and `output`";
        let expect = self.expect.into_expectation()?;
        if let StepExpectation::State(due) = &expect
            && due.verdict.is_some()
            && self.output.is_none()
        {
            return Err(CaseError::Unwanted {
                field: "verdict",
                when: "anything but `output`",
            });
        }
        let respond = join("respond", self.respond, self.respond_parts)?;
        let is_open = match self.open {
            Some(false) => {
                return Err(CaseError::Unwanted {
                    field: "open",
                    when: "`false`",
                });
            }
            open => open.is_some(),
        };
        if is_open != (index == 0) {
            return Err(CaseError::Unwanted {
                field: "open",
                when: "any step but the first, which must have it",
            });
        }
        let given = [
            is_open,
            respond.is_some(),
            self.transport_error.is_some(),
            self.result.is_some(),
            self.output.is_some(),
            self.resume.is_some(),
        ];
        if given.iter().filter(|is_given| **is_given).count() != 1 {
            return Err(CaseError::Form(
                "a step has exactly one of `open`, `respond`, `transport_error`, `result`, `output` and `resume`"
                    .to_owned(),
            ));
        }
        let unwanted = |field, is_given: bool, when| {
            if is_given {
                Err(CaseError::Unwanted { field, when })
            } else {
                Ok(())
            }
        };
        unwanted(
            "finish",
            self.finish.is_some() && respond.is_none(),
            ANSWERS,
        )?;
        unwanted(
            "bindings",
            self.bindings.is_some() && self.result.is_none() && self.output.is_none(),
            RESULTS,
        )?;
        unwanted(
            "to",
            self.to.is_some() && (is_open || self.resume.is_some()),
            "`open` and `resume`",
        )?;
        let to = match self.to {
            None => To::Open,
            Some(ToLine::Nth(number)) => To::Nth(number),
            Some(ToLine::Name(Nobody::Nobody)) => To::Nobody,
        };
        let bindings = self.bindings.as_deref().map(text);
        if let Some(output) = self.output {
            let output = output.into_output()?;
            let happening = Happening::Output {
                output,
                bindings,
                to,
            };
            return Ok(Step { happening, expect });
        }
        let happening = match (respond, self.transport_error, self.result, self.resume) {
            (Some(text), ..) => Happening::Respond {
                text,
                finish: self.finish,
                to,
            },
            (_, Some(kind), ..) => Happening::TransportError { kind, to },
            (_, _, Some(output), _) => Happening::Result {
                output: text(&output),
                bindings,
                to,
            },
            (.., Some(resume)) => Happening::Resume(resume.into_resume()?),
            _ => Happening::Open,
        };
        Ok(Step { happening, expect })
    }
}

/// The text of a value, on one line as it must stand in a message. Within JSON a line end can only stand between
/// tokens.
fn text(value: &RawValue) -> String {
    value.get().replace(['\n', '\r'], " ")
}

impl ResumeLine {
    fn into_resume(self) -> Result<Resume, CaseError> {
        let policy = match self.policy.as_deref().map(text) {
            None => PolicyGiven::Same,
            Some(policy) if policy == "null" => PolicyGiven::LeftOut,
            Some(policy) => PolicyGiven::Other(policy),
        };
        let spoil = match self.spoil {
            None => None,
            Some(name) => {
                let known = Spoil::ALL.into_iter().find(|spoil| spoil.name() == name);
                let names = || Spoil::ALL.map(Spoil::name).join("`, `");
                Some(known.ok_or_else(|| {
                    CaseError::Form(format!("the kinds of `spoil` are `{}`", names()))
                })?)
            }
        };
        Ok(Resume {
            policy,
            contract: self.contract,
            spoil,
        })
    }
}
