//! Sessions as they are written: their course, and the log that they leave.

use std::env;
use std::ffi::OsStr;
use std::fs;

use serde_json::Value;

use crate::{corpus, run, scripts, secrets, text};

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
