//! Sessions that go otherwise, scripts that are none, and logs that are none or damaged.

use std::fs;

use serde_json::{Value, json};

use crate::{corpus, run, text};

#[test]
fn a_session_that_goes_otherwise_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let script = fs::read_to_string(corpus().join("sessions/clean.json")).unwrap();
    let script = script
        .replace(
            "\"contract\": \"lean\"",
            &format!("\"contract\": {:?}", corpus().join("contracts/lean.json")),
        )
        .replace("\"policy\": \"lean\"", "\"policy\": {}");
    for (changed, told) in [
        (
            script.replace("\"calls\": 3", "\"calls\": 4"),
            "ends otherwise: concluded, calls 3, repairs 0, actions 2; the script says: concluded, calls 4",
        ),
        (
            script.replace("{\"answer\"", "{\"repair_answer\""),
            "turn 1 of the script does not fit: it is a `repair_answer`, and the session waits for: call",
        ),
        (
            script.replace("\"visible_evidence\"", "\"visible\""),
            "turn 2 of the script does not fit: event: its bindings have not the form",
        ),
    ] {
        let file = folder.path().join("script.json");
        fs::write(&file, changed).unwrap();
        let played = run(&["simulate".as_ref(), file.as_os_str()]);
        assert_eq!(played.status.code(), Some(3), "{}", text(&played.stderr));
        let last = text(&played.stdout).lines().last().unwrap().to_owned();
        assert!(last.starts_with(told), "{last}");
    }
}

#[test]
fn what_cannot_be_played_or_read_is_a_wrong_command_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file
    };
    let script = |change: &dyn Fn(&mut Value)| {
        let mut script = json!({
            "script": 1, "contract": corpus().join("contracts/lean.json"), "policy": {},
            "turns": [], "ends": {"open": "call", "calls": 1, "repairs": 0, "actions": 0}});
        change(&mut script);
        script.to_string()
    };
    let log = folder.path().join("audit.db");
    let sound = put("sound.json", &script(&|_| {}));
    for code in [Some(0), Some(2)] {
        // The second time the investigation is there already.
        let played = run(&[
            "simulate".as_ref(),
            sound.as_os_str(),
            "--audit".as_ref(),
            log.as_os_str(),
        ]);
        assert_eq!(played.status.code(), code);
    }
    for (file, why) in [
        (put("a.json", "{"), "EOF"),
        (
            put("b.json", &script(&|script| script["script"] = 2.into())),
            "`script` must be 1",
        ),
        (
            put(
                "c.json",
                &script(&|script| script["ends"]["stopped"] = "concluded".into()),
            ),
            "one of `stopped` and `open`",
        ),
        (
            put(
                "d.json",
                &script(&|script| {
                    script["turns"] = json!([{"answer": "", "result": 1}]);
                }),
            ),
            "turn 1 must be one of",
        ),
        (
            put(
                "e.json",
                &script(&|script| {
                    script["policy"] = json!({"response_recovery_version": 2});
                }),
            ),
            "must be the number 0 or 1",
        ),
        (
            put(
                "f.json",
                &script(&|script| script["contract"] = "nowhere".into()),
            ),
            "nowhere.json",
        ),
        (
            put("g.json", &script(&|script| script["turn"] = 1.into())),
            "unknown field",
        ),
        (folder.path().join("nothing.json"), "cannot read"),
    ] {
        let played = run(&["simulate".as_ref(), file.as_os_str()]);
        let told = text(&played.stderr);
        assert_eq!(played.status.code(), Some(2), "{told}");
        assert!(told.contains(why), "{told}");
    }
    for verb in ["show", "verify"] {
        for file in [
            folder.path().join("no.db"),
            sound.clone(),
            folder.path().to_owned(),
        ] {
            let refused = run(&["audit".as_ref(), verb.as_ref(), file.as_os_str()]);
            assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
            assert!(refused.stdout.is_empty());
        }
    }
    let unknown = run(&[
        "audit".as_ref(),
        "show".as_ref(),
        "--investigation".as_ref(),
        "other".as_ref(),
        log.as_os_str(),
    ]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn a_fault_of_a_script_is_one_line_without_the_text_that_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    for (name, turn, why) in [
        (
            "a.json",
            json!("CANARY\u{1b}[2J"),
            "expected an object, one turn",
        ),
        (
            "b.json",
            json!({"transport_error": "CANARY\u{1b}"}),
            "expected one of `timeout`",
        ),
        (
            "c.json",
            json!({"answer": {"CANARY": 1}}),
            "expected a text or a list of lines",
        ),
        (
            "d.json",
            json!({"\u{1b}[2J": 1}),
            "unknown field `\\u{1b}[2J`",
        ),
        ("no\nscript.json", json!(null), "cannot read"),
    ] {
        let script = json!({"script": 1, "contract": "lean", "policy": {}, "turns": [turn],
            "ends": {"open": "call", "calls": 1, "repairs": 0, "actions": 0}});
        let file = folder.path().join(name);
        if !turn.is_null() {
            fs::write(&file, script.to_string()).unwrap();
        }
        let played = run(&["simulate".as_ref(), file.as_os_str()]);
        let told = text(&played.stderr);
        assert_eq!(played.status.code(), Some(2), "{told}");
        assert!(told.contains(why) && !told.contains("CANARY"), "{told}");
        let line = told.strip_suffix('\n').unwrap();
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

#[test]
fn a_log_that_does_not_verify_is_told_with_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.db");
    let script = corpus().join("sessions/clean.json");
    run(&[
        "simulate".as_ref(),
        script.as_os_str(),
        "--audit".as_ref(),
        log.as_os_str(),
    ]);
    let mut bytes = fs::read(&log).unwrap();
    let second = b"\"call\":\"call-2\"";
    let at = bytes
        .windows(second.len())
        .position(|window| window == second);
    bytes[at.unwrap() + second.len() - 2] = b'3';
    fs::write(&log, bytes).unwrap();
    let verified = run(&["audit".as_ref(), "verify".as_ref(), log.as_os_str()]);
    assert_eq!(verified.status.code(), Some(3));
    let told = text(&verified.stdout);
    assert_eq!(
        told,
        "DAMAGED: investigation `clean`, record 2: its hash is not that of its fields\n"
    );
    let shown = run(&["audit".as_ref(), "show".as_ref(), log.as_os_str()]);
    assert_eq!(shown.status.code(), Some(3));
    assert!(shown.stdout.is_empty());
    assert!(
        text(&shown.stderr).contains("record 2"),
        "{}",
        text(&shown.stderr)
    );
}
