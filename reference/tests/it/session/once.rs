//! An action is carried out once: given out again by a resume before its result, never after (REQ SES-1).

use std::slice;

use response_recovery::session::Command;

use super::{CONTRACT, Course, ELIGIBLE, FENCED, POLICY, REPAIRED, VALID, contract};

#[test]
fn a_resume_gives_the_open_action_again_under_its_id_and_never_after_the_result() {
    let contract = contract(CONTRACT);
    for steps in [
        &[VALID][..],
        &[FENCED],
        &[ELIGIBLE, REPAIRED],
        &[VALID, FENCED],
    ] {
        let mut course = Course::begin(&contract, POLICY);
        for (place, step) in steps.iter().enumerate() {
            course.answer(step);
            if place + 1 < steps.len() && !course.action().is_empty() {
                course.result();
            }
        }
        let executed = course.open.clone();
        assert!(matches!(executed, Command::Execute(_)));
        for _ in 0..3 {
            let (session, commands) = course.resumed(&contract, POLICY);
            assert_eq!(commands, slice::from_ref(&executed), "the same once more");
            course.session = session;
        }
        let before = (
            course.session.checkpoint(),
            course.session.records().to_vec(),
        );
        course.result();
        let (_, commands) = course.resumed(&contract, POLICY);
        assert_eq!(
            commands,
            slice::from_ref(&course.open),
            "the call after the result"
        );
        let again = course.session.clone().handle(super::Event::ToolResult {
            action: match &executed {
                Command::Execute(execute) => execute.action.clone(),
                _ => String::new(),
            },
            output: "{}".to_owned(),
            bindings: None,
        });
        assert!(again.is_err(), "a second result");
        // A longer log than the checkpoint knows: what came after it counts as not done (REQ SES-4).
        course.step(VALID);
        let (checkpoint, records) = before;
        let longer = course.session.records().to_vec();
        assert!(longer.len() > records.len() && longer.starts_with(&records));
        let resume = |records| {
            let resumed =
                super::Session::resume(contract.clone(), Some(POLICY), &checkpoint, records);
            let (session, commands) = resumed.unwrap();
            (super::observed(&session), commands)
        };
        assert_eq!(resume(longer), resume(records));
    }
}

#[test]
fn an_action_id_binds_the_accepted_text() {
    // printf '{"next": {"action": "look"}}\n' | sha256sum | cut -c-16
    let mut course = Course::small();
    course.answer("no").answer(FENCED);
    assert_eq!(course.action(), "action-2-eef80337d7cdd32f");
    let execute = r#"{"execute":"action-2-eef80337d7cdd32f","tool":"look","arguments":null}"#;
    assert_eq!(course.open.to_json(), execute);
}
