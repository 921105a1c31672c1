//! Under no policy and in no order of steps is a write allowed after a corrupt output, or one that rests on anything but
//! valid outputs (REQ GRD-5). What an output comes to and what a write rests on are read from the reply and the steps alone.

use super::{Heard, Invariant, Scene, Violation};
use crate::case::{Ask, Profile, Run, RunStep, Verdict};
use crate::generate::{self, Choices};
use crate::protocol::{Answer, RunStepReply, StepVerdict};

/// The invariant.
pub(super) struct NoWriteAfterCorruption;

const AFTER: Violation = Violation::corruption(
    "write-after-corruption",
    "a write is allowed although an output before it is corrupt",
);
const RESTS: Violation = Violation::corruption(
    "write-rests-on-corruption",
    "a write is allowed that rests on an output which is not valid",
);

impl Invariant for NoWriteAfterCorruption {
    fn name(&self) -> &'static str {
        "no-write-after-corruption"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Guard]
    }

    fn requirement(&self) -> &'static str {
        "GRD-5"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::guard_policies(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for heard in first {
            if let (Ask::Run(run), Answer::Run(reply)) = (&heard.case.ask, &heard.answer) {
                check_run(run, &reply.steps)?;
            }
        }
        Ok(())
    }
}

fn check_run(run: &Run, told: &[RunStepReply<'_>]) -> Result<(), Violation> {
    let mut is_corrupt = false;
    for (at, (step, reply)) in run.steps.iter().zip(told).enumerate() {
        if reply.is_allowed == Some(true) {
            if is_corrupt {
                return Err(AFTER);
            }
            let (RunStep::Write { depends_on, .. } | RunStep::Call { depends_on, .. }) = step
            else {
                continue;
            };
            let earlier = || (0..at as u64).filter(|step| is_call(run, told, *step));
            let rests = match depends_on {
                Some(steps) => steps.clone(),
                None => earlier().collect(),
            };
            if !rests.iter().all(|step| is_sound(run, told, *step, at)) {
                return Err(RESTS);
            }
        }
        is_corrupt |= reply.verdict == Some(StepVerdict::Output(Verdict::Corrupt));
    }
    Ok(())
}

/// Whether a step is a call that is told as one.
fn is_call(run: &Run, told: &[RunStepReply<'_>], step: u64) -> bool {
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    matches!(run.steps.get(step), Some(RunStep::Call { .. }))
        && told.get(step).is_some_and(|told| told.is_allowed.is_none())
}

/// Whether a step is a call before `end` whose output is valid, and all that it rests on is as well.
fn is_sound(run: &Run, told: &[RunStepReply<'_>], step: u64, end: usize) -> bool {
    let Some(at) = usize::try_from(step).ok().filter(|at| *at < end) else {
        return false;
    };
    let is_valid = told.get(at).is_some_and(|told| {
        told.is_allowed.is_none() && told.verdict == Some(StepVerdict::Output(Verdict::Valid))
    });
    let rests = match run.steps.get(at) {
        Some(RunStep::Call { depends_on, .. }) => depends_on.as_deref().unwrap_or_default(),
        _ => return false,
    };
    is_valid && rests.iter().all(|step| is_sound(run, told, *step, at))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, run};
    use super::*;

    fn told(steps: &str) -> String {
        format!(
            r#"{{"id":1,"steps":[{steps}],"metrics":{{"all":{{"calls":0,"tool_2xx_rate":null,"tool_output_invalid_rate":null}},"tools":{{}},"series":[]}},"stop":null}}"#
        )
    }

    const VALID: &str = r#"{"verdict":"valid","tries":1}"#;
    const FAILED: &str = r#"{"verdict":"tool_failure","stop_reason":"tool_error","tries":1}"#;
    const CORRUPT: &str =
        r#"{"verdict":"corrupt","stop_reason":"response_corruption:invalid_json","tries":1}"#;

    #[test]
    fn a_write_that_must_not_be_is_found() {
        let call =
            |rests: &str| format!(r#"{{"call":"r","outputs":[{{"transport":"timeout"}}]{rests}}}"#);
        let write = |rests: &str| format!(r#"{{"write":"w"{rests}}}"#);
        for (steps, replies, due) in [
            (
                [call(""), write("")],
                [VALID, r#"{"write":"allowed"}"#],
                Ok(()),
            ),
            (
                [call(""), write("")],
                [CORRUPT, r#"{"write":"blocked"}"#],
                Ok(()),
            ),
            (
                [call(""), write(r#","depends_on":[]"#)],
                [CORRUPT, r#"{"write":"allowed"}"#],
                Err(AFTER),
            ),
            (
                [call(""), write("")],
                [FAILED, r#"{"write":"allowed"}"#],
                Err(RESTS),
            ),
            (
                [call(""), write(r#","depends_on":[0]"#)],
                [FAILED, r#"{"write":"allowed"}"#],
                Err(RESTS),
            ),
            (
                [call(""), write(r#","depends_on":[1]"#)],
                [VALID, r#"{"write":"allowed"}"#],
                Err(RESTS),
            ),
            (
                [call(r#","depends_on":[0]"#), write(r#","depends_on":[0]"#)],
                [VALID, r#"{"write":"allowed"}"#],
                Err(RESTS),
            ),
            (
                [call(""), write(r#","depends_on":[]"#)],
                [FAILED, r#"{"write":"allowed"}"#],
                Ok(()),
            ),
        ] {
            let case = run(&steps.join(","));
            let line = told(&replies.join(","));
            assert_eq!(
                check(&NoWriteAfterCorruption, &case, &line),
                due,
                "{steps:?} {replies:?}"
            );
        }
    }
}
