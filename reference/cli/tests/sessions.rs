//! The scripts of `corpus/sessions/`, played by the program as anyone would, and what it says of the
//! log that it leaves.
//!
//! The courses beside the scripts are renewed by `UPDATE_SESSIONS=1 cargo test -p
//! response-recovery-cli --test sessions`, and then by `cargo xtask corpus --write`.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests lie outside their functions"
)]

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn scripts() -> Vec<PathBuf> {
    let folder = fs::read_dir(corpus().join("sessions")).unwrap();
    let files = folder.map(|entry| entry.unwrap().path());
    let mut scripts: Vec<PathBuf> = files
        .filter(|path| path.extension() == Some(OsStr::new("json")))
        .collect();
    scripts.sort();
    scripts
}

fn run(arguments: &[&OsStr]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_response-recovery"))
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Every text of a script that an answer, a result or an action holds.
fn secrets(script: &Path) -> Vec<String> {
    let script: Value = serde_json::from_str(&fs::read_to_string(script).unwrap()).unwrap();
    let mut found = Vec::new();
    let turns = script["turns"].as_array().unwrap();
    for turn in turns {
        for member in ["answer", "repair_answer"] {
            let lines = turn[member].as_array().cloned().unwrap_or_default();
            found.extend(lines.iter().filter_map(Value::as_str).map(str::to_owned));
            found.extend(turn[member].as_str().map(str::to_owned));
        }
    }
    // A line of punctuation alone says nothing.
    found.retain(|text| text.chars().filter(char::is_ascii_alphabetic).count() > 4);
    found
}

#[test]
fn each_session_goes_as_it_is_written_and_leaves_a_log_that_verifies() {
    let scripts = scripts();
    assert!(scripts.len() >= 6);
    for script in scripts {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("audit.db");
        let played = run(&[
            "simulate".as_ref(),
            script.as_os_str(),
            "--audit".as_ref(),
            log.as_os_str(),
        ]);
        let course = text(&played.stdout);
        let golden = script.with_extension("txt");
        if env::var_os("UPDATE_SESSIONS").is_some() {
            fs::write(&golden, &course).unwrap();
        }
        let due = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(course, due, "{}", script.display());
        assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));

        let verified = run(&["audit".as_ref(), "verify".as_ref(), log.as_os_str()]);
        assert_eq!(verified.status.code(), Some(0));
        let name = script.file_stem().unwrap().to_str().unwrap().to_owned();
        let line = text(&verified.stdout);
        assert!(line.starts_with(&format!("{name}: verified, ")), "{line}");

        let shown = run(&["audit".as_ref(), "show".as_ref(), log.as_os_str()]);
        assert_eq!(shown.status.code(), Some(0));
        let calls = course.lines().filter(|line| line.starts_with("call-"));
        let rows = text(&shown.stdout).matches(" call-").count();
        assert_eq!(rows, calls.count(), "one row a call");

        for said in [course, text(&shown.stdout)] {
            for secret in secrets(&script) {
                assert!(!said.contains(&secret), "{secret} in {said}");
            }
        }
    }
}

#[test]
fn texts_are_shown_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.db");
    let script = corpus().join("sessions/repaired.json");
    let played = run(&[
        "simulate".as_ref(),
        script.as_os_str(),
        "--raw".as_ref(),
        "--audit".as_ref(),
        log.as_os_str(),
    ]);
    let shown = run(&[
        "audit".as_ref(),
        "show".as_ref(),
        "--raw".as_ref(),
        log.as_os_str(),
    ]);
    for said in [text(&played.stdout), text(&shown.stdout)] {
        for secret in secrets(&script) {
            assert!(said.contains(&secret), "{secret}");
        }
    }
}

#[test]
fn a_log_in_json_holds_texts_only_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.db");
    let script = corpus().join("sessions/repaired.json");
    run(&[
        "simulate".as_ref(),
        script.as_os_str(),
        "--audit".as_ref(),
        log.as_os_str(),
    ]);
    let ask = |more: &[&str]| {
        let mut arguments = vec![
            "audit".as_ref(),
            "show".as_ref(),
            log.as_os_str(),
            "--format".as_ref(),
            "json".as_ref(),
        ];
        arguments.extend(more.iter().map(OsStr::new));
        serde_json::from_slice::<Value>(&run(&arguments).stdout).unwrap()
    };
    let (bare, raw) = (ask(&[]), ask(&["--raw", "--investigation", "repaired"]));
    let records = |shown: &Value| {
        shown["investigations"][0]["records"]
            .as_array()
            .unwrap()
            .clone()
    };
    assert_eq!(records(&bare).len(), 4);
    for secret in secrets(&script) {
        let escaped = Value::from(secret).to_string();
        let inner = escaped.trim_matches('"');
        assert!(!bare.to_string().contains(inner));
        assert!(raw.to_string().contains(inner));
    }
    assert_eq!(
        records(&raw)[1]["repair"]["path"],
        "/next/arguments/filters"
    );
    let verified = run(&[
        "audit".as_ref(),
        "verify".as_ref(),
        log.as_os_str(),
        "--format".as_ref(),
        "json".as_ref(),
    ]);
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(
        verified["investigations"][0]["head"],
        bare["investigations"][0]["head"]
    );
}

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
        let mut script = serde_json::json!({
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
                    script["turns"] = serde_json::json!([{"answer": "", "result": 1}])
                }),
            ),
            "turn 1 must be one of",
        ),
        (
            put(
                "e.json",
                &script(&|script| {
                    script["policy"] = serde_json::json!({"response_recovery_version": 2})
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
