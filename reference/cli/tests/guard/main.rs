//! The guard on the command line: verdicts of single outputs, and the runs of `corpus/runs/` as anyone would
//! play them.
//!
//! The texts beside the runs are renewed by `UPDATE_RUNS=1 cargo test -p response-recovery-cli --test guard`,
//! and then by `cargo xtask corpus --write`.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests lie outside their functions"
)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROFILE: &str = r#"{"user_id": "u-1", "plan": "pro", "quota": 250}"#;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_response-recovery"))
}

/// One output of the profile tool, its body on standard input.
fn guard(flags: &[&str], body: &[u8]) -> Output {
    let mut child = program()
        .args(["guard", "--contract"])
        .arg(corpus().join("contracts/guard-profile.json"))
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has read enough reads no further.
    let _ = child.stdin.take().unwrap().write_all(body);
    child.wait_with_output().unwrap()
}

const JSON: [&str; 4] = ["--status", "200", "--content-type", "application/json"];

#[test]
fn the_verdict_is_the_exit_status() {
    for (flags, body, status) in [
        (&JSON[..], PROFILE, 0),
        (&JSON, "<html>CANARY-55", 3),
        (
            &JSON,
            r#"{"user_id": "u", "plan": "CANARY-55", "quota": 1}"#,
            3,
        ),
        (&["--status", "200"], PROFILE, 3),
        (
            &[
                "--status",
                "200",
                "--content-type",
                "application/json",
                "--content-type",
                "application/json",
            ],
            PROFILE,
            3,
        ),
        (&["--status", "503"], "CANARY-55", 5),
        (&["--transport", "timeout"], "", 5),
        (&["--transport", "unreachable"], "", 5),
        (&[], PROFILE, 2),
        // Where no answer came there is nothing to say of it.
        (&["--transport", "timeout", "--status", "200"], "", 2),
        (&["--transport", "timeout", "--content-type", "a/b"], "", 2),
        (&["--transport", "unreachable", "-"], PROFILE, 2),
        (&["--transport", "pigeon"], PROFILE, 2),
    ] {
        let told = guard(flags, body.as_bytes());
        assert_eq!(told.status.code(), Some(status), "{flags:?} {body}");
        let text = [told.stdout, told.stderr].concat();
        assert!(!String::from_utf8(text).unwrap().contains("CANARY"));
    }
}

#[test]
fn a_valid_value_is_printed_as_it_came_where_it_is_asked_for() {
    let told = guard(&[&JSON[..], &["--json"]].concat(), PROFILE.as_bytes());
    let text = String::from_utf8(told.stdout).unwrap();
    assert_eq!(
        text,
        format!("{{\"verdict\":\"valid\",\"value\":{PROFILE}}}\n")
    );
}

/// The exit status of the program on one body, and its peak memory in kilobytes.
#[cfg(target_os = "linux")]
fn peak_of(body: &Path) -> (u64, u64) {
    // Another process tells the peak of its one child, so that runs do not hide one another.
    let line = "import resource, subprocess, sys; run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
    let told = Command::new("python3")
        .args([
            "-c",
            line,
            env!("CARGO_BIN_EXE_response-recovery"),
            "guard",
            "--contract",
        ])
        .arg(corpus().join("contracts/guard-profile.json"))
        .args(JSON)
        .arg(body)
        .output()
        .unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let (status, peak) = told.trim().split_once(' ').unwrap();
    (status.parse().unwrap(), peak.parse().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_body_of_fifty_megabytes_takes_no_more_than_two_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (folder.path().join("small"), folder.path().join("large"));
    fs::write(&small, PROFILE).unwrap();
    fs::write(&large, vec![b'x'; 50 << 20]).unwrap();
    let ((valid, small), (corrupt, large)) = (peak_of(&small), peak_of(&large));
    assert_eq!((valid, corrupt), (0, 3));
    assert!(large <= small + 2048, "{small} and {large} KB");
}

#[test]
fn nothing_behind_the_limit_is_read() {
    let mut endless = Command::new("yes").stdout(Stdio::piped()).spawn().unwrap();
    let told = program()
        .args(["guard", "--contract"])
        .arg(corpus().join("contracts/guard-profile.json"))
        .args(JSON)
        .stdin(endless.stdout.take().unwrap())
        .output()
        .unwrap();
    endless.kill().unwrap();
    endless.wait().unwrap();
    assert_eq!(told.status.code(), Some(3));
    let text = String::from_utf8(told.stderr).unwrap();
    assert!(
        text.contains("response_corruption:output_too_large"),
        "{text}"
    );
}

#[test]
fn each_run_goes_as_it_is_written_beside_it() {
    for name in ["incident", "incident-block-writes"] {
        let file = corpus().join(format!("runs/{name}.json"));
        let told = program().arg("guard-run").arg(&file).output().unwrap();
        assert_eq!(told.status.code(), Some(3), "{name}");
        let golden = file.with_extension("txt");
        if std::env::var_os("UPDATE_RUNS").is_some() {
            fs::write(&golden, &told.stdout).unwrap();
        }
        let due = fs::read_to_string(golden).unwrap();
        assert_eq!(String::from_utf8(told.stdout).unwrap(), due, "{name}");
    }
}

/// What the tables say of the seed's incident was counted by hand: six calls were answered with 200, and of their bodies
/// four are corrupt, of which the run that stops sees one.
#[test]
fn the_incident_has_the_rates_of_the_seed_and_not_one_write() {
    for (name, calls) in [
        (
            "incident",
            "all                              2  1.000  0.500",
        ),
        (
            "incident-block-writes",
            "all                              6  1.000  0.667",
        ),
    ] {
        let file = corpus().join(format!("runs/{name}.json"));
        let told = program().arg("guard-run").arg(&file).output().unwrap();
        let table = String::from_utf8(told.stdout).unwrap();
        assert!(table.lines().any(|line| line == calls), "{table}");
        let writes = table.lines().filter(|line| line.contains("  write  "));
        assert_eq!(writes.clone().count(), 4, "{table}");
        assert!(
            writes.clone().all(|line| line.contains("blocked")),
            "{table}"
        );
    }
}

#[test]
fn a_file_that_is_no_run_is_told_and_nothing_of_it_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.json");
    for text in [
        "CANARY-55",
        "[]",
        r#"{"run": 2, "contracts": {}, "steps": []}"#,
        r#"{"contracts": {}, "steps": [{"call": "a", "outputs": []}]}"#,
        r#"{"contracts": {}, "steps": [{"call": "a", "outputs": [{"transport": "CANARY-55"}]}]}"#,
        r#"{"contracts": {}, "policy": {"on_corruption": "CANARY-55"}, "steps": []}"#,
        r#"{"contracts": {"a": "missing.json"}, "steps": []}"#,
        // Of two policies, contracts or lists of steps neither is the one that counts.
        r#"{"contracts": {}, "steps": [], "policy": {}, "policy": {"on_corruption": "block_writes"}}"#,
        r#"{"contracts": {"a": {"tool": "a", "effect": "read"}, "a": {"tool": "a", "effect": "write"}}, "steps": []}"#,
        r#"{"contracts": {}, "steps": [], "steps": []}"#,
        r#"{"contracts": {}, "contracts": {}, "steps": []}"#,
    ] {
        fs::write(&file, text).unwrap();
        let told = program().arg("guard-run").arg(&file).output().unwrap();
        assert_eq!(told.status.code(), Some(2), "{text}");
        let error = String::from_utf8(told.stderr).unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(!error.contains("CANARY"), "{error}");
    }
}
