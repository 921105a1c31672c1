//! The steps of a session as a line of a case file has them, and the step from there to a script.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::CaseError;
use super::json::json;
use super::output::OutputLine;
use super::parts::{Part, join};
use super::step::{
    CallDue, CallKind, Check, CommandDue, ExecuteDue, NextStep, Notice, SessionError, StateDue,
    StepExpectation, StopDue, StopReason,
};
use super::{Finish, Happening, PolicyGiven, Resume, Rule, Script, Spoil, Step, To, Verdict};

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

/// The member `expect` of a step as it stands.
#[expect(
    clippy::option_option,
    reason = "a member that is absent is not compared, and one that is null is due as that"
)]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepExpectLine {
    error: Option<ErrorLine>,
    commands: Option<Vec<CommandLine>>,
    invalid_responses: Option<u64>,
    #[serde(default, deserialize_with = "present_option")]
    actions_left: Option<Option<u64>>,
    state_changes_text: Option<String>,
    #[serde(default, deserialize_with = "present_option")]
    stopped: Option<Option<StopReason>>,
    rules: Option<Vec<Rule>>,
    text: Option<String>,
    text_parts: Option<Vec<Part>>,
    verdict: Option<Verdict>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "`error` is the name of an error, or a list of names"
)]
enum ErrorLine {
    One(SessionError),
    AnyOf(Vec<SessionError>),
}

/// A command as it stands: exactly one of `call`, `execute` and `stop` is given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandLine {
    call: Option<CallKind>,
    provider: Option<String>,
    notice: Option<Notice>,
    hint: Option<Vec<Rule>>,
    path: Option<String>,
    execute: Option<String>,
    arguments_text: Option<String>,
    stop: Option<StopReason>,
    next_step: Option<NextStep>,
    checked: Option<Vec<Check>>,
}

/// A value that is there even if it is `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

/// A member that is there even if it is `null`.
#[expect(
    clippy::option_option,
    reason = "a member that is absent is not compared, and one that is null is due as that"
)]
fn present_option<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
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

impl StepExpectLine {
    fn into_expectation(self) -> Result<StepExpectation, CaseError> {
        const WHEN: &str = "`error`, after which nothing has changed";
        let text = join("text", self.text, self.text_parts)?;
        let Some(error) = self.error else {
            let commands = self.commands.map(|commands| {
                let commands = commands.into_iter().map(CommandLine::into_command);
                commands.collect::<Result<Vec<_>, _>>()
            });
            let state_changes_text = self.state_changes_text.map(|changes| {
                let changes = json("state_changes_text", changes)?;
                if changes.trim_start().starts_with('[') {
                    Ok(changes)
                } else {
                    Err(CaseError::Form(
                        "`state_changes_text` is the text of an array".to_owned(),
                    ))
                }
            });
            return Ok(StepExpectation::State(StateDue {
                commands: commands.transpose()?,
                invalid_responses: self.invalid_responses,
                actions_left: self.actions_left,
                state_changes_text: state_changes_text.transpose()?,
                stopped: self.stopped,
                rules: self.rules,
                text,
                verdict: self.verdict,
            }));
        };
        let unwanted = |field, is_given: bool| {
            if is_given {
                Err(CaseError::Unwanted { field, when: WHEN })
            } else {
                Ok(())
            }
        };
        unwanted("commands", self.commands.is_some())?;
        unwanted("invalid_responses", self.invalid_responses.is_some())?;
        unwanted("actions_left", self.actions_left.is_some())?;
        unwanted("state_changes_text", self.state_changes_text.is_some())?;
        unwanted("stopped", self.stopped.is_some())?;
        unwanted("rules", self.rules.is_some())?;
        unwanted("text", text.is_some())?;
        unwanted("verdict", self.verdict.is_some())?;
        match error {
            ErrorLine::One(error) => Ok(StepExpectation::Error(vec![error])),
            ErrorLine::AnyOf(errors) if errors.is_empty() => Err(CaseError::Missing {
                field: "error",
                when: "a step that is refused",
            }),
            ErrorLine::AnyOf(errors) => Ok(StepExpectation::Error(errors)),
        }
    }
}

impl CommandLine {
    fn into_command(self) -> Result<CommandDue, CaseError> {
        let is_call = self.call.is_some();
        let is_regular = self.call == Some(CallKind::Regular);
        let is_repair = self.call == Some(CallKind::Repair);
        let is_execute = self.execute.is_some();
        let is_stop = self.stop.is_some();
        if [is_call, is_execute, is_stop]
            .iter()
            .filter(|is| **is)
            .count()
            != 1
        {
            return Err(CaseError::Form(
                "a command has exactly one of `call`, `execute` and `stop`".to_owned(),
            ));
        }
        let fits = |field, is_given: bool, is_at_home: bool, when| {
            if is_given && !is_at_home {
                Err(CaseError::Unwanted { field, when })
            } else {
                Ok(())
            }
        };
        fits(
            "provider",
            self.provider.is_some(),
            is_call,
            "anything but `call`",
        )?;
        fits(
            "notice",
            self.notice.is_some(),
            is_regular,
            "anything but a regular call",
        )?;
        fits(
            "hint",
            self.hint.is_some(),
            is_regular,
            "anything but a regular call",
        )?;
        fits(
            "path",
            self.path.is_some(),
            is_repair,
            "anything but a repair call",
        )?;
        fits(
            "arguments_text",
            self.arguments_text.is_some(),
            is_execute,
            "anything but `execute`",
        )?;
        fits(
            "next_step",
            self.next_step.is_some(),
            is_stop,
            "anything but `stop`",
        )?;
        fits(
            "checked",
            self.checked.is_some(),
            is_stop,
            "anything but `stop`",
        )?;
        Ok(match (self.call, self.execute, self.stop) {
            (_, Some(tool), _) => CommandDue::Execute(ExecuteDue {
                tool,
                arguments_text: self
                    .arguments_text
                    .map(|text| json("arguments_text", text))
                    .transpose()?,
            }),
            (_, _, Some(reason)) => CommandDue::Stop(StopDue {
                reason,
                next_step: self.next_step,
                checked: self.checked,
            }),
            (kind, ..) => CommandDue::Call(CallDue {
                kind: kind.unwrap_or(CallKind::Regular),
                provider: self.provider,
                notice: self.notice,
                hint: self.hint,
                path: self.path,
            }),
        })
    }
}
