//! `steps(run a b) = steps(run a) …`: what comes of a step does not depend on what comes after it (REQ GRD-5).

use super::{Heard, Invariant, Scene, Violation};
use crate::case::Profile;
use crate::generate::{self, Choices};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct RunBeginsAlike;

const LATER: Violation = Violation::corruption(
    "step-depends-on-later-ones",
    "a step comes to something else where more steps follow",
);

impl Invariant for RunBeginsAlike {
    fn name(&self) -> &'static str {
        "run-begins-alike"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Guard]
    }

    fn requirement(&self) -> &'static str {
        "GRD-5"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::guard_prefixes(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let runs = first.iter().filter_map(|heard| match &heard.answer {
            Answer::Run(reply) => Some(&reply.steps),
            _ => None,
        });
        let runs: Vec<_> = runs.collect();
        for pair in runs.windows(2) {
            if !pair[1].starts_with(pair[0]) {
                return Err(LATER);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{heard, run};
    use super::*;

    #[test]
    fn a_step_that_changes_with_what_follows_is_found() {
        let short = r#"{"id":1,"steps":[{"write":"allowed"}],"metrics":{"all":{"calls":0,"tool_2xx_rate":null,"tool_output_invalid_rate":null},"tools":{},"series":[]},"stop":null}"#;
        let long = short.replace(
            r#"[{"write":"allowed"}]"#,
            r#"[{"write":"allowed"},{"skipped":true}]"#,
        );
        let other = long.replace("allowed", "blocked");
        let (one, two) = (
            run(r#"{"write":"w"}"#),
            run(r#"{"write":"w"},{"think":true}"#),
        );
        let check = |long: &str| {
            let first = [heard(&one, short), heard(&two, long)];
            RunBeginsAlike.check(&Scene::default(), &first, &[])
        };
        assert_eq!(check(&long), Ok(()));
        assert_eq!(check(&other), Err(LATER));
    }
}
