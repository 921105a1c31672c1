//! Whether text of a body stands where none may stand: anywhere but in the value of a valid output (REQ VAL-4, GRD-8).

use crate::canary;
use crate::case::{Case, Output, Verdict};
use crate::judge::Fault;
use crate::protocol::Guarded;

/// Checks the reply to an output.
pub(super) fn check_verdict(case: &Case, given: &Guarded<'_>) -> Result<(), Fault> {
    match given.value {
        // What is valid may be told once, as the value.
        Some(value) if given.verdict == Verdict::Valid => {
            check_line(case, &given.line.replacen(value, "", 1))
        }
        _ => check_line(case, given.line),
    }
}

/// Checks a line in which no text of a body may stand.
pub(super) fn check_line(case: &Case, line: &str) -> Result<(), Fault> {
    if canary::tokens(line).next().is_none() {
        return Ok(());
    }
    let outputs = case.outputs();
    let mut bodies = outputs.into_iter().filter_map(Output::text);
    if bodies.any(|body| canary::is_told(&body, line)) {
        return Err(Fault::Leak("reply"));
    }
    Ok(())
}
