//! Every check of a course, with the replies of a liar: those of an honest session, one of them changed.

use recovery_reports::{Verdict, sha256};
use serde_json::{Value, json};

use super::testing::{self, audit, call, execute, prompt, record, taken};

const CONTRACT: &str = r#"{"contract":1,"phase":"investigation","schema":{"type":"object"},
  "bindings":{"hypothesis":{"id":"H-1","statement":"It leaks."},"visible_evidence":["E-1"]},
  "context":{"case":"CANARY-context is what the case is about"}}"#;

const FENCED: &str = "```json\n{\"a\":1}\n```";
const ELIGIBLE: &str = r#"{"e":{"id":"E-1"}}"#;
const REBUILT: &str = r#"{"e":[{"id":"E-1"}]}"#;

const CASE: &str = r#"{"id":"a/b","profile":"session","contract":"c","policy":{"response_recovery_version":1},"steps":[
  {"open":true,"expect":{"commands":[{"call":"regular","provider":"a"}],"invalid_responses":0,"actions_left":3,"state_changes_text":"[]","stopped":null}},
  {"respond":"no CANARY-response","expect":{"commands":[{"call":"regular","provider":"a","notice":{"category":"parse","path":""}}],"invalid_responses":1}},
  {"transport_error":"timeout","expect":{"commands":[{"call":"regular","provider":"b","notice":{"category":"parse","path":""}}]}},
  {"respond":"```json\n{\"a\":1}\n```","finish":"stop","expect":{"commands":[{"execute":"query","arguments_text":"{\"a\":1.0}"}],"actions_left":2,"text":"{\"a\":1}\n"}},
  {"result":[1],"expect":{"commands":[{"call":"regular","hint":[{"rule":"fence","path":""}]}]}},
  {"respond":"{\"e\":{\"id\":\"E-1\"}}","expect":{"commands":[{"call":"repair","path":"/e"}],"invalid_responses":1}},
  {"respond":"{\"replacement\":[{\"id\":\"E-1\"}]}","expect":{"commands":[{"execute":"query"}],"invalid_responses":0}},
  {"result":[2],"expect":{"commands":[{"call":"regular"}]}},
  {"respond":"late","to":0,"expect":{"error":"event"}},
  {"resume":{},"expect":{"commands":[{"call":"regular"}]}},
  {"respond":"{}","expect":{"commands":[{"stop":"concluded","next_step":"none","checked":["parse"]}],"stopped":"concluded"}}]}"#;

/// The places of the replies.
const OPEN: usize = 0;
const REJECTED: usize = 1;
const RETRIED: usize = 2;
const EXECUTED: usize = 3;
const HINTED: usize = 4;
const REPAIR: usize = 5;
const ERROR: usize = 8;
const LOOK: usize = 11;
const RESUMED: usize = 14;
const STOP: usize = 15;
const CHECKPOINT: usize = 16;
const AUDIT: usize = 17;

fn repair_prompt() -> String {
    format!("investigation_format_repair_v1 at /e: H-1 It leaks. E-1\n{ELIGIBLE}\n=====\n")
}

