//! The command by itself: what it says and how it ends when nothing can be sent.

#![expect(
    clippy::unwrap_used,
    reason = "the helpers are part of the tests, and a test fails by panicking"
)]

use std::process::{Command, Output};

fn live(key: Option<&str>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_recovery-live"));
    command
        .env_remove("OPENAI_API_KEY")
        .env_remove("RESPONSE_RECOVERY_API_KEY");
    command.envs(key.map(|key| ("OPENAI_API_KEY", key)));
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
    command
        .args(["--model", "m", "--corpus", corpus])
        .args(arguments);
    command.output().unwrap()
}

#[test]
fn without_a_key_an_address_or_an_implementation_nothing_is_sent() {
    let implementation = ["--impl", "no-such-program"];
    let at = |base| [&["--base-url", base][..], &implementation].concat();
    for (key, arguments, told) in [
        (
            None,
            at("http://127.0.0.1:1/v1"),
            "set RESPONSE_RECOVERY_API_KEY or OPENAI_API_KEY",
        ),
        (
            Some(" "),
            at("http://127.0.0.1:1/v1"),
            "set RESPONSE_RECOVERY_API_KEY or OPENAI_API_KEY",
        ),
        (
            Some("k-4711"),
            at("127.0.0.1"),
            "the base address must be like",
        ),
        (
            Some("k-4711"),
            at("http://127.0.0.1:1/v1"),
            "cannot start `no-such-program`",
        ),
        (
            Some("k-4711"),
            [&at("http://127.0.0.1:1/v1")[..], &["--only", "nothing"]].concat(),
            "no fixture",
        ),
        (Some("k-4711"), implementation.to_vec(), "--base-url"),
    ] {
        let output = live(key, &arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(told) && !error.contains("4711"), "{error}");
        assert!(output.stdout.is_empty());
    }
}
