//! A policy is stated, and is one (REQ ACT-1, ACT-3, ACT-4).

use response_recovery::session::{Policy, Version};

#[test]
fn a_policy_is_read_with_its_defaults() {
    for (text, version, most, providers) in [
        ("{}", Version::Off, 3, ["default", "-", "-", "-"]),
        (
            r#"{"response_recovery_version": 0.0, "max_invalid_responses": 1}"#,
            Version::Off,
            1,
            ["default", "-", "-", "-"],
        ),
        (
            r#"{"response_recovery_version": 10e-1, "max_invalid_responses": 2e1, "transport": {}}"#,
            Version::One,
            20,
            ["default", "-", "-", "-"],
        ),
        (
            r#"{"transport": {"providers": ["b", "a"], "retries": 1.0}}"#,
            Version::Off,
            3,
            ["b", "b", "a", "a"],
        ),
        (
            r#"{"transport": {"retries": 100}}"#,
            Version::Off,
            3,
            ["default"; 4],
        ),
    ] {
        let policy = Policy::read(Some(text)).unwrap();
        assert_eq!(policy.version(), version, "{text}");
        assert_eq!(policy.max_invalid_responses(), most, "{text}");
        let tried: Vec<_> = (0..4).map(|n| policy.provider(n).unwrap_or("-")).collect();
        assert_eq!(tried, providers, "{text}");
    }
}

#[test]
fn what_is_no_policy_is_refused_by_name() {
    let refused = |text: Option<&str>| Policy::read(text).unwrap_err().name();
    assert_eq!(refused(None), "policy:missing");
    assert_eq!(refused(Some("null")), "policy:missing");
    for version in [
        "2",
        "-1",
        "0.5",
        "1.0000000000000000000001",
        r#""1""#,
        "true",
        "null",
        "[1]",
        "1e400",
    ] {
        for more in ["", r#", "unknown": 1"#] {
            let text = format!(r#"{{"response_recovery_version": {version}{more}}}"#);
            assert_eq!(refused(Some(&text)), "policy:unsupported_version", "{text}");
        }
    }
    for text in [
        "",
        "[]",
        "1",
        r#"{"response_recovery_version": 1, "response_recovery_version": 1}"#,
        r#"{"response_recovery_versoin": 1}"#,
        r#"{"tools": {}}"#,
        r#"{"max_invalid_responses": 0}"#,
        r#"{"max_invalid_responses": -3}"#,
        r#"{"max_invalid_responses": 1.5}"#,
        r#"{"max_invalid_responses": "3"}"#,
        r#"{"max_invalid_responses": null}"#,
        r#"{"transport": null}"#,
        r#"{"transport": ["a"]}"#,
        r#"{"transport": {"provider": ["a"]}}"#,
        r#"{"transport": {"providers": []}}"#,
        r#"{"transport": {"providers": "a"}}"#,
        r#"{"transport": {"providers": [""]}}"#,
        r#"{"transport": {"providers": ["a", "a"]}}"#,
        r#"{"transport": {"providers": ["a", 1]}}"#,
        r#"{"transport": {"retries": -1}}"#,
        r#"{"transport": {"retries": 101}}"#,
        r#"{"transport": {"retries": 0.5}}"#,
    ] {
        assert_eq!(refused(Some(text)), "policy:invalid", "{text}");
    }
}
