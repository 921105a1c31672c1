//! `tokens(rejection) ∩ tokens(response) = ∅`: nothing that a rejection says, in any of its members, tells text of the
//! response; nor does standard error, which the runner reads (REQ VAL-4).

use recovery_reports::Verdict;

use super::{Heard, Invariant, Violation};
use crate::canary;
use crate::case::Profile;
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct NoLeak;

const LEAK: Violation = Violation {
    name: "leak",
    verdict: Verdict::Leak,
    sentence: "text of the response stands in a rejection",
};

impl Invariant for NoLeak {
    fn name(&self) -> &'static str {
        "no-leak"
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
            if matches!(answer, Answer::Rejected { .. })
                && returned.any(|text| canary::is_told(&text, line))
            {
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
