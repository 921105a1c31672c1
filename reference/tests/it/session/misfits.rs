//! What does not fit is an error and changes nothing (REQ SES-6).

use response_recovery::session::{Event, SessionError};

use super::{Course, ELIGIBLE, FINAL, INVALID, POLICY, VALID, contract, observed};

/// The states that a session can be in, each with what was open before.
fn courses() -> Vec<(&'static str, Course, Vec<String>)> {
    let mut all = Vec::new();
    let mut add = |name, steps: &[&str]| {
        let mut course = Course::begin(&contract(super::CONTRACT), POLICY);
        let mut closed = Vec::new();
        for step in steps {
            closed.extend([course.call(), course.action()]);
            match *step {
                "lost" => course.lose(),
                "result" => course.result(),
                text => course.answer(text),
            };
        }
        closed.retain(|id| !id.is_empty());
        all.push((name, course, closed));
    };
    add("a first call", &[]);
    add("a call after failover", &["lost"]);
    add("a call after a rejection", &[INVALID]);
    add("a repair call", &[ELIGIBLE]);
    add("an action", &[VALID]);
    add("a call after a result", &[VALID, "result"]);
    add("a stop by conclusion", &[FINAL]);
    add("a stop by invalid responses", &[INVALID, ELIGIBLE, INVALID]);
    add("a stop by transport", &[INVALID, "lost", "lost"]);
    all
}

#[test]
fn an_event_that_does_not_fit_is_refused_and_changes_nothing() {
    let mut refused = 0;
    for (name, course, closed) in courses() {
        let (call, action) = (course.call(), course.action());
        let others = [
            "",
            "call-0",
            "call-99",
            "nobody",
            "action-1-0000000000000000",
        ];
        let others = others.into_iter().chain(closed.iter().map(String::as_str));
        let mut events = Vec::new();
        for id in others.chain([&*call, &*action]) {
            let (to_call, to_action) = (
                !call.is_empty() && id == call,
                !action.is_empty() && id == action,
            );
            if !to_call {
                events.push(Event::LlmResponse {
                    call: id.to_owned(),
                    text: VALID.to_owned(),
                    finish: None,
                });
                events.push(Event::TransportError {
                    call: id.to_owned(),
                    kind: response_recovery::session::TransportKind::ServerError,
                });
            }
            let bindings = [
                "{",
                "null",
                "[]",
                r#"{"more": 1}"#,
                r#"{"hypothesis": "H-1"}"#,
            ];
            let bindings = bindings.map(|bindings| Some(bindings.to_owned()));
            for bindings in bindings.into_iter().chain((!to_action).then_some(None)) {
                events.push(Event::ToolResult {
                    action: id.to_owned(),
                    output: "{}".to_owned(),
                    bindings,
                });
            }
        }
        for event in events {
            let mut session = course.session.clone();
            let error = session.handle(event.clone()).unwrap_err();
            assert!(matches!(error, SessionError::Event(_)), "{name}: {event:?}");
            assert_eq!(error.name(), "event");
            assert_eq!(
                observed(&session),
                observed(&course.session),
                "{name}: {event:?}"
            );
            assert_eq!(session.log(), course.session.log(), "{name}: {event:?}");
            refused += 1;
        }
    }
    assert!(refused > 400, "{refused}");
}
