//! `prompt(t | c, context) = prompt(t | c, context')`: a repair prompt says nothing of the context (REQ REP-3).

use recovery_reports::Verdict;

use super::read::text;
use super::{Heard, Invariant, Violation};
use crate::canary;
use crate::case::Profile;
use crate::exact::Value;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct PromptWithoutContext;

const TOLD: Violation = Violation {
    name: "context-in-repair-prompt",
    verdict: Verdict::Leak,
    sentence: "a repair prompt holds text of the context",
};
const DIFFERS: Violation = Violation {
    name: "prompt-depends-on-context",
    verdict: Verdict::Leak,
    sentence: "the repair prompts under two contracts that differ in their context alone are not the same",
};

impl Invariant for PromptWithoutContext {
    fn name(&self) -> &'static str {
        "prompt-without-context"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Repair]
    }

    fn requirement(&self) -> &'static str {
        "REP-3"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::contexts(choices)
    }

    fn check(&self, scene: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let replies = first
            .iter()
            .filter_map(|heard| Value::read(heard.line).ok());
        let replies: Vec<_> = replies.collect();
        let prompts: Vec<&str> = replies
            .iter()
            .filter_map(|reply| text(reply, "prompt"))
            .collect();
        let contracts = scene.contracts.values();
        for contract in contracts {
            if prompts
                .iter()
                .any(|prompt| canary::is_told(contract, prompt))
            {
                return Err(TOLD);
            }
        }
        if prompts.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(DIFFERS);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{heard, rejecting};

    #[test]
    fn a_prompt_that_says_something_of_the_context_is_found() {
        let case = rejecting("{}");
        let scene = Scene {
            contracts: ["CANARY-g1x1", "CANARY-g1x2"]
                .map(|canary| {
                    let contract = format!(r#"{{"context":{{"case":"{canary}"}}}}"#);
                    (canary.to_owned(), contract)
                })
                .into(),
            cases: vec![case.clone(), case.clone()],
        };
        let line = |prompt: &str| {
            format!(r#"{{"id":1,"outcome":"repair","path":"/a","prompt":"{prompt}"}}"#)
        };
        let check = |one: &str, other: &str| {
            let lines = [line(one), line(other)];
            let heard = [heard(&case, &lines[0]), heard(&case, &lines[1])];
            PromptWithoutContext.check(&scene, &heard, &[])
        };
        assert_eq!(check("repair /a", "repair /a"), Ok(()));
        assert_eq!(check("CANARY-g1x1", "CANARY-g1x1"), Err(TOLD));
        assert_eq!(check("CANARY-g1x2", "repair /a"), Err(TOLD));
        assert_eq!(
            check("repair /a (9 words)", "repair /a (8 words)"),
            Err(DIFFERS)
        );
    }
}
