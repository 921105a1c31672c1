//! A checkpoint is taken whole, or refused (REQ SES-5, ACT-4, ACT-5).

use std::sync::Arc;

use response_recovery::Contract;
use response_recovery::session::{CheckpointFault, Session, SessionError};

use super::{CONTRACT, Course, ELIGIBLE, FENCED, INVALID, POLICY, VALID, contract};

fn resume(
    course: &Course,
    contract: &Arc<Contract>,
    policy: Option<&str>,
    checkpoint: &str,
) -> Result<(), SessionError> {
    let records = course.session.records().to_vec();
    Session::resume(Arc::clone(contract), policy, checkpoint, records).map(|_| ())
}

/// One session in each state.
fn courses() -> [Course; 6] {
    let ways: [&[&str]; 6] = [
        &[],
        &[FENCED],
        &[INVALID],
        &[VALID, ELIGIBLE],
        &[VALID, INVALID, "lost"],
        &[super::FINAL],
    ];
    ways.map(|way| {
        let mut course = Course::small();
        for step in way {
            match *step {
                "lost" => course.lose(),
                text => course.answer(text),
            };
            if !course.action().is_empty() && way.len() > 1 {
                course.result();
            }
        }
        course
    })
}

#[test]
fn a_checkpoint_with_any_byte_changed_or_cut_is_refused() {
    let contract = contract(CONTRACT);
    let mut spoilt = 0;
    for course in courses() {
        let whole = course.session.checkpoint();
        assert!(whole.is_ascii(), "so that a byte is a character");
        assert_eq!(resume(&course, &contract, Some(POLICY), &whole), Ok(()));
        let mut refuse = |checkpoint: &str| {
            let error = resume(&course, &contract, Some(POLICY), checkpoint).unwrap_err();
            assert_eq!(error.name(), "checkpoint", "{checkpoint}");
            spoilt += 1;
        };
        for at in 0..whole.len() {
            refuse(&whole[..at]);
            refuse(&whole[at + 1..]);
            refuse(&[&whole[..at], &whole[at + 1..]].concat());
            let byte = whole.as_bytes()[at];
            for other in [byte ^ 1, byte ^ 2, b' ', b'0', b'9', b'"'] {
                if other != byte && other < 0x80 {
                    let other = char::from(other).to_string();
                    refuse(&[&whole[..at], &other, &whole[at + 1..]].concat());
                }
            }
        }
    }
    println!("{spoilt} spoilt checkpoints were refused");
    assert!(spoilt > 25_000, "{spoilt}");
}

#[test]
fn what_is_no_checkpoint_or_another_s_is_refused_by_name() {
    let (own, course) = (contract(CONTRACT), &courses()[1]);
    let whole = course.session.checkpoint();
    let fault =
        |contract: &Arc<Contract>, text: &str| match resume(course, contract, Some(POLICY), text) {
            Err(SessionError::Checkpoint(fault)) => fault,
            other => panic!("{text}: {other:?}"),
        };
    for text in [
        "",
        "{}",
        "null",
        "[1]",
        "{\"checkpoint\":1}",
        "{\"checkpoint\":\"1\"}",
        "{\"checkpoint\":0}",
    ] {
        assert_eq!(fault(&own, text), CheckpointFault::Damaged, "{text}");
    }
    let later = whole.replacen("\"checkpoint\":1", "\"checkpoint\":2", 1);
    assert_eq!(fault(&own, &later), CheckpointFault::LaterFormat(2));
    assert!(
        CheckpointFault::LaterFormat(2)
            .to_string()
            .contains("format 2")
    );
    let more = whole.replacen('{', "{\"more\":null,", 1);
    assert_eq!(fault(&own, &more), CheckpointFault::Damaged);
    let other = contract(&CONTRACT.replacen("look closely", "look  closely", 1));
    assert_eq!(fault(&other, &whole), CheckpointFault::Foreign);
    // One of the same contract, but of another investigation: its head is not that of these records.
    let foreign = Course::small().answer(VALID).session.checkpoint();
    let error = resume(course, &own, Some(POLICY), &foreign).unwrap_err();
    assert_eq!(error.name(), "audit");
}

#[test]
fn the_policy_stays_as_it_was() {
    let (own, course) = (contract(CONTRACT), &courses()[1]);
    let whole = course.session.checkpoint();
    let name = |policy| resume(course, &own, policy, &whole).map_err(|error| error.name());
    for same in [
        POLICY,
        r#"{"transport": {"retries": 0, "providers": ["a", "\u0062"]}, "response_recovery_version": 1e0, "max_invalid_responses": 3.0}"#,
    ] {
        assert_eq!(name(Some(same)), Ok(()), "{same}");
    }
    for (other, expected) in [
        (None, "policy:missing"),
        (Some("{}"), "policy:mismatch"),
        (
            Some(r#"{"response_recovery_version": 1}"#),
            "policy:mismatch",
        ),
        (
            Some(r#"{"response_recovery_version": 1, "transport": {"providers": ["b", "a"]}}"#),
            "policy:mismatch",
        ),
        (
            Some(r#"{"response_recovery_version": 2}"#),
            "policy:unsupported_version",
        ),
        (
            Some(r#"{"response_recovery_versions": 1}"#),
            "policy:invalid",
        ),
    ] {
        assert_eq!(name(other), Err(expected), "{other:?}");
    }
    assert_eq!(
        name(Some(POLICY)),
        Ok(()),
        "and the checkpoint stays usable"
    );
}
