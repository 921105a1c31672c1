//! Whether a verdict is the one that is due, with its reason, and the value the one that the body is (REQ GRD-1 to GRD-4).

use crate::case::{GuardDue, Output, OutputReason, Verdict, VerdictDue};
use crate::judge::{Fault, check_value};
use crate::protocol::Guarded;

/// A verdict that was given, with its reason.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'a> {
    /// The verdict.
    pub(super) verdict: Verdict,
    /// The reason.
    pub(super) reason: Option<&'a str>,
}

impl<'a> From<&'a Guarded<'_>> for Given<'a> {
    fn from(guarded: &'a Guarded<'_>) -> Self {
        Self {
            verdict: guarded.verdict,
            reason: guarded.stop_reason.as_deref(),
        }
    }
}

/// Checks that a verdict has what it needs: a value where it is valid, a reason where it is not.
pub(super) fn check_form(given: &Guarded<'_>) -> Result<(), Fault> {
    match given.verdict {
        Verdict::Valid if given.value.is_none() => Err(Fault::Field("value")),
        Verdict::Corrupt | Verdict::ToolFailure if given.stop_reason.is_none() => {
            Err(Fault::Field("stop_reason"))
        }
        _ => Ok(()),
    }
}

/// Checks the verdict on an output that was sent alone, and its value.
pub(super) fn check(output: &Output, due: &GuardDue, given: &Guarded<'_>) -> Result<(), Fault> {
    if given.verdict == Verdict::Corrupt && !due.or_corrupt.is_empty() {
        return check_reason(&due.or_corrupt, given.stop_reason.as_deref());
    }
    check_given(&due.verdict, given.into())?;
    match (given.value, output.text()) {
        (Some(value), Some(body)) if given.verdict == Verdict::Valid => check_value(value, &body),
        _ => Ok(()),
    }
}

/// Checks a verdict and its reason.
pub(super) fn check_given(due: &VerdictDue, given: Given<'_>) -> Result<(), Fault> {
    match (due.verdict(), given.verdict) {
        (Verdict::Valid, Verdict::Valid) => Ok(()),
        // What must not be used is let through, or what may be is not; a wrong word for what is refused is less.
        (_, Verdict::Valid) => Err(Fault::Unguarded),
        (Verdict::Valid, _) => Err(Fault::Withheld),
        (due, given) if due != given => Err(Fault::Verdict),
        _ => check_reason(due.reasons(), given.reason),
    }
}

fn check_reason(due: &[OutputReason], given: Option<&str>) -> Result<(), Fault> {
    let is_due = |given: &str| due.iter().any(|due| due.name() == given);
    if given.is_some_and(is_due) {
        Ok(())
    } else {
        Err(Fault::StopReason)
    }
}
