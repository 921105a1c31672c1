//! Sessions whose tools have an `output` contract, with the replies of a liar (REQ SES-7).

use recovery_reports::Verdict::{self, Corruption, Imprecise, Leak, Pass, Refusal};
use serde_json::{Value, json};

use super::testing::{audit, call, execute, judged, prompt, record, taken};

const CONTRACT: &str = r#"{"contract":1,"phase":"investigation","schema":{"type":"object"},
  "tools":{"query":{"effect":"read","output":{"tool":"query","effect":"read","schema":{"type":"object"}}}},
  "bindings":{"hypothesis":{"id":"H-1","statement":"It leaks."},"visible_evidence":["E-1"]},
  "context":{"case":"CANARY-context is what the case is about"}}"#;

/// By default a corrupt output stops the session.
const STOPS: &str = r#"{"id":"a/b","profile":"session","contract":"c","policy":{"response_recovery_version":1},"steps":[
  {"open":true,"expect":{"commands":[{"call":"regular"}]}},
  {"respond":"{}","expect":{"commands":[{"execute":"query"}]}},
  {"output":{"transport":"ok","status":200,"content_type":"application/json","body":"[\"CANARY-corrupt\"]"},
   "bindings":{"hypothesis":{"id":"H-9","statement":"It does not."}},
   "expect":{"commands":[{"stop":"response_corruption:schema:root","checked":["transport","content_type","size","parse"],"next_step":"retry_after_recovery"}],
     "stopped":"response_corruption:schema:root","state_changes_text":"[]"}}]}"#;

/// Where the policy says so, the session goes on as if nothing had come in, and stops where something would be written.
const GOES_ON: &str = r#"{"id":"a/b","profile":"session","contract":"c","policy":{"response_recovery_version":1,"on_corruption":"block_writes"},"steps":[
  {"open":true,"expect":{"commands":[{"call":"regular"}]}},
  {"respond":"{}","expect":{"commands":[{"execute":"query"}]}},
  {"output":{"transport":"ok","status":200,"content_type":"application/json","body":"[\"CANARY-corrupt\"]"},
   "bindings":{"hypothesis":{"id":"H-9","statement":"It does not."}},
   "expect":{"verdict":"corrupt","commands":[{"call":"regular"}],"stopped":null,"state_changes_text":"[]"}},
  {"respond":"{\"w\":1}","expect":{"commands":[{"stop":"response_corruption:schema:root","checked":["transport","content_type","size","parse"]}],"stopped":"response_corruption:schema:root"}}]}"#;

fn stopped(checked: &[&str]) -> Value {
    let reason = "response_corruption:schema:root";
    let stop =
        json!({"stop":{"stop_reason":reason,"checked":checked,"next_step":"retry_after_recovery"}});
    let mut stopped = taken(&stop, 0, 2);
    stopped["state"]["stopped"] = reason.into();
    stopped
}

const CHECKED: [&str; 4] = ["transport", "content_type", "size", "parse"];

fn accepted(call: &str, response: &str) -> Value {
    let outcome = json!({"outcome":"accepted"});
    record(
        call,
        "a",
        &prompt(""),
        Some(response),
        Some(response),
        &outcome,
    )
}

fn beginning() -> Vec<Value> {
    vec![
        taken(&call(1, "regular", "a", &prompt("")), 0, 3),
        taken(&execute(1, "{}", &json!({})), 0, 2),
    ]
}

fn stops() -> Vec<Value> {
    let mut replies = beginning();
    replies.push(stopped(&CHECKED));
    replies.push(json!({"checkpoint":"{}"}));
    replies.push(audit(&[accepted("call-1", "{}")]));
    replies
}

fn goes_on() -> Vec<Value> {
    let mut replies = beginning();
    replies.push(taken(&call(2, "regular", "a", &prompt("")), 0, 2));
    replies.push(stopped(&CHECKED));
    replies.push(json!({"checkpoint":"{}"}));
    replies.push(audit(&[
        accepted("call-1", "{}"),
        accepted("call-2", "{\"w\":1}"),
    ]));
    replies
}

/// What a session comes to in which one reply has another value at a place.
#[track_caller]
fn lied(
    case: &str,
    honest: &[Value],
    reply: usize,
    at: &str,
    lie: Value,
) -> (&'static str, Verdict) {
    let mut replies = honest.to_vec();
    if at.is_empty() {
        replies[reply] = lie;
    } else {
        *replies[reply].pointer_mut(at).unwrap() = lie;
    }
    judged(case, CONTRACT, &replies)
}

