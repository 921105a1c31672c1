//! The quarantine on the command line: what `guard`, `guard-run` and `simulate` refuse is kept, listed without a byte of
//! it, shown and released (REQ GRD-8).

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests lie outside their functions"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const BODY: &[u8] = b"<p>CANARY-7\x1b[2J</p>";

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// A folder with a store in which one body was refused, and the digest of it.
struct Place {
    folder: TempDir,
    digest: String,
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_response-recovery"))
        .args(arguments)
        .output()
        .unwrap()
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("body"), BODY).unwrap();
        let mut place = Self {
            folder,
            digest: String::new(),
        };
        let contract = corpus().join("contracts/guard-profile.json");
        let refused = run(&[
            "guard",
            "--contract",
            contract.to_str().unwrap(),
            "--status",
            "200",
            "--content-type",
            "application/json",
            "--quarantine",
            &place.file("store.db"),
            &place.file("body"),
        ]);
        assert_eq!(refused.status.code(), Some(3));
        let list = place.ask(&["list", "--format", "json"]);
        let list: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
        let digest = list["quarantined"][0]["sha256"].as_str();
        digest.unwrap().clone_into(&mut place.digest);
        place
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Asks the quarantine of the store: the verb and its flags, then what follows the file.
    fn ask(&self, arguments: &[&str]) -> Output {
        let (verb, more) = arguments.split_first().unwrap();
        let store = self.file("store.db");
        run(&[&["quarantine", verb, &store], more].concat())
    }
}

#[test]
fn a_refused_body_is_listed_and_shown_without_a_byte_of_it() {
    let place = Place::new();
    let digest = &place.digest;
    for arguments in [
        vec!["list"],
        vec!["list", "--format", "json"],
        vec!["show", digest],
        vec!["show", &digest[..8], "--format", "json"],
    ] {
        let (status, out, _) = told(&place.ask(&arguments));
        assert_eq!(status, Some(0), "{arguments:?}");
        assert!(out.contains(&digest[..12]) && out.contains("response_corruption:invalid_json"));
        assert!(
            out.contains("crm.get_profile") && !out.contains("CANARY"),
            "{out}"
        );
    }
    let (_, out, _) = told(&place.ask(&["show", digest, "--raw"]));
    assert!(out.contains("| <p>CANARY-7\\u{1b}[2J</p>"), "{out}");
}

#[test]
fn a_release_gives_the_bytes_and_is_noted() {
    let place = Place::new();
    let digest = &place.digest;
    assert_eq!(told(&place.ask(&["release", digest])).0, Some(2), "why?");
    let shown = place.ask(&["release", &digest[..8], "--reason", "to show the vendor"]);
    assert_eq!((shown.status.code(), &*shown.stdout), (Some(0), BODY));
    let to = place.file("out");
    let released = ["release", digest, "--reason", "again", "--to", &to];
    assert_eq!(told(&place.ask(&released)).0, Some(0));
    assert_eq!(fs::read(&to).unwrap(), BODY);
    // A file that is there is left alone, and then nothing is noted.
    assert_eq!(told(&place.ask(&released)).0, Some(2));
    let (_, out, _) = told(&place.ask(&["show", digest]));
    assert_eq!(out.matches("released").count(), 2, "{out}");
    assert!(out.contains("to show the vendor"), "{out}");
}

#[test]
fn what_cannot_be_given_is_told_in_one_line() {
    let place = Place::new();
    let nothing = place.file("nothing");
    for arguments in [
        vec!["show", "00000000"],
        vec!["show", "zz"],
        vec!["release", "00000000", "--reason", "x"],
        vec!["release", "00000000", "--reason", "x", "--to", &nothing],
        vec!["release", &place.digest, "--reason", ""],
    ] {
        let (status, out, error) = told(&place.ask(&arguments));
        assert_eq!(
            (status, &*out, error.lines().count()),
            (Some(2), "", 1),
            "{error}"
        );
    }
    assert!(!Path::new(&nothing).exists());
    for verb in [
        vec!["quarantine", "list", &nothing],
        vec![
            "quarantine",
            "release",
            &nothing,
            "00000000",
            "--reason",
            "x",
        ],
    ] {
        let (status, _, error) = told(&run(&verb));
        assert_eq!((status, error.lines().count()), (Some(2), 1), "{error}");
    }
    assert!(!Path::new(&nothing).exists());
}

#[test]
fn every_corrupt_body_of_a_run_and_of_a_session_is_kept() {
    let place = Place::new();
    let incident = corpus().join("runs/incident-block-writes.json");
    let store = place.file("run.db");
    let (status, ..) = told(&run(&[
        "guard-run",
        incident.to_str().unwrap(),
        "--quarantine",
        &store,
    ]));
    assert_eq!(status, Some(3));
    let (_, out, _) = told(&run(&["quarantine", "list", &store, "--format", "json"]));
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(list["quarantined"].as_array().unwrap().len(), 4, "{out}");

    let contract = r#"{"contract":1,"phase":"investigation","schema":{"type":"object"},"tools":{"look":{"effect":"read","output":{"tool":"look","effect":"read"}}}}"#;
    let script = r#"{"script":1,"contract":"contract.json","policy":{"response_recovery_version":1},"turns":[{"answer":"{\"next\":{\"action\":\"look\"}}"},{"result":{"transport":"ok","status":200,"content_type":"application/json","body_base64":"PENBTkFSWS04"}}],"ends":{"stopped":"response_corruption:invalid_json","open":null,"calls":1,"repairs":0,"actions":1}}"#;
    fs::write(place.file("contract.json"), contract).unwrap();
    fs::write(place.file("script.json"), script).unwrap();
    let store = place.file("session.db");
    let played = told(&run(&[
        "simulate",
        &place.file("script.json"),
        "--audit",
        &store,
    ]));
    assert_eq!(played.0, Some(0), "{played:?}");
    let (_, out, _) = told(&run(&["quarantine", "list", &store]));
    assert!(out.contains("look") && !out.contains("CANARY"), "{out}");
}

#[test]
fn a_store_that_was_changed_does_not_verify() {
    let place = Place::new();
    let file = place.file("store.db");
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes
        .windows(8)
        .position(|bytes| bytes == b"CANARY-7")
        .unwrap();
    bytes[at] = b'c';
    fs::write(&file, bytes).unwrap();
    for arguments in [vec!["list"], vec!["show", &place.digest]] {
        let (status, _, error) = told(&place.ask(&arguments));
        assert_eq!(status, Some(3), "{error}");
        assert!(!error.contains("anary"), "{error}");
    }
}
