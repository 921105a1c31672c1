//! Whether a receipt of quarantine tells of what was kept: the whole corrupt body, or its beginning (REQ GRD-8).

use recovery_reports::sha256;

use super::verdict::Given;
use super::worst;
use crate::case::{LedDue, Output, OutputReason, Run, Verdict};
use crate::judge::Fault;
use crate::protocol::{Quarantine, RunReply, RunStepReply, StepVerdict};

/// How much of a body is kept that is refused for its size, in bytes.
const PREFIX_BYTES: usize = 65_536;

/// Checks a receipt, if there is one.
pub(super) fn check(
    output: &Output,
    given: &Given<'_>,
    receipt: Option<&Quarantine<'_>>,
) -> Result<(), Fault> {
    let Some(receipt) = receipt else {
        return Ok(());
    };
    let (Some(body), Verdict::Corrupt) = (output.body(), given.verdict) else {
        return Err(Fault::Quarantine("is of what is not corrupt"));
    };
    let is_too_large = given.reason == Some(&*OutputReason::OutputTooLarge.name());
    let kept = match body.get(..PREFIX_BYTES) {
        Some(prefix) if is_too_large => prefix,
        _ => body,
    };
    if !receipt.sha256.eq_ignore_ascii_case(&sha256(&[kept])) {
        return Err(Fault::Quarantine(
            "has another SHA-256 than what must be kept",
        ));
    }
    if receipt.bytes != kept.len() as u64 {
        return Err(Fault::Quarantine("tells another number of bytes"));
    }
    if receipt.prefix != (kept.len() < body.len()) {
        return Err(Fault::Quarantine(
            "does not tell rightly whether there was more",
        ));
    }
    Ok(())
}

/// Checks the receipts of a run, each against the last output that its step takes.
pub(super) fn check_steps(run: &Run, due: &LedDue, given: &RunReply<'_>) -> Result<(), Fault> {
    let steps = run.steps.iter().zip(&due.steps).zip(&given.steps);
    let found = steps.enumerate().map(|(index, ((step, due), given))| {
        let taken = due.tries().and_then(|tries| step.outputs().get(tries - 1));
        check_step(taken, given).map_err(|fault| Fault::in_step(index, fault))
    });
    worst(found)
}

fn check_step(taken: Option<&Output>, given: &RunStepReply<'_>) -> Result<(), Fault> {
    let verdict = match given.verdict {
        Some(StepVerdict::Output(verdict)) => verdict,
        _ => Verdict::Valid,
    };
    let reason = given.stop_reason.as_deref();
    match (taken, &given.quarantine) {
        (Some(output), receipt) => check(output, &Given { verdict, reason }, receipt.as_ref()),
        (None, Some(_)) => Err(Fault::Quarantine("is of what is not corrupt")),
        (None, None) => Ok(()),
    }
}
