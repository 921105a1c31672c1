//! What a tool returned enters a session through the guard, and a refused body stands nowhere but in the
//! quarantine (REQ SES-7, GRD-8).

use std::sync::Arc;

use response_recovery::session::{Command, Event, Session};

use super::{Course, contract};

const CONTRACT: &str = r#"{"contract": 1, "phase": "investigation",
  "schema": {"type": "object", "properties": {"next": {"type": "object", "required": ["action"]}}},
  "tools": {
    "look": {"effect": "read", "output": {"tool": "look", "effect": "read",
      "schema": {"type": "object", "additionalProperties": false, "properties": {"rows": {"type": "array"}}}}},
    "note": {"effect": "write"}}}"#;

const POLICIES: [&str; 2] = [
    r#"{"response_recovery_version": 1}"#,
    r#"{"response_recovery_version": 1, "on_corruption": "block_writes"}"#,
];

const LOOK: &str = r#"{"next": {"action": "look"}}"#;
const NOTE: &str = r#"{"next": {"action": "note"}}"#;

/// Bodies that fail one gate each, with a canary wherever text can stand.
const CORRUPT: [(&str, &str); 4] = [
    ("text/html", "<p>CANARY-77</p>"),
    ("application/json", "CANARY-77"),
    ("application/json", r#"{"CANARY-77": 1}"#),
    ("application/json", r#"{"rows": "CANARY-77"}"#),
];

fn output(content_type: &str, body: &str) -> String {
    serde_json::json!({"transport": "ok", "status": 200, "content_type": content_type, "body": body})
        .to_string()
}

fn result(course: &Course, output: String) -> Event {
    let Command::Execute(execute) = &course.open else {
        panic!("{:?}", course.open);
    };
    Event::ToolResult {
        action: execute.action.clone(),
        output,
        bindings: None,
    }
}

#[test]
fn a_refused_body_stands_in_the_quarantine_alone() {
    let contract = contract(CONTRACT);
    for policy in POLICIES {
        for (content_type, body) in CORRUPT {
            let mut course = Course::begin(&contract, policy);
            course.answer(LOOK);
            let event = result(&course, output(content_type, body));
            course.tell(event);
            let kept = course.session.quarantined();
            assert_eq!(kept.len(), 1);
            assert_eq!(kept[0].kept.bytes(), body.as_bytes());
            let session = &course.session;
            let shown = [
                course.open.to_json(),
                session.state().to_json(),
                session.checkpoint(),
                session.log().join("\n"),
                format!("{:?} {:?}", session.records(), kept),
            ];
            assert!(!shown.concat().contains("CANARY"), "{shown:?}");
        }
    }
}

#[test]
fn a_session_left_after_a_refused_output_goes_on_the_same() {
    let contract = contract(CONTRACT);
    let bodies = CORRUPT.map(|(content_type, body)| output(content_type, body));
    let failed = [r#"{"transport": "timeout"}"#.to_owned()];
    for policy in POLICIES {
        for body in bodies.iter().chain(&failed) {
            let mut course = Course::begin(&contract, policy);
            course.answer(LOOK);
            let event = result(&course, body.clone());
            course.tell(event);
            for text in [LOOK, NOTE] {
                let (session, commands) = Session::resume(
                    Arc::clone(&contract),
                    Some(policy),
                    &course.session.checkpoint(),
                    course.session.records().to_vec(),
                )
                .unwrap();
                assert_eq!(session.state(), course.session.state());
                assert_eq!(session.checkpoint(), course.session.checkpoint());
                let Some(open) = commands.into_iter().next() else {
                    assert!(matches!(course.open, Command::Stop(_)));
                    break;
                };
                assert_eq!(open, course.open);
                let mut resumed = Course { session, open };
                resumed.answer(text);
                course.answer(text);
                assert_eq!(resumed.open, course.open);
                assert_eq!(resumed.session.checkpoint(), course.session.checkpoint());
                if let Command::Execute(_) = &course.open {
                    let event = result(&course, output("application/json", r#"{"rows": []}"#));
                    course.tell(event);
                }
            }
        }
    }
}

#[test]
fn what_is_no_output_changes_nothing() {
    let mut course = Course::begin(&contract(CONTRACT), POLICIES[0]);
    course.answer(LOOK);
    let before = course.session.checkpoint();
    for output in [
        "",
        "{",
        "1",
        "{}",
        r#"{"rows": []}"#,
        r#"{"transport": "ok"}"#,
    ] {
        let event = result(&course, output.to_owned());
        assert!(course.session.handle(event).is_err(), "{output}");
        assert_eq!(course.session.checkpoint(), before);
    }
}
