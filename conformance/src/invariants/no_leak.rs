//! `tokens(rejection) ∩ tokens(response) = ∅`: nothing that a rejection says, or a verdict on an output that may not be
//! used, in any of its members, tells text of what came; nor does standard error, which the runner reads (REQ VAL-4).

use super::{Heard, Invariant, Violation};
use crate::canary;
use crate::case::{Profile, Verdict};
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct NoLeak;

const LEAK: Violation = Violation {
    name: "leak",
    verdict: recovery_reports::Verdict::Leak,
    sentence: "text of the response stands in a rejection",
};

impl Invariant for NoLeak {
    fn name(&self) -> &'static str {
        "no-leak"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[
            Profile::Parse,
            Profile::Normalize,
            Profile::Repair,
            Profile::Guard,
        ]
    }

    fn requirement(&self) -> &'static str {
        "VAL-4"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::broken(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for Heard { case, line, answer } in first {
            let mut returned = case.returned().map(|(text, _)| text);
            let is_refusal = match answer {
                Answer::Rejected { .. } => true,
                Answer::Guarded(guarded) => guarded.verdict != Verdict::Valid,
                _ => false,
            };
            if is_refusal && returned.any(|text| canary::is_told(&text, line)) {
                return Err(LEAK);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, check, rejecting};

    #[test]
    fn a_rejection_that_tells_a_canary_in_any_member_is_found() {
        let case = rejecting(r#"{"CANARY-g123x1":}"#);
        assert_eq!(check(&NoLeak, &case, REJECTED), Ok(()));
        for member in [
            r#""message":"unexpected } after CANARY-g123x1""#,
            r#""trace":["CANARY-g123"]"#,
        ] {
            let line = format!(r#"{{"id":1,"outcome":"rejected","reason":"parse",{member}}}"#);
            assert_eq!(check(&NoLeak, &case, &line), Err(LEAK), "{member}");
        }
    }
}
