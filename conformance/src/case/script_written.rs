//! A script as a line of a case file has it.

use serde::Serialize;
use serde_json::value::RawValue;

use super::output::Written;
use super::step::{
    CallDue, CallKind, Check, CommandDue, ExecuteDue, NextStep, Notice, SessionError, StateDue,
    StepExpectation, StopDue, StopReason,
};
use super::{Finish, Happening, PolicyGiven, Resume, Rule, Spoil, Step, To, Verdict};

/// A step as it is written.
#[derive(Default, Serialize)]
pub(super) struct StepLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    respond: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transport_error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Written<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resume: Option<ResumeLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finish: Option<Finish>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bindings: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<ToLine>,
    expect: ExpectLine<'a>,
}

#[derive(Serialize)]
struct ResumeLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contract: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spoil: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ToLine {
    Nth(usize),
    Name(&'static str),
}

/// What must come of a step, as it is written.
#[expect(
    clippy::option_option,
    reason = "a member that is absent is not compared, and one that is null is due as that"
)]
#[derive(Default, Serialize)]
pub(super) struct ExpectLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a [SessionError]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<Vec<CommandLine<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invalid_responses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions_left: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_changes_text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Option<&'a StopReason>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a [Rule]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
}

#[derive(Default, Serialize)]
struct CommandLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<CallKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<&'a Notice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a [Rule]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execute: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments_text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'a StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_step: Option<NextStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<&'a [Check]>,
}

/// A text that is known to be JSON, as it stands.
pub(super) fn raw(text: &str) -> Option<Box<RawValue>> {
    let raw = RawValue::from_string(text.to_owned());
    debug_assert!(raw.is_ok(), "a script holds JSON where it says so");
    raw.ok()
}

/// Writes a step.
pub(super) fn step(step: &Step) -> StepLine<'_> {
    let mut line = StepLine {
        expect: expectation(&step.expect),
        ..StepLine::default()
    };
    let named = |to: To| match to {
        To::Open => None,
        To::Nth(number) => Some(ToLine::Nth(number)),
        To::Nobody => Some(ToLine::Name("nobody")),
    };
    match &step.happening {
        Happening::Open => line.open = Some(true),
        Happening::Respond { text, finish, to } => {
            line.respond = Some(text);
            line.finish = *finish;
            line.to = named(*to);
        }
        Happening::TransportError { kind, to } => {
            line.transport_error = Some(kind);
            line.to = named(*to);
        }
        Happening::Result {
            output,
            bindings,
            to,
        } => {
            line.result = raw(output);
            line.bindings = bindings.as_deref().and_then(raw);
            line.to = named(*to);
        }
        Happening::Output {
            output,
            bindings,
            to,
        } => {
            line.output = Some(output.written());
            line.bindings = bindings.as_deref().and_then(raw);
            line.to = named(*to);
        }
        Happening::Resume(Resume {
            policy,
            contract,
            spoil,
        }) => {
            line.resume = Some(ResumeLine {
                policy: match policy {
                    PolicyGiven::Same => None,
                    PolicyGiven::LeftOut => raw("null"),
                    PolicyGiven::Other(policy) => raw(policy),
                },
                contract: contract.as_deref(),
                spoil: spoil.map(Spoil::name),
            });
        }
    }
    line
}

/// Writes what must come of a step.
pub(super) fn expectation(expect: &StepExpectation) -> ExpectLine<'_> {
    match expect {
        StepExpectation::Error(errors) => ExpectLine {
            error: Some(errors),
            ..ExpectLine::default()
        },
        StepExpectation::State(StateDue {
            commands,
            invalid_responses,
            actions_left,
            state_changes_text,
            stopped,
            rules,
            text,
            verdict,
        }) => ExpectLine {
            error: None,
            commands: commands
                .as_ref()
                .map(|commands| commands.iter().map(command).collect()),
            invalid_responses: *invalid_responses,
            actions_left: *actions_left,
            state_changes_text: state_changes_text.as_deref(),
            stopped: stopped.as_ref().map(Option::as_ref),
            rules: rules.as_deref(),
            text: text.as_deref(),
            verdict: *verdict,
        },
    }
}

fn command(command: &CommandDue) -> CommandLine<'_> {
    match command {
        CommandDue::Call(CallDue {
            kind,
            provider,
            notice,
            hint,
            path,
        }) => CommandLine {
            call: Some(*kind),
            provider: provider.as_deref(),
            notice: notice.as_ref(),
            hint: hint.as_deref(),
            path: path.as_deref(),
            ..CommandLine::default()
        },
        CommandDue::Execute(ExecuteDue {
            tool,
            arguments_text,
        }) => CommandLine {
            execute: Some(tool),
            arguments_text: arguments_text.as_deref(),
            ..CommandLine::default()
        },
        CommandDue::Stop(StopDue {
            reason,
            next_step,
            checked,
        }) => CommandLine {
            stop: Some(reason),
            next_step: *next_step,
            checked: checked.as_deref(),
            ..CommandLine::default()
        },
    }
}
