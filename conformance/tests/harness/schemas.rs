//! What the harness writes is what the schemas beside the corpus state.

use std::fs;

use jsonschema::Validator;
use recovery_conformance::case::{Case, Finish, Output, Run, RunStep};
use recovery_conformance::protocol::{Event, Request};
use recovery_conformance::reproduce::requests;

/// A schema of the corpus.
pub(crate) fn schema(name: &str) -> Validator {
    let path = format!("{}/../corpus/schema/{name}", env!("CARGO_MANIFEST_DIR"));
    let schema = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is a list of requests")]
fn every_request_is_of_the_form_that_its_schema_states() {
    let response = "{\"a\":1}\n";
    let answered = Output::answer(204, None, [0xff]);
    let run = Run {
        contracts: [("a".to_owned(), "c".to_owned())].into(),
        policy: Some("{}".to_owned()),
        steps: vec![
            RunStep::Call {
                tool: "a".to_owned(),
                outputs: vec![answered.clone(), Output::Unreachable],
                depends_on: Some(vec![0]),
            },
            RunStep::Think,
            RunStep::Write {
                tool: "a".to_owned(),
                depends_on: None,
                output: Some(Output::Timeout),
            },
        ],
    };
    let contracts = [("c".to_owned(), "{}".to_owned())].into();
    let contract = r#"{"contract":1,"phase":"investigation","schema":{"type":"object"}}"#;
    for (name, request) in [
        ("hello", Request::Hello),
        (
            "parse",
            Request::Parse {
                response,
                finish: None,
            },
        ),
        (
            "parse",
            Request::Parse {
                response,
                finish: Some(Finish::Length),
            },
        ),
        (
            "load",
            Request::Load {
                name: "c",
                contract,
            },
        ),
        (
            "recover",
            Request::Recover {
                contract: "c",
                response,
                finish: Some(Finish::Stop),
            },
        ),
        (
            "repair",
            Request::Repair {
                contract: "c",
                response,
                finish: Some(Finish::Length),
                answer: response,
            },
        ),
        (
            "guard",
            Request::Guard {
                contract: "c",
                output: &answered,
            },
        ),
        (
            "guard",
            Request::Guard {
                contract: "c",
                output: &Output::Timeout,
            },
        ),
        (
            "guard_run",
            Request::GuardRun {
                run: &run,
                contracts: &contracts,
            },
        ),
        (
            "session_open",
            Request::SessionOpen {
                session: "s",
                policy: Some("{}"),
                contract: "c",
            },
        ),
        (
            "session_event",
            Request::SessionEvent {
                session: "s",
                event: Event::LlmResponse {
                    call: "call-1",
                    text: response,
                    finish: Some(Finish::Stop),
                },
            },
        ),
        (
            "session_event",
            Request::SessionEvent {
                session: "s",
                event: Event::TransportError {
                    call: "call-1",
                    kind: "timeout",
                },
            },
        ),
        (
            "session_event",
            Request::SessionEvent {
                session: "s",
                event: Event::ToolResult {
                    action: "action-1",
                    output: "[1.50]",
                    bindings: Some("{}"),
                },
            },
        ),
        (
            "session_checkpoint",
            Request::SessionCheckpoint { session: "s" },
        ),
        ("session_audit", Request::SessionAudit { session: "s" }),
        (
            "session_resume",
            Request::SessionResume {
                session: "t",
                checkpoint: "{}",
                records: "[{}]",
                policy: None,
                contract: "c",
            },
        ),
    ] {
        let line = request.line(7);
        let message = serde_json::from_str(&line).unwrap();
        let schema = schema(&format!("protocol/{name}-request.schema.json"));
        let errors: Vec<_> = schema
            .iter_errors(&message)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(errors, [] as [String; 0], "{line}");
    }
}

#[test]
fn a_case_is_asked_with_all_that_it_says() {
    let case = Case::from_line(
        r#"{"id":"a/b","profile":"normalize","contract":"c","response":"1","finish":"content_filter","expect":{"outcome":"accepted","value_text":"1"}}"#,
    )
    .unwrap();
    let contracts = [("c".to_owned(), "{}".to_owned())].into();
    let lines = requests(&case, &[], &contracts);
    assert_eq!(lines[1], r#"{"id":1,"op":"load","name":"c","contract":{}}"#);
    assert_eq!(
        lines[2],
        r#"{"id":2,"op":"recover","contract":"c","response":"1","finish":"content_filter"}"#
    );
}

#[test]
fn what_is_kept_of_requests_and_costs_fits_its_schema_and_its_pages_are_made_from_it() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");
    let reports = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports");
    for name in ["reask", "cost"] {
        let kept = fs::read_to_string(format!("{reports}/{name}.json")).unwrap();
        let kept = serde_json::from_str(&kept).unwrap();
        let schema = schema(&format!("{name}.schema.json"));
        let faults: Vec<_> = schema
            .iter_errors(&kept)
            .map(|fault| fault.to_string())
            .collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
    }
    let folders = ["--corpus", corpus, "--reports", reports];
    for verb in [&["reask", "--impl", "-"][..], &["cost"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_recovery-conformance"));
        let output = command
            .args(verb)
            .arg("--check")
            .args(folders)
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{verb:?}: {error}");
    }
}