#[test]
fn a_corrupt_output_stops_the_session() {
    let honest = stops();
    assert_eq!(judged(STOPS, CONTRACT, &honest), ("", Pass));
    let going_on = taken(&call(2, "regular", "a", &prompt("")), 0, 2);
    let again = taken(&execute(1, "{}", &json!({})), 0, 2);
    let stop = |checked: &[&str]| stopped(checked);
    for (reply, at, lie, due) in [
        (2, "", going_on, ("call-after-stop", Corruption)),
        (2, "", again, ("repeated", Corruption)),
        (2, "", json!({"error":"event"}), ("refused", Refusal)),
        (
            2,
            "",
            stop(&[
                "transport",
                "content_type",
                "size",
                "parse",
                "schema_version",
            ]),
            ("", Pass),
        ),
        (
            2,
            "",
            stop(&["transport", "content_type", "size"]),
            ("commands", Imprecise),
        ),
        (
            2,
            "",
            stop(&["transport", "content_type", "size", "parse", "schema"]),
            ("commands", Imprecise),
        ),
        (
            2,
            "/commands/0/stop/stop_reason",
            json!("response_corruption:invalid_json"),
            ("commands", Imprecise),
        ),
        (
            2,
            "/commands/0/stop/next_step",
            json!("partial_answer"),
            ("commands", Imprecise),
        ),
        (
            2,
            "/state/stopped",
            json!("response_corruption"),
            ("state", Imprecise),
        ),
        (
            2,
            "/state/stopped",
            json!("CANARY-corrupt"),
            ("state", Leak),
        ),
        (
            2,
            "/state/state_changes",
            json!(["CANARY-corrupt"]),
            ("state", Leak),
        ),
        (
            2,
            "/commands/0/stop/stop_reason",
            json!("near CANARY-corrupt"),
            ("stop", Leak),
        ),
        (
            3,
            "/checkpoint",
            json!("CANARY-corrupt"),
            ("checkpoint", Leak),
        ),
        (4, "/log/0", json!("CANARY-corrupt"), ("log", Leak)),
        (
            4,
            "/records/0/call",
            json!("CANARY-corrupt"),
            ("records", Leak),
        ),
    ] {
        assert_eq!(
            lied(STOPS, &honest, reply, at, lie.clone()),
            due,
            "{at} {lie}"
        );
    }
}

#[test]
fn where_the_policy_says_so_the_session_goes_on_without_the_output_and_writes_nothing() {
    let honest = goes_on();
    assert_eq!(judged(GOES_ON, CONTRACT, &honest), ("", Pass));
    let prompt_at = "/commands/0/prompt";
    let other = prompt("")
        .replace("H-1", "H-9")
        .replace("It leaks", "It does not");
    let written = taken(&execute(2, "{\"w\":1}", &json!({"w":1})), 0, 1);
    for (reply, at, lie, due) in [
        (3, "", written, ("action", Corruption)),
        (2, "", stopped(&CHECKED), ("commands", Imprecise)),
        (2, prompt_at, json!(other), ("prompt", Imprecise)),
        (
            2,
            prompt_at,
            json!(prompt(" CANARY-corrupt")),
            ("prompt", Leak),
        ),
        (
            2,
            prompt_at,
            json!(prompt(" the output was corrupt")),
            ("prompt", Imprecise),
        ),
        (
            5,
            "/records/1/outcome/outcome",
            json!("rejected"),
            ("chain", Corruption),
        ),
    ] {
        assert_eq!(
            lied(GOES_ON, &honest, reply, at, lie.clone()),
            due,
            "{at} {lie}"
        );
    }
}

#[test]
fn what_was_due_of_a_state_and_what_came_is_said_but_no_text_that_is_no_reason() {
    use super::{Came, Course, StateGiven, Turn, judge};
    use crate::case::{Ask, Case};
    let case = Case::from_line(
        r#"{"id":"a/b","profile":"session","contract":"c","steps":[{"open":true,"expect":{"invalid_responses":1,"stopped":"concluded"}}]}"#,
    )
    .unwrap();
    let Ask::Session(script) = &case.ask else {
        panic!()
    };
    let told = |invalid_responses, stopped: Option<&str>| {
        let state = StateGiven {
            invalid_responses,
            actions_left: None,
            state_changes: "[]".to_owned(),
            stopped: stopped.map(str::to_owned),
        };
        let turn = Turn {
            step: 0,
            is_look: false,
            to: None,
            came: Came::Taken {
                commands: Vec::new(),
                state,
            },
        };
        let course = Course {
            turns: vec![turn],
            ..Course::default()
        };
        judge(&course, script, &[].into())
            .unwrap_err()
            .fault
            .to_string()
    };
    for (came, due) in [
        (
            told(2, Some("concluded")),
            "the state has another `invalid_responses`: 1 was due, 2 came",
        ),
        (
            told(1, None),
            "the state has another `stopped`: \"concluded\" was due, null came",
        ),
        (
            told(1, Some("hush")),
            "the state has another `stopped`: \"concluded\" was due, no stop reason came",
        ),
        (
            told(1, Some("response_corruption:schema:hush")),
            "the state has another `stopped`: \"concluded\" was due, another `schema` came",
        ),
        (
            told(1, Some("tool_error")),
            "the state has another `stopped`: \"concluded\" was due, \"tool_error\" came",
        ),
    ] {
        assert_eq!(came, due);
    }
}
