//! The course of a session: each step with what was replied to it, as it stands.

use super::Heard;
use super::read::{items, member, text};
use crate::case::{Ask, CallDue, CallKind, CommandDue, Happening, Script, Step, StepExpectation};
use crate::exact::Value;

/// A session and the replies to its steps.
pub(super) struct Course<'h> {
    /// The steps, each with the reply to it, as far as there are replies.
    pub(super) steps: Vec<(&'h Step, Value<'h>)>,
    /// The last audit that was asked for.
    pub(super) audit: Option<Value<'h>>,
    /// Every reply, those to questions for checkpoint and audit among them.
    pub(super) replies: Vec<Value<'h>>,
}

/// A command that a session gave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given<'v> {
    /// A call: its id, its kind, its prompt.
    Call(&'v str, &'v str, &'v str),
    /// An action: its id.
    Execute(&'v str),
    /// The end.
    Stop,
}

impl<'h> Course<'h> {
    /// Reads the replies of a session, one a line; none if the case is no session.
    pub(super) fn read(heard: &'h Heard<'_>) -> Option<Self> {
        let script = script(heard)?;
        let replies: Vec<Value<'h>> = heard
            .line
            .lines()
            .filter_map(|line| Value::read(line).ok())
            .collect();
        let is_of_step = |reply: &&Value<'_>| {
            member(reply, "commands").is_some() || member(reply, "error").is_some()
        };
        // What the harness asks to look at a session after a refusal is not kept.
        let of_steps = replies.iter().filter(is_of_step).cloned();
        let audits = replies.iter().rev();
        let mut audits = audits.filter(|reply| member(reply, "records").is_some());
        Some(Self {
            steps: script.steps.iter().zip(of_steps).collect(),
            audit: audits.next().cloned(),
            replies,
        })
    }
}

/// The script of a session.
pub(super) fn script<'h>(heard: &'h Heard<'_>) -> Option<&'h Script> {
    match &heard.case.ask {
        Ask::Session(script) => Some(script),
        _ => None,
    }
}

/// The commands of a reply.
pub(super) fn commands<'v>(reply: &'v Value<'_>) -> Vec<Given<'v>> {
    let given = |command: &'v Value<'_>| {
        if let Some(call) = text(command, "call") {
            let part = |name| text(command, name).unwrap_or_default();
            return Given::Call(call, part("kind"), part("prompt"));
        }
        text(command, "execute").map_or(Given::Stop, Given::Execute)
    };
    items(reply, "commands").iter().map(given).collect()
}

/// Whether a step resumes the session.
pub(super) fn is_resume(step: &Step) -> bool {
    matches!(step.happening, Happening::Resume(_))
}

/// The regular call that is due after a step, if one is.
pub(super) fn regular_call(step: &Step) -> Option<&CallDue> {
    let StepExpectation::State(due) = &step.expect else {
        return None;
    };
    due.commands
        .iter()
        .flatten()
        .find_map(|command| match command {
            CommandDue::Call(call) if call.kind == CallKind::Regular => Some(call),
            _ => None,
        })
}

#[cfg(test)]
pub(super) mod testing {
    //! A session, and replies that a lying implementation would give.

    use crate::case::Case;

    /// A session with these steps, each as a case file has it.
    pub(in crate::invariants) fn session(steps: &[&str]) -> Case {
        let steps = steps.join(",");
        Case::from_line(&format!(
            r#"{{"id":"a/b","profile":"session","contract":"c","policy":{{"response_recovery_version":1}},"steps":[{steps}]}}"#
        ))
        .unwrap()
    }

    /// A reply with these commands, `call-1 regular PROMPT`, `action-1` or `stop`, and this number of invalid responses.
    pub(in crate::invariants) fn reply(commands: &[&str], invalid: u64) -> String {
        let commands: Vec<_> = commands
            .iter()
            .map(|command| {
                let words: Vec<_> = command.splitn(3, ' ').collect();
                match words[..] {
                    [call, kind, prompt] => format!(
                        r#"{{"call":"{call}","kind":"{kind}","provider":"a","prompt":"{prompt}"}}"#
                    ),
                    ["stop"] => {
                        r#"{"stop":{"stop_reason":"concluded","checked":[],"next_step":"none"}}"#
                            .to_owned()
                    }
                    _ => format!(r#"{{"execute":"{command}","tool":"t","arguments":{{}}}}"#),
                }
            })
            .collect();
        format!(
            r#"{{"id":1,"commands":[{}],"state":{{"invalid_responses":{invalid},"actions_left":null,"state_changes":[],"stopped":null}}}}"#,
            commands.join(",")
        )
    }
}
