//! Every check of the guard, with the replies of a liar.

use std::collections::BTreeMap;

use recovery_reports::Verdict::{self, Corruption, Garbage, Imprecise, Leak, Pass, Refusal, Skip};
use recovery_reports::sha256;
use serde_json::{Value, json};

use crate::case::Case;
use crate::judge::{Fault, judge};
use crate::protocol::Reply;

const READ: &str = r#"{"tool":"t.read","effect":"read","schema":{"type":"object"},"invariants":[{"name":"a","schema":{}}]}"#;

fn contracts() -> BTreeMap<String, String> {
    [
        ("read", READ),
        ("bare", r#"{"tool":"t.bare","effect":"read"}"#),
        ("write", r#"{"tool":"t.write","effect":"write"}"#),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
    .into()
}

/// What a reply to a case comes to, given the case without id and profile.
#[track_caller]
fn judged(case: &Value, reply: &Value) -> (&'static str, Verdict) {
    let mut case = case.clone();
    case["id"] = json!("a/b");
    case["profile"] = json!("guard");
    let case = Case::from_line(&case.to_string()).unwrap();
    let mut reply = reply.clone();
    reply["id"] = json!(1);
    let line = reply.to_string();
    let fault = match Reply::read(&line) {
        Ok(reply) => judge(&case, &contracts(), &reply.answer).err(),
        Err(why) => Some(Fault::from(why)),
    };
    fault.map_or(("", Pass), |fault| (fault.name(), fault.verdict()))
}

#[track_caller]
fn check(case: &Value, table: &[(Value, (&str, Verdict))]) {
    for (reply, due) in table {
        assert_eq!(judged(case, reply), *due, "{reply}");
    }
}

fn output(body: &str) -> Value {
    json!({"transport":"ok","status":200,"content_type":"application/json","body":body})
}

fn guarded(body: &str, expect: &Value) -> Value {
    json!({"contract":"read","output":output(body),"expect":expect})
}

const PASS: (&str, Verdict) = ("", Pass);

#[test]
fn what_is_valid_comes_back_as_it_is() {
    let case = guarded(
        r#"{"a":1.0,"b":"CANARY-guardone"}"#,
        &json!({"verdict":"valid"}),
    );
    check(
        &case,
        &[
            (
                json!({"verdict":"valid","value":{"b":"CANARY-guardone","a":1}}),
                PASS,
            ),
            (
                json!({"verdict":"valid","value":{"a":1.01,"b":"CANARY-guardone"}}),
                ("value", Corruption),
            ),
            (
                json!({"verdict":"valid","value":{"a":1,"b":"CANARY-guardone","c":null}}),
                ("value", Corruption),
            ),
            (json!({"verdict":"valid"}), ("field", Garbage)),
            (
                json!({"verdict":"corrupt","stop_reason":"response_corruption:invalid_json"}),
                ("withheld", Refusal),
            ),
            (
                json!({"verdict":"tool_failure","stop_reason":"tool_error"}),
                ("withheld", Refusal),
            ),
            (json!({"verdict":"fine"}), ("malformed", Garbage)),
            (json!({"outcome":"accepted","value":{}}), ("kind", Garbage)),
            (json!({"error":"request"}), ("error", Garbage)),
            (json!({"error":"unsupported_op"}), ("unsupported", Skip)),
            (
                json!({"verdict":"valid","value":{"b":"CANARY-guardone","a":1},"note":"CANARY-guardone"}),
                ("reply", Leak),
            ),
        ],
    );
}

#[test]
fn what_is_corrupt_is_told_as_that_with_its_reason() {
    let case = guarded(
        r#"{"a":"CANARY-guardtwo""#,
        &json!({"verdict":"corrupt","stop_reasons":["response_corruption:invalid_json"]}),
    );
    let corrupt = |reason: &str| json!({"verdict":"corrupt","stop_reason":reason});
    check(
        &case,
        &[
            (corrupt("response_corruption:invalid_json"), PASS),
            (
                corrupt("response_corruption:schema:root"),
                ("stop-reason", Imprecise),
            ),
            (json!({"verdict":"corrupt"}), ("field", Garbage)),
            (
                json!({"verdict":"valid","value":{}}),
                ("unguarded", Corruption),
            ),
            (
                json!({"verdict":"tool_failure","stop_reason":"tool_error"}),
                ("verdict", Imprecise),
            ),
            (
                corrupt("response_corruption:invalid_json: CANARY-guardtwo"),
                ("reply", Leak),
            ),
            (
                json!({"verdict":"corrupt","stop_reason":"response_corruption:invalid_json","value":"CANARY-guardtwo"}),
                ("reply", Leak),
            ),
            (
                json!({"error":"x","detail":"CANARY-guardtwo"}),
                ("reply", Leak),
            ),
        ],
    );
}

#[test]
fn a_failure_is_no_corruption() {
    let case = json!({"contract":"read","output":{"transport":"timeout"},
        "expect":{"verdict":"tool_failure","stop_reasons":["tool_timeout"]}});
    let told = |verdict: &str, reason: &str| json!({"verdict":verdict,"stop_reason":reason});
    check(
        &case,
        &[
            (told("tool_failure", "tool_timeout"), PASS),
            (
                told("tool_failure", "tool_error"),
                ("stop-reason", Imprecise),
            ),
            (
                told("corrupt", "response_corruption:invalid_json"),
                ("verdict", Imprecise),
            ),
            (
                json!({"verdict":"valid","value":null}),
                ("unguarded", Corruption),
            ),
        ],
    );
}

#[test]
fn what_may_be_refused_may_be_so_only_for_the_reason_stated() {
    let mut case = guarded(
        "[1e400]",
        &json!({"verdict":"valid","stop_reasons":["response_corruption:invalid_json"]}),
    );
    case["level"] = json!("may");
    let valid = serde_json::from_str(r#"{"verdict":"valid","value":[10]}"#).unwrap();
    check(
        &case,
        &[
            (
                json!({"verdict":"corrupt","stop_reason":"response_corruption:invalid_json"}),
                PASS,
            ),
            (
                json!({"verdict":"corrupt","stop_reason":"response_corruption:schema:root"}),
                ("stop-reason", Imprecise),
            ),
            (
                json!({"verdict":"tool_failure","stop_reason":"tool_error"}),
                ("withheld", Refusal),
            ),
            (valid, ("value", Corruption)),
        ],
    );
}

#[test]
fn a_receipt_tells_of_what_was_kept() {
    let case = guarded(
        "<html>",
        &json!({"verdict":"corrupt","stop_reasons":["response_corruption:invalid_json"]}),
    );
    let receipt = |sha256: &str, bytes: u64, prefix: bool| {
        json!({"verdict":"corrupt","stop_reason":"response_corruption:invalid_json",
            "quarantine":{"sha256":sha256,"bytes":bytes,"prefix":prefix}})
    };
    let hash = sha256(&[b"<html>"]);
    check(
        &case,
        &[
            (receipt(&hash, 6, false), PASS),
            (
                receipt(&sha256(&[b"<htm>"]), 6, false),
                ("quarantine", Imprecise),
            ),
            (receipt(&hash, 5, false), ("quarantine", Imprecise)),
            (receipt(&hash, 6, true), ("quarantine", Imprecise)),
        ],
    );
    let valid = guarded("{}", &json!({"verdict":"valid"}));
    let kept = json!({"verdict":"valid","value":{},
        "quarantine":{"sha256":sha256(&[b"{}"]),"bytes":2,"prefix":false}});
    assert_eq!(judged(&valid, &kept), ("quarantine", Imprecise));
}

#[test]
fn of_a_body_that_is_too_large_the_beginning_is_kept() {
    let body = "a".repeat(70_000);
    let case = guarded(
        &body,
        &json!({"verdict":"corrupt","stop_reasons":["response_corruption:output_too_large"]}),
    );
    let receipt = |kept: &str, prefix: bool| {
        json!({"verdict":"corrupt","stop_reason":"response_corruption:output_too_large",
            "quarantine":{"sha256":sha256(&[kept.as_bytes()]),"bytes":kept.len(),"prefix":prefix}})
    };
    check(
        &case,
        &[
            (receipt(&body[..65_536], true), PASS),
            (receipt(&body[..65_536], false), ("quarantine", Imprecise)),
            (receipt(&body, false), ("quarantine", Imprecise)),
            (receipt(&body[..65_535], true), ("quarantine", Imprecise)),
        ],
    );
}

const STOP: &str = r#"{"stop_reason":"response_corruption:invalid_json","checked":["transport","content_type","size"],"next_step":"partial_answer"}"#;

/// Under the default policy: a call that is valid, a write on it, a call that is corrupt, then all that must not be.
fn run() -> Value {
    json!({"run":{"contracts":{"t.read":"read","t.write":"write"},"steps":[
            {"call":"t.read","outputs":[{"transport":"timeout"},output("{}")]},
            {"write":"t.write","depends_on":[0],"output":{"transport":"ok","status":200,"body":"[]","content_type":"application/json"}},
            {"call":"t.none","outputs":[output("{}")]},
            {"call":"t.read","outputs":[output("CANARY-guardthree")]},
            {"call":"t.read","outputs":[output("{}")]},
            {"think":true},
            {"write":"t.write","depends_on":[0]}]},
        "expect":{"steps":[
            {"verdict":"valid","tries":2},
            {"write":"allowed","verdict":"valid"},
            {"verdict":"refused","stop_reasons":["policy:no_contract"]},
            {"verdict":"corrupt","stop_reasons":["response_corruption:invalid_json"],"tries":1},
            {"skipped":true},
            {"skipped":true},
            {"write":"blocked"}],
          "stop":{"stop_reasons":["response_corruption:invalid_json"],"checked":["transport","content_type","size"],"next_step":"partial_answer"},
          "metrics":{"all":{"calls":2,"tool_2xx_rate":"2/2","tool_output_invalid_rate":"1/2"}}}})
}

fn run_reply() -> Value {
    let rates = json!({"calls":2,"tool_2xx_rate":1.0,"tool_output_invalid_rate":0.5});
    let series = |success: Option<f64>, invalid: Option<f64>| json!({"tool_2xx_rate":success,"tool_output_invalid_rate":invalid});
    let first = series(Some(1.0), Some(0.0));
    let last = series(Some(1.0), Some(0.5));
    json!({"steps":[
            {"verdict":"valid","tries":2},
            {"write":"allowed","verdict":"valid"},
            {"verdict":"refused","stop_reason":"policy:no_contract"},
            {"verdict":"corrupt","stop_reason":"response_corruption:invalid_json","tries":1},
            {"skipped":true},
            {"skipped":true},
            {"write":"blocked"}],
        "metrics":{"all":rates,"tools":{"t.read":rates},"series":[first,first,first,last,last,last,last]},
        "stop":serde_json::from_str::<Value>(STOP).unwrap()})
}

/// What a reply comes to that has another value at a place; null takes the member out.
#[track_caller]
fn lied(case: &Value, truth: &Value, at: &str, lie: Value) -> (&'static str, Verdict) {
    let mut reply = truth.clone();
    let (parent, key) = at.rsplit_once('/').unwrap();
    let parent = reply.pointer_mut(parent).unwrap();
    match parent {
        Value::Object(members) if lie == json!("-") => {
            members.remove(key);
        }
        Value::Object(members) => {
            members.insert(key.to_owned(), lie);
        }
        _ => parent[key.parse::<usize>().unwrap()] = lie,
    }
    judged(case, &reply)
}

#[test]
fn a_run_is_told_step_by_step() {
    let (case, truth) = (run(), run_reply());
    assert_eq!(judged(&case, &truth), PASS);
    let corrupt =
        json!({"verdict":"corrupt","stop_reason":"response_corruption:invalid_json","tries":1});
    for (at, lie, due) in [
        (
            "/steps/3",
            json!({"verdict":"valid","tries":1}),
            ("unguarded", Corruption),
        ),
        (
            "/steps/6",
            json!({"write":"allowed"}),
            ("written", Corruption),
        ),
        (
            "/steps/4",
            json!({"verdict":"valid","tries":1}),
            ("unended", Corruption),
        ),
        (
            "/steps/2",
            json!({"verdict":"valid","tries":1}),
            ("unguarded", Corruption),
        ),
        (
            "/steps/5",
            json!({"write":"allowed"}),
            ("unended", Corruption),
        ),
        ("/steps/0", corrupt.clone(), ("withheld", Refusal)),
        ("/steps/1", json!({"write":"blocked"}), ("blocked", Refusal)),
        ("/steps/0", json!({"skipped":true}), ("not-called", Refusal)),
        ("/steps/0/tries", json!(1), ("step", Imprecise)),
        ("/steps/0/tries", json!("-"), ("step", Imprecise)),
        ("/steps/0/used", json!("t.other"), ("step", Imprecise)),
        ("/steps/0/effect", json!("unknown"), ("step", Imprecise)),
        ("/steps/1/effect", json!("unknown"), ("step", Imprecise)),
        ("/steps/1/verdict", json!("-"), ("step", Imprecise)),
        ("/steps/1/verdict", json!("corrupt"), ("withheld", Refusal)),
        ("/steps/6/verdict", json!("valid"), ("step", Imprecise)),
        ("/steps/4", json!({"write":"blocked"}), ("step", Imprecise)),
        ("/steps/6", json!({"skipped":true}), ("step", Imprecise)),
        (
            "/steps/2/stop_reason",
            json!("tool_error"),
            ("stop-reason", Imprecise),
        ),
        ("/steps/2", json!({"skipped":true}), ("step", Imprecise)),
        (
            "/steps/3",
            json!({"verdict":"tool_failure","stop_reason":"tool_error","tries":1}),
            ("verdict", Imprecise),
        ),
        ("/steps/3/note", json!("CANARY-guardthree"), ("reply", Leak)),
        (
            "/steps/3/quarantine",
            json!({"sha256":"","bytes":0,"prefix":false}),
            ("quarantine", Imprecise),
        ),
        (
            "/steps/4/quarantine",
            json!({"sha256":"","bytes":0,"prefix":false}),
            ("quarantine", Imprecise),
        ),
        ("/steps/5", json!({}), ("malformed", Garbage)),
        (
            "/steps/5",
            json!({"skipped":true,"write":"blocked"}),
            ("malformed", Garbage),
        ),
        ("/steps/6/write", json!("perhaps"), ("malformed", Garbage)),
        ("/steps", json!([]), ("run-steps", Garbage)),
    ] {
        assert_eq!(lied(&case, &truth, at, lie.clone()), due, "{at} {lie}");
    }
    for (reply, due) in [
        (json!({"error":"policy:invalid"}), ("run-refused", Refusal)),
        (json!({"error":"request"}), ("error", Garbage)),
        (json!({"error":"unsupported_op"}), ("unsupported", Skip)),
        (json!({"verdict":"valid","value":1}), ("kind", Garbage)),
    ] {
        assert_eq!(judged(&case, &reply), due, "{reply}");
    }
}

#[test]
fn the_rates_are_recounted() {
    let (case, truth) = (run(), run_reply());
    for (at, lie, due) in [
        ("/metrics/all/calls", json!(3), ("metrics", Imprecise)),
        (
            "/metrics/all/tool_2xx_rate",
            json!(0.75),
            ("metrics", Imprecise),
        ),
        (
            "/metrics/all/tool_output_invalid_rate",
            json!(0.333),
            ("metrics", Imprecise),
        ),
        (
            "/metrics/all/tool_output_invalid_rate",
            Value::Null,
            ("metrics", Imprecise),
        ),
        ("/metrics/all/tool_output_invalid_rate", json!(0.5005), PASS),
        (
            "/metrics/tools/t.none",
            json!({"calls":1,"tool_2xx_rate":null,"tool_output_invalid_rate":null}),
            ("metrics", Imprecise),
        ),
        ("/metrics/tools", json!({}), ("metrics", Imprecise)),
        (
            "/metrics/tools/t.read/calls",
            json!(1),
            ("metrics", Imprecise),
        ),
        ("/metrics/series", json!([]), ("metrics", Imprecise)),
        (
            "/metrics/series/0/tool_2xx_rate",
            Value::Null,
            ("metrics", Imprecise),
        ),
        (
            "/metrics/series/6/tool_output_invalid_rate",
            json!(0.6),
            ("metrics", Imprecise),
        ),
        (
            "/metrics/all",
            json!({"calls":2,"tool_2xx_rate":1}),
            ("malformed", Garbage),
        ),
        ("/metrics", json!("-"), ("malformed", Garbage)),
    ] {
        assert_eq!(lied(&case, &truth, at, lie.clone()), due, "{at} {lie}");
    }
}

#[test]
fn the_stop_report_is_one_of_those_due() {
    let (case, truth) = (run(), run_reply());
    for (at, lie, due) in [
        ("/stop", Value::Null, ("run-stop", Imprecise)),
        ("/stop", json!("-"), ("malformed", Garbage)),
        (
            "/stop/stop_reason",
            json!("response_corruption:schema:root"),
            ("run-stop", Imprecise),
        ),
        (
            "/stop/checked",
            json!(["transport"]),
            ("run-stop", Imprecise),
        ),
        (
            "/stop/checked",
            json!(["transport", "content_type", "size", "parse"]),
            ("run-stop", Imprecise),
        ),
        (
            "/stop/checked",
            json!(["transport", "content_type", "size", "taste"]),
            ("run-stop", Imprecise),
        ),
        (
            "/stop/next_step",
            json!("retry_after_recovery"),
            ("run-stop", Imprecise),
        ),
    ] {
        assert_eq!(lied(&case, &truth, at, lie.clone()), due, "{at} {lie}");
    }
}

#[test]
fn a_gate_that_the_contract_does_not_ask_for_may_be_named_or_not() {
    let mut case = run();
    let mut truth = run_reply();
    let reason = "response_corruption:schema:root";
    case["expect"]["steps"][3]["stop_reasons"] = json!([reason]);
    case["expect"]["stop"]["stop_reasons"] = json!([reason]);
    case["expect"]["stop"]["checked"] = json!(["transport", "content_type", "size", "parse"]);
    truth["steps"][3]["stop_reason"] = json!(reason);
    truth["stop"]["stop_reason"] = json!(reason);
    let gates = [
        "transport",
        "content_type",
        "size",
        "parse",
        "schema_version",
    ];
    for (named, due) in [
        (&gates[..4], PASS),
        (&gates[..5], PASS),
        (&gates[..3], ("run-stop", Imprecise)),
        (
            &["transport", "content_type", "size", "parse", "schema"],
            ("run-stop", Imprecise),
        ),
    ] {
        truth["stop"]["checked"] = json!(named);
        assert_eq!(judged(&case, &truth), due, "{named:?}");
    }
}

#[test]
fn a_healed_failure_may_be_told_and_a_fallback_counts_for_both_tools() {
    let failure =
        json!({"stop_reasons":["tool_timeout"],"checked":[],"next_step":"partial_answer"});
    let case = json!({"run":{"contracts":{"t.read":"read","t.bare":"bare"},
            "policy":{"tools":{"t.read":{"fallback":"t.bare"}}},
            "steps":[{"call":"t.read","outputs":[{"transport":"timeout"},output("[]")]}]},
        "expect":{"steps":[{"verdict":"valid","tries":2,"used":"t.bare"}],"stop":[null,failure]}});
    let rates = |calls: u64, success: Option<f64>, invalid: Option<f64>| json!({"calls":calls,"tool_2xx_rate":success,"tool_output_invalid_rate":invalid});
    let truth = json!({"steps":[{"verdict":"valid","tries":2,"used":"t.bare"}],
        "metrics":{"all":rates(2, Some(0.5), Some(0.0)),
            "tools":{"t.read":rates(1, Some(0.0), None),"t.bare":rates(1, Some(1.0), Some(0.0))},
            "series":[rates(2, Some(0.5), Some(0.0))]},
        "stop":null});
    assert_eq!(judged(&case, &truth), PASS);
    for (at, lie, due) in [
        (
            "/stop",
            json!({"stop_reason":"tool_timeout","checked":[],"next_step":"partial_answer"}),
            PASS,
        ),
        (
            "/stop",
            json!({"stop_reason":"tool_error","checked":[],"next_step":"partial_answer"}),
            ("run-stop", Imprecise),
        ),
        ("/steps/0/tries", json!(1), PASS),
        ("/steps/0/tries", json!(3), ("step", Imprecise)),
        ("/steps/0/used", json!("-"), ("step", Imprecise)),
        ("/metrics/all/calls", json!(1), ("metrics", Imprecise)),
    ] {
        assert_eq!(lied(&case, &truth, at, lie.clone()), due, "{at} {lie}");
    }
}

#[test]
fn a_broken_policy_refuses_the_run_whole() {
    let case = json!({"run":{"contracts":{"t.read":"read"},"policy":{"on_corruption":"go_on"},
            "steps":[{"call":"t.read","outputs":[output("{}")]}]},
        "expect":{"error":["policy:invalid","request"]}});
    let mut led = run_reply();
    led["stop"] = Value::Null;
    check(
        &case,
        &[
            (json!({"error":"policy:invalid"}), PASS),
            (json!({"error":"request","detail":"no"}), PASS),
            (json!({"error":"contract"}), ("wrong-error", Imprecise)),
            (led, ("taken", Corruption)),
        ],
    );
}

#[test]
fn the_effect_of_a_write_that_went_wrong_is_unknown() {
    let case = json!({"run":{"contracts":{"t.write":"write"},
            "steps":[{"write":"t.write","output":{"transport":"timeout"}},{"write":"t.write"}]},
        "expect":{"steps":[{"write":"allowed","verdict":"tool_failure","stop_reasons":["tool_timeout"],"effect":"unknown"},{"write":"blocked"}],
            "stop":{"stop_reasons":["tool_timeout"],"checked":[],"next_step":"retry_after_recovery"}}});
    let nothing = json!({"calls":0,"tool_2xx_rate":null,"tool_output_invalid_rate":null});
    let truth = json!({"steps":[{"write":"allowed","verdict":"tool_failure","stop_reason":"tool_timeout","effect":"unknown"},{"write":"blocked"}],
        "metrics":{"all":nothing,"tools":{},"series":[nothing,nothing]},
        "stop":{"stop_reason":"tool_timeout","checked":[],"next_step":"retry_after_recovery"}});
    assert_eq!(judged(&case, &truth), PASS);
    for (at, lie, due) in [
        ("/steps/0/effect", json!("-"), ("step", Imprecise)),
        ("/steps/0/effect", json!("done"), ("step", Imprecise)),
        (
            "/steps/0/verdict",
            json!("valid"),
            ("unguarded", Corruption),
        ),
        (
            "/steps/1",
            json!({"write":"allowed"}),
            ("written", Corruption),
        ),
    ] {
        assert_eq!(lied(&case, &truth, at, lie.clone()), due, "{at} {lie}");
    }
}
