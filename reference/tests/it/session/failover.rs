//! Each provider in its turn, with the same prompt (REQ TRN-1).

use std::collections::BTreeSet;

use response_recovery::session::StopReason;

use super::{CONTRACT, Course, ELIGIBLE, FENCED, INVALID, VALID, contract};

const POLICY: &str = r#"{"response_recovery_version": 1,
    "transport": {"providers": ["a", "b", "c"], "retries": 1}}"#;
const TURNS: [&str; 6] = ["a", "a", "b", "b", "c", "c"];

#[test]
fn every_call_goes_through_all_providers_with_one_prompt() {
    for before in [
        &[][..],
        &[VALID],
        &[FENCED],
        &[INVALID],
        &[ELIGIBLE],
        &[INVALID, ELIGIBLE],
    ] {
        let mut course = Course::begin(&contract(CONTRACT), POLICY);
        for told in before {
            course.step(told);
        }
        let prompt = course.prompt().to_owned();
        let counted = course.session.state();
        let mut ids = BTreeSet::new();
        for turn in TURNS {
            assert_eq!(
                (course.provider(), course.prompt()),
                (turn, &*prompt),
                "{before:?}"
            );
            assert_eq!(course.session.state(), counted, "it is no response");
            assert!(ids.insert(course.call()), "each try has its own id");
            course.lose();
        }
        assert_eq!(course.stopped(), Some(StopReason::TransportExhausted));
        let next = if before.contains(&VALID) || before.contains(&FENCED) {
            "partial_answer"
        } else {
            "retry_after_recovery"
        };
        let stop = format!(
            r#"{{"stop":{{"stop_reason":"transport_exhausted","checked":[],"next_step":"{next}"}}}}"#
        );
        assert_eq!(course.open.to_json(), stop);
    }
}

#[test]
fn each_call_begins_with_the_first_provider() {
    let mut course = Course::begin(&contract(CONTRACT), POLICY);
    for told in [VALID, INVALID, ELIGIBLE, super::REPAIRED, FENCED] {
        course.lose().lose().lose();
        assert_eq!(course.provider(), "b");
        course.step(told);
        assert_eq!(course.provider(), "a", "{told}");
    }
}
