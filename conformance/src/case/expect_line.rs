//! What must come of a step of a session as a line of a case file has it, and the step from there to an expectation.

use serde::{Deserialize, Deserializer};

use super::error::CaseError;
use super::json::json;
use super::parts::{Part, join};
use super::step::{
    CallDue, CallKind, Check, CommandDue, ExecuteDue, NextStep, Notice, SessionError, StateDue,
    StepExpectation, StopDue, StopReason,
};
use super::{Rule, Verdict};

/// The member `expect` of a step as it stands.
#[expect(
    clippy::option_option,
    reason = "a member that is absent is not compared, and one that is null is due as that"
)]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepExpectLine {
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

impl StepExpectLine {
    pub(super) fn into_expectation(self) -> Result<StepExpectation, CaseError> {
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
