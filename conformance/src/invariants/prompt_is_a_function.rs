//! `prompt = f(contract, bindings, notice, hint)`: two sessions that come to the same give the same prompt, to the byte,
//! whatever happened before (REQ SES-3).

use std::collections::BTreeMap;

use super::course::{Course, Given, commands, regular_call, script};
use super::{Heard, Invariant, Violation};
use crate::case::{CallDue, Profile, Step, StepExpectation, Verdict};
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct PromptIsAFunction;

const DIFFERS: Violation = Violation::corruption(
    "prompt-differs",
    "two regular prompts with the same bindings, notice and hint are not the same",
);

impl Invariant for PromptIsAFunction {
    fn name(&self) -> &'static str {
        "prompt-is-a-function"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Session]
    }

    fn requirement(&self) -> &'static str {
        "SES-3"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::session_two(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for heard in first {
            let (Some(course), Some(_)) = (Course::read(heard), script(heard)) else {
                continue;
            };
            let mut bindings = "";
            for (step, reply) in &course.steps {
                // Those that come with a corrupt output are not taken (REQ SES-7).
                if let (Some(text), true) = (step.bindings(), takes_bindings(step)) {
                    bindings = text;
                }
                let Some(call) = regular_call(step) else {
                    continue;
                };
                for command in commands(reply) {
                    let Given::Call(_, "regular", prompt) = command else {
                        continue;
                    };
                    let prompt = prompt.to_owned();
                    let before = known.entry(key(bindings, call)).or_insert(prompt.clone());
                    if *before != prompt {
                        return Err(DIFFERS);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Whether the bindings of a step count from then on.
fn takes_bindings(step: &Step) -> bool {
    let is_corrupt = match &step.expect {
        StepExpectation::State(due) => due.verdict == Some(Verdict::Corrupt),
        StepExpectation::Error(_) => true,
    };
    regular_call(step).is_some() && !is_corrupt
}

/// All that a regular prompt depends on under one contract and version.
fn key(bindings: &str, call: &CallDue) -> String {
    format!("{bindings}\n{:?}\n{:?}", call.notice, call.hint)
}

#[cfg(test)]
mod tests {
    use super::super::course::testing::{reply, session};
    use super::*;
    use crate::protocol::Answer;

    #[test]
    fn a_prompt_that_depends_on_what_was_before_is_found() {
        let call = r#"{"commands":[{"call":"regular"}]}"#;
        let open = format!(r#"{{"open":true,"expect":{call}}}"#);
        let noticed = r#"{"respond":"x","expect":{"commands":[{"call":"regular","notice":{"category":"parse","path":""}}]}}"#;
        let bound = format!(r#"{{"result":1,"bindings":{{}},"expect":{call}}}"#);
        let one = session(&[&open, noticed]);
        let other = session(&[&open, &bound]);
        let check = |prompts: [&str; 4]| {
            let line = |pair: &[&str]| {
                let replies = pair.iter().map(|prompt| {
                    let command = format!("call-1 regular {prompt}");
                    reply(&[&*command], 0)
                });
                replies.collect::<Vec<_>>().join("\n")
            };
            let lines = [line(&prompts[..2]), line(&prompts[2..])];
            let heard = |case, line| Heard {
                case,
                line,
                answer: Answer::Loaded,
            };
            let first = [heard(&one, &*lines[0]), heard(&other, &*lines[1])];
            PromptIsAFunction.check(&Scene::default(), &first, &[])
        };
        assert_eq!(check(["a", "b", "a", "c"]), Ok(()));
        assert_eq!(check(["a", "b", "d", "c"]), Err(DIFFERS));
    }
}
