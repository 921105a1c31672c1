//! `tokens(responses and outputs) ∩ tokens(regular prompts, states, stops, errors, checkpoints, log) = ∅`, and
//! `tokens(context) ∩ tokens(repair prompts) = ∅` (REQ VAL-4, REP-3, SES-3, SES-4).

use std::borrow::Cow;

use recovery_reports::Verdict;

use super::course::{Course, Given, commands, script};
use super::read::{items, member, text};
use super::{Heard, Invariant, Violation};
use crate::canary;
use crate::case::{Happening, Profile};
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct NoCanary;

const RESPONSE: Violation = Violation {
    name: "response-told",
    verdict: Verdict::Leak,
    sentence: "text of a response or of a tool's output stands in a regular prompt, a state, a stop, an error, a checkpoint or the log",
};
const CONTEXT: Violation = Violation {
    name: "context-told",
    verdict: Verdict::Leak,
    sentence: "text of the context stands in a repair prompt",
};

impl Invariant for NoCanary {
    fn name(&self) -> &'static str {
        "no-canary"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Session]
    }

    fn requirement(&self) -> &'static str {
        "SES-3"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::session_course(choices)
    }

    fn check(&self, scene: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let contracts: Vec<&str> = scene.contracts.values().map(String::as_str).collect();
        let contracts = contracts.join("\n");
        for heard in first {
            let Some(course) = Course::read(heard) else {
                continue;
            };
            let said: Vec<String> = script(heard)
                .iter()
                .flat_map(|script| &script.steps)
                .filter_map(|step| match &step.happening {
                    Happening::Respond { text, .. } => Some(text.clone()),
                    Happening::Result { output, .. } => Some(output.clone()),
                    Happening::Output { output, .. } => output.text().map(Cow::into_owned),
                    _ => None,
                })
                .collect();
            let said = said.join("\n");
            for reply in &course.replies {
                for told in public(reply) {
                    if canary::is_told(&said, told) {
                        return Err(RESPONSE);
                    }
                }
                for command in commands(reply) {
                    if let Given::Call(_, "repair", prompt) = command
                        && canary::is_told(&contracts, prompt)
                    {
                        return Err(CONTEXT);
                    }
                }
            }
        }
        Ok(())
    }
}

/// All texts of a reply that may hold none of a response: not the arguments of an action, not the prompt of a repair
/// call, not the records.
fn public<'v>(reply: &'v Value<'_>) -> Vec<&'v str> {
    let mut texts = Vec::new();
    for name in ["state", "error", "detail", "checkpoint", "log"] {
        strings(member(reply, name), &mut texts);
    }
    for command in items(reply, "commands") {
        if text(command, "kind") != Some("repair") {
            strings(member(command, "prompt"), &mut texts);
        }
        strings(member(command, "stop"), &mut texts);
    }
    texts
}

/// Every string and every key in a value.
fn strings<'v>(value: Option<&'v Value<'_>>, into: &mut Vec<&'v str>) {
    match value {
        Some(Value::String(text)) => into.push(text),
        Some(Value::Array(items)) => items.iter().for_each(|item| strings(Some(item), into)),
        Some(Value::Object(members)) => {
            for member in members {
                into.push(&member.key);
                strings(Some(&member.value), into);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::testing::{reply, session};
    use super::*;
    use crate::protocol::Answer;

    #[test]
    fn text_that_is_told_where_it_must_not_be_is_found() {
        let case = session(&[
            r#"{"open":true,"expect":{}}"#,
            r#"{"respond":"CANARY-g1x1","expect":{}}"#,
            r#"{"result":"CANARY-g1x2","expect":{}}"#,
        ]);
        let scene = Scene {
            contracts: [("world".to_owned(), "CANARY-g1x9".to_owned())].into(),
            ..Scene::default()
        };
        let check = |commands: &[&str], more: &str| {
            let line = format!("{}\n{more}", reply(commands, 0));
            let heard = Heard {
                case: &case,
                line: &line,
                answer: Answer::Loaded,
            };
            NoCanary.check(&scene, &[heard], &[])
        };
        assert_eq!(check(&["call-1 regular CANARY-g1x9"], ""), Ok(()));
        assert_eq!(check(&["call-1 repair CANARY-g1x1"], ""), Ok(()));
        assert_eq!(check(&["call-1 repair CANARY-g1x9"], ""), Err(CONTEXT));
        for prompt in ["CANARY-g1x1", "CANARY-g1x2"] {
            let command = format!("call-1 regular {prompt}");
            assert_eq!(check(&[&*command], ""), Err(RESPONSE));
        }
        for told in [
            r#"{"id":1,"checkpoint":"{CANARY-g1x1}"}"#,
            r#"{"id":1,"records":[],"head":"","log":["read CANARY-g1x1"]}"#,
            r#"{"id":1,"error":"event","detail":"after CANARY-g1x1"}"#,
        ] {
            assert_eq!(check(&[], told), Err(RESPONSE), "{told}");
        }
        let record = r#"{"id":1,"records":[{"response":"CANARY-g1x1"}],"head":"","log":[]}"#;
        assert_eq!(check(&[], record), Ok(()));
    }
}
