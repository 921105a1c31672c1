//! Every check of a repair, with the replies of a liar.

use serde_json::{Value, json};

use super::*;
use crate::protocol::Reply;
use recovery_reports::{Verdict, sha256};

const CONTRACT: &str = r##"{"contract":1,"phase":"investigation",
  "schema":{"type":"object","properties":{"e":{"$ref":"#/$defs/list"}},"$defs":{"list":{"type":"array","items":{"type":"object"}}}},
  "positions":{"repairable":["/e"]},
  "bindings":{"hypothesis":{"id":"H-1","statement":"It leaks."},"previous_result":{"id":"R-7","summary":"two"},"visible_evidence":["E-1"]},
  "context":{"case":"CANARY-context","raw":"all that was written down at night"}}"##;

const RESPONSE: &str = r#"{"e":{"id":1.0,"s":"CANARY-response"}}"#;
const RESULT: &str = r#"{"e":[{"id":1.0,"s":"CANARY-response"}]}"#;

/// The verdict on a reply to a case whose line has this rest.
fn judged(rest: &str, reply: &Value) -> (&'static str, Verdict) {
    let response = serde_json::to_string(RESPONSE).unwrap();
    let line =
        format!(r#"{{"id":"a/b","profile":"repair","contract":"c","response":{response},{rest}}}"#);
    let case = Case::from_line(&line).unwrap();
    let mut reply = reply.clone();
    reply["id"] = json!(1);
    let line = reply.to_string();
    let contracts = BTreeMap::from([("c".to_owned(), CONTRACT.replace('\n', " "))]);
    let fault = match Reply::read(&line) {
        Ok(reply) => judge(&case, &contracts, &reply.answer).err(),
        Err(why) => Some(Fault::from(why)),
    };
    fault.map_or(("", Verdict::Pass), |fault| (fault.name(), fault.verdict()))
}

fn prompt() -> String {
    format!("investigation_format_repair_v1 at /e. H-1 It leaks. R-7 two E-1\n{RESPONSE}\n-----\n")
}

const ASKED: &str = r#""expect":{"outcome":"repair","path":"/e"}"#;

fn asked() -> Value {
    json!({"outcome": "repair", "path": "/e", "prompt": prompt(), "text": RESPONSE, "rules": [],
           "schema": {"$ref": "#/$defs/l", "$defs": {"l": {"type": "array", "items": {"type": "object"}}}}})
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is a table of lies")]
fn a_repair_call_that_is_due() {
    use Verdict::{Corruption, Garbage, Imprecise, Leak, Refusal};
    assert_eq!(judged(ASKED, &asked()), ("", Verdict::Pass));
    let escaped = serde_json::to_string(RESPONSE).unwrap();
    let lie = |at: &str, lie: Value| {
        let mut reply = asked();
        *reply.pointer_mut(at).unwrap() = lie;
        reply
    };
    let ends = format!("{}{RESPONSE}\n}}\n", prompt().split_once('\n').unwrap().0);
    for (reply, fault, verdict) in [
        (
            lie("/prompt", prompt().replace(RESPONSE, &escaped).into()),
            "",
            Verdict::Pass,
        ),
        (
            lie("/prompt", (prompt() + "CANARY-context").into()),
            "prompt",
            Leak,
        ),
        (
            lie(
                "/prompt",
                (prompt() + "all that was written down at night").into(),
            ),
            "prompt",
            Leak,
        ),
        (
            lie("/rules", json!([{"rule": "CANARY-response", "path": ""}])),
            "rules",
            Leak,
        ),
        (
            json!({"outcome": "accepted", "value": {}, "text": "{}", "rules": []}),
            "unmended",
            Corruption,
        ),
        (lie("/text", "{}".into()), "text", Corruption),
        (
            json!({"outcome": "rejected", "reason": "schema", "path": "/e"}),
            "unrepaired",
            Refusal,
        ),
        (
            json!({"outcome": "repair", "path": "/e"}),
            "prompt",
            Garbage,
        ),
        (
            json!({"commands": [], "state": {"invalid_responses": 0, "actions_left": null, "state_changes": [], "stopped": null}}),
            "commands",
            Garbage,
        ),
        (lie("/path", "".into()), "path", Imprecise),
        (
            lie("/text", RESPONSE.replace(':', ": ").into()),
            "bytes",
            Imprecise,
        ),
        (
            lie("/rules", json!([{"rule": "fence", "path": ""}])),
            "rules",
            Imprecise,
        ),
        (
            lie("/prompt", prompt().replace("_v1", "").into()),
            "prompt",
            Imprecise,
        ),
        (
            lie("/prompt", prompt().replace("/e", "").into()),
            "prompt",
            Imprecise,
        ),
        (
            lie("/prompt", prompt().replace(RESPONSE, "").into()),
            "prompt",
            Imprecise,
        ),
        (
            lie("/prompt", prompt().replace("R-7", "").into()),
            "prompt",
            Imprecise,
        ),
        (lie("/prompt", ends.into()), "section", Imprecise),
        (lie("/schema/$ref", "#/$defs/m".into()), "schema", Imprecise),
        (
            lie("/schema", json!({"type": "array"})),
            "schema",
            Imprecise,
        ),
        (lie("/schema", json!(true)), "schema", Imprecise),
        (lie("/schema", json!({"type": "list"})), "schema", Imprecise),
    ] {
        let found = judged(ASKED, &reply);
        // A missing or wrong kind of reply is told by the field; only the verdict is fixed here.
        let is_garbage = verdict == Garbage && found.1 == Garbage;
        assert!(is_garbage || found == (fault, verdict), "{found:?} {reply}");
    }
    // Where none is due, it is the same however little the reply says.
    let rejected = r#""expect":{"outcome":"rejected","reasons":["schema"],"paths":["/e"]}"#;
    let bare = json!({"outcome": "repair", "path": "/e"});
    assert_eq!(judged(rejected, &bare), ("repair", Corruption));
}

fn taken() -> (String, Value) {
    let quoted = serde_json::to_string(RESULT).unwrap();
    let rest = format!(
        r#""answer":"{{}}","expect":{{"outcome":"accepted","value_text":{quoted},"result":{quoted}}}"#
    );
    let replaced: Value = serde_json::from_str(RESULT).unwrap();
    let reply = json!({"outcome": "accepted", "value": replaced, "rules": [],
        "repair": {"source_sha256": sha256(&[RESPONSE.as_bytes()]), "result": RESULT, "result_sha256": sha256(&[RESULT.as_bytes()]),
                   "patch": [{"op": "replace", "path": "/e", "value": replaced["e"]}]}});
    (rest, reply)
}

#[test]
fn an_answer_that_is_taken() {
    use Verdict::{Corruption, Garbage, Imprecise, Leak, Refusal};
    let (rest, right) = taken();
    assert_eq!(judged(&rest, &right), ("", Verdict::Pass));
    let lie = |at: &str, lie: Value| {
        let mut reply = right.clone();
        *reply.pointer_mut(at).unwrap() = lie;
        reply
    };
    let two_steps = json!([{"op": "add", "path": "/f", "value": [{"id": 1, "s": "CANARY-response"}]}, {"op": "move", "from": "/f", "path": "/e"}]);
    for (reply, fault, verdict) in [
        (lie("/repair/patch", two_steps), "", Verdict::Pass),
        (
            lie(
                "/rules",
                json!([{"rule": "fence", "path": "/CANARY-response"}]),
            ),
            "rules",
            Leak,
        ),
        (lie("/value", json!({"e": []})), "value", Corruption),
        (lie("/repair/result", json!("{}")), "text", Corruption),
        (
            json!({"outcome": "rejected", "reason": "repair", "path": "/e"}),
            "rejected",
            Refusal,
        ),
        (asked(), "kind", Garbage),
        (lie("/repair", Value::Null), "field", Garbage),
        (lie("/repair/patch", json!({})), "provenance", Imprecise),
        (
            lie("/repair/patch/0/path", json!("/f")),
            "provenance",
            Imprecise,
        ),
        (
            lie("/repair/source_sha256", json!("0")),
            "provenance",
            Imprecise,
        ),
        (
            lie("/repair/result_sha256", json!("0")),
            "provenance",
            Imprecise,
        ),
        (
            lie("/repair/result", RESULT.replace(':', ": ").into()),
            "rebuilt-bytes",
            Imprecise,
        ),
        (
            lie("/rules", json!([{"rule": "fence", "path": ""}])),
            "rules",
            Imprecise,
        ),
    ] {
        assert_eq!(judged(&rest, &reply), (fault, verdict), "{reply}");
    }
    let refused =
        r#""answer":"{}","expect":{"outcome":"rejected","reasons":["repair"],"paths":["/e"]}"#;
    let told = json!({"outcome": "rejected", "reason": "repair:CANARY-response", "path": "/e"});
    assert_eq!(judged(refused, &right), ("accepted", Corruption));
    assert_eq!(judged(refused, &told).1, Leak);
}