/// The records of the session, not yet chained.
fn records() -> Vec<Value> {
    let notice = prompt(" parse at \"\"");
    let hint = prompt(" fence at \"\"");
    let accepted = json!({"outcome": "accepted"});
    let mut fenced = record(
        "call-3",
        "b",
        &notice,
        Some(FENCED),
        Some("{\"a\":1}\n"),
        &accepted,
    );
    fenced["finish"] = "stop".into();
    fenced["rules"] = json!([{"rule": "fence", "path": ""}]);
    let mut repaired = record(
        "call-5",
        "a",
        &repair_prompt(),
        Some(r#"{"replacement":[{"id":"E-1"}]}"#),
        Some(REBUILT),
        &accepted,
    );
    repaired["kind"] = "repair".into();
    repaired["repair"] = json!({"source": 4, "source_sha256": sha256(&[ELIGIBLE.as_bytes()]), "path": "/e",
        "patch": r#"[{"op":"replace","path":"/e","value":[{"id":"E-1"}]}]"#, "result": REBUILT, "result_sha256": sha256(&[REBUILT.as_bytes()])});
    vec![
        record(
            "call-1",
            "a",
            &prompt(""),
            Some("no CANARY-response"),
            None,
            &json!({"outcome": "rejected", "reason": "parse:syntax", "path": ""}),
        ),
        record(
            "call-2",
            "a",
            &notice,
            None,
            None,
            &json!({"outcome": "transport_error", "kind": "timeout"}),
        ),
        fenced,
        record(
            "call-4",
            "a",
            &hint,
            Some(ELIGIBLE),
            Some(ELIGIBLE),
            &json!({"outcome": "repair", "path": "/e"}),
        ),
        repaired,
        record(
            "call-6",
            "a",
            &prompt(""),
            Some("{}"),
            Some("{}"),
            &accepted,
        ),
    ]
}

/// The replies of an honest session with these records in the end.
fn replies(records: &[Value]) -> Vec<Value> {
    let first = call(1, "regular", "a", &prompt(""));
    let last = call(6, "regular", "a", &prompt(""));
    let checkpoint = json!({"checkpoint": "{\"checkpoint\":1}"});
    let so_far = audit(&records[..5.min(records.len())]);
    let stop =
        json!({"stop": {"stop_reason": "concluded", "checked": ["parse"], "next_step": "none"}});
    let mut stopped = taken(&stop, 0, 1);
    stopped["state"]["stopped"] = "concluded".into();
    vec![
        taken(&first, 0, 3),
        taken(&call(2, "regular", "a", &prompt(" parse at \"\"")), 1, 3),
        taken(&call(3, "regular", "b", &prompt(" parse at \"\"")), 1, 3),
        taken(&execute(3, "{\"a\":1}\n", &json!({"a": 1})), 0, 2),
        taken(&call(4, "regular", "a", &prompt(" fence at \"\"")), 0, 2),
        taken(&call(5, "repair", "a", &repair_prompt()), 1, 2),
        taken(&execute(5, REBUILT, &json!({})), 0, 1),
        taken(&last, 0, 1),
        json!({"error": "event", "detail": "another call is open"}),
        checkpoint.clone(),
        so_far.clone(),
        taken(&last, 0, 1),
        checkpoint.clone(),
        so_far,
        taken(&last, 0, 1),
        stopped,
        checkpoint,
        audit(records),
    ]
}

fn judged(replies: &[Value]) -> (&'static str, Verdict) {
    testing::judged(CASE, CONTRACT, replies)
}

#[test]
fn an_honest_session_is_right() {
    assert_eq!(judged(&replies(&records())), ("", Verdict::Pass));
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is a table of lies")]
fn one_changed_reply_is_found() {
    use Verdict::{Corruption, Garbage, Imprecise, Leak, Refusal, Skip};
    let prompt_at = "/commands/0/prompt";
    let another = call(9, "regular", "a", &prompt(""));
    let executed = execute(3, "{\"a\":1}\n", &json!({"a": 1}));
    let bare: Value = prompt("").into();
    for (reply, at, lie, fault, verdict) in [
        (
            REJECTED,
            prompt_at,
            prompt(" parse at \"\" near CANARY-response").into(),
            "prompt",
            Leak,
        ),
        (ERROR, "/detail", "CANARY-response".into(), "detail", Leak),
        (
            CHECKPOINT,
            "/checkpoint",
            "CANARY-resp".into(),
            "checkpoint",
            Leak,
        ),
        (AUDIT, "/log/0", "got CANARY-response".into(), "log", Leak),
        (
            STOP,
            "/commands/0/stop/next_step",
            "CANARY-response".into(),
            "stop",
            Leak,
        ),
        (
            REPAIR,
            prompt_at,
            (repair_prompt() + "CANARY-context").into(),
            "prompt",
            Leak,
        ),
        (
            REJECTED,
            "/commands/0",
            executed.clone(),
            "action",
            Corruption,
        ),
        (
            EXECUTED,
            "/commands/0/arguments",
            json!({"a": 2}),
            "action",
            Corruption,
        ),
        (
            EXECUTED,
            "/commands/0/tool",
            "drop".into(),
            "action",
            Corruption,
        ),
        (
            6,
            "/commands/0/execute",
            executed["execute"].clone(),
            "repeated",
            Corruption,
        ),
        (
            HINTED,
            "/commands/0",
            call(5, "repair", "a", "/e"),
            "repair",
            Corruption,
        ),
        (ERROR, "", taken(&another, 0, 1), "taken", Corruption),
        (
            OPEN,
            "/state/state_changes",
            json!([1]),
            "state-changes",
            Corruption,
        ),
        (
            AUDIT,
            "/records/0/response",
            "yes".into(),
            "chain",
            Corruption,
        ),
        (
            AUDIT,
            "/records/2/previous",
            "0".into(),
            "chain",
            Corruption,
        ),
        (AUDIT, "/head", "0".into(), "chain", Corruption),
        (AUDIT, "", audit(&records()[1..]), "chain", Corruption),
        (
            EXECUTED,
            "/commands/0",
            another.clone(),
            "rejected",
            Refusal,
        ),
        (
            REPAIR,
            "/commands/0",
            another.clone(),
            "unrepaired",
            Refusal,
        ),
        (STOP, "/commands/0", another.clone(), "rejected", Refusal),
        (
            RESUMED,
            "",
            json!({"error": "checkpoint"}),
            "refused",
            Refusal,
        ),
        (LOOK, "", json!({"error": "audit"}), "refused", Refusal),
        (OPEN, "", json!({"error": "request"}), "error", Garbage),
        (OPEN, "", json!({"ok": true}), "kind", Garbage),
        (CHECKPOINT, "", json!({"ok": true}), "kind", Garbage),
        (
            OPEN,
            "",
            json!({"error": "unsupported_op"}),
            "unsupported",
            Skip,
        ),
        (ERROR, "/error", "session".into(), "wrong-error", Imprecise),
        (
            REJECTED,
            "/commands/0/provider",
            "b".into(),
            "commands",
            Imprecise,
        ),
        (
            REJECTED,
            "/commands",
            json!([another, another]),
            "commands",
            Imprecise,
        ),
        (
            STOP,
            "/commands/0/stop/checked",
            json!([]),
            "commands",
            Imprecise,
        ),
        (STOP, "/state/stopped", Value::Null, "state", Imprecise),
        (
            REJECTED,
            "/state/invalid_responses",
            json!(0),
            "state",
            Imprecise,
        ),
        (
            EXECUTED,
            "/state/actions_left",
            json!(3),
            "state",
            Imprecise,
        ),
        (
            REJECTED,
            "/commands/0/call",
            "call-1".into(),
            "id",
            Imprecise,
        ),
        (
            EXECUTED,
            "/commands/0/execute",
            "action-3".into(),
            "id",
            Imprecise,
        ),
        (
            RESUMED,
            "/commands/0/call",
            "call-7".into(),
            "changed",
            Imprecise,
        ),
        (LOOK, "/state/actions_left", json!(0), "changed", Imprecise),
        (
            RETRIED,
            prompt_at,
            prompt(" parse  at \"\"").into(),
            "prompt",
            Imprecise,
        ),
        (REJECTED, prompt_at, bare.clone(), "prompt", Imprecise),
        (HINTED, prompt_at, bare, "prompt", Imprecise),
        (
            HINTED,
            prompt_at,
            prompt(&format!(" fence {}", "x".repeat(200))).into(),
            "prompt",
            Imprecise,
        ),
        (
            OPEN,
            prompt_at,
            prompt(" again").into(),
            "prompt",
            Imprecise,
        ),
        (OPEN, prompt_at, "H-1".into(), "prompt", Imprecise),
    ] {
        let mut replies = replies(&records());
        *replies[reply].pointer_mut(at).unwrap() = lie;
        assert_eq!(judged(&replies), (fault, verdict), "reply {reply} {at}");
    }
}

#[test]
fn one_changed_record_is_found_although_the_chain_verifies() {
    use Verdict::{Corruption, Imprecise};
    for (record, at, lie, fault, verdict) in [
        (0, "/response", json!("another"), "recorded", Corruption),
        (1, "/response", json!("another"), "recorded", Corruption),
        (2, "/text", json!("{}"), "recorded", Corruption),
        (4, "/repair", Value::Null, "recorded", Corruption),
        (4, "/repair/source", json!(1), "recorded", Corruption),
        (
            4,
            "/repair/source_sha256",
            json!("0"),
            "recorded",
            Corruption,
        ),
        (4, "/repair/patch", json!("[]"), "recorded", Corruption),
        (4, "/repair/result", json!("{}"), "recorded", Corruption),
        (4, "/repair/path", json!("/f"), "recorded", Corruption),
        (5, "/text", json!("{} "), "recorded", Corruption),
        (0, "/call", json!("call-2"), "audit", Imprecise),
        (0, "/kind", json!("repair"), "audit", Imprecise),
        (0, "/provider", json!("b"), "audit", Imprecise),
        (0, "/prompt_sha256", json!("0"), "audit", Imprecise),
        (2, "/finish", Value::Null, "audit", Imprecise),
        (0, "/outcome/reason", json!("schema"), "audit", Imprecise),
        (1, "/outcome/kind", json!("unreachable"), "audit", Imprecise),
        (3, "/outcome/path", json!("/f"), "recorded", Corruption),
        (
            2,
            "/rules",
            json!([{"rule": "decode", "path": ""}]),
            "audit",
            Imprecise,
        ),
    ] {
        let mut records = records();
        *records[record].pointer_mut(at).unwrap() = lie;
        assert_eq!(
            judged(&replies(&records)),
            (fault, verdict),
            "record {record} {at}"
        );
    }
    let mut fewer = records();
    fewer.pop();
    assert_eq!(judged(&replies(&fewer)), ("recorded", Corruption));
}
