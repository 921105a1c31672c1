//! Policies: the same one in many spellings, others, and such as are refused (REQ ACT-1, ACT-3).

use super::super::{Choices, Json};
use super::model::Policy;
use crate::case::SessionError;

/// Any policy.
pub(super) fn any(choices: &mut Choices<'_>) -> Policy {
    let version = u64::from(!choices.one_in(4));
    let limit = [3, 2, 4, 1][choices.upto(3)];
    let providers = ["default", "b", "\u{e9} c"];
    let count = 1 + choices.upto(2);
    Policy {
        version,
        limit,
        providers: providers[..count]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        retries: choices.upto(2),
        blocks_writes: choices.one_in(2),
    }
}

/// A policy as JSON text: in any spelling, and what is the default mostly left out.
pub(super) fn text(policy: &Policy, choices: &mut Choices<'_>) -> String {
    let mut number = |value: u64| {
        let end = *choices.pick(&["", "", "", ".0", "e0"]);
        Json::Number(format!("{value}{end}"))
    };
    let [version, limit, retries] =
        [policy.version, policy.limit, policy.retries as u64].map(&mut number);
    let mut is_stated = |is_default: bool| !is_default || choices.one_in(3);
    let mut members = Vec::new();
    let mut transport = Vec::new();
    if is_stated(policy.version == 0) {
        members.push(("response_recovery_version", version));
    }
    if is_stated(policy.limit == 3) {
        members.push(("max_invalid_responses", limit));
    }
    if is_stated(policy.providers == ["default"]) {
        let names = policy.providers.iter().map(Json::string);
        transport.push(("providers", Json::Array(names.collect())));
    }
    if is_stated(!policy.blocks_writes) {
        let name = if policy.blocks_writes {
            "block_writes"
        } else {
            "stop"
        };
        members.push(("on_corruption", Json::string(name)));
    }
    if is_stated(policy.retries == 0) {
        transport.push(("retries", retries));
    }
    if is_stated(transport.is_empty()) {
        members.push(("transport", Json::object(transport)));
    }
    Json::object(members).value_text()
}

/// Another policy than this one, in JSON text.
pub(super) fn another(policy: &Policy, choices: &mut Choices<'_>) -> String {
    let mut other = policy.clone();
    match choices.upto(4) {
        4 => other.blocks_writes = !policy.blocks_writes,
        0 => other.version = 1 - policy.version,
        1 => other.limit += 1,
        2 => other.retries += 1,
        _ => other.providers.push("z".to_owned()),
    }
    text(&other, choices)
}

/// A policy that is refused, with the error.
pub(super) fn refused(choices: &mut Choices<'_>) -> (String, SessionError) {
    // A version as text is the likeliest mistake, so it comes more often.
    const UNSUPPORTED: [&str; 10] = [
        "2", "\"1\"", "-1", "0.5", "\"1\"", "true", "null", "\"0\"", "[1]", "1e1",
    ];
    const INVALID: [&str; 16] = [
        r#"{"on_corruption":"continue"}"#,
        r#"{"on_corruption":null}"#,
        r#"{"max_invalid_responses":0}"#,
        r#"{"max_invalid_responses":-3}"#,
        r#"{"max_invalid_responses":1.5}"#,
        r#"{"max_invalid_responses":"3"}"#,
        r#"{"max_invalid_responses":null}"#,
        r#"{"response_recovery_version":1,"limits":{}}"#,
        r#"{"transport":{"providers":[]}}"#,
        r#"{"transport":{"providers":["a","a"]}}"#,
        r#"{"transport":{"providers":[""]}}"#,
        r#"{"transport":{"retries":101}}"#,
        r#"{"transport":{"retries":-1}}"#,
        r#"{"transport":{"timeout":5}}"#,
        r#"{"transport":[]}"#,
        "[]",
    ];
    if choices.one_in(2) {
        let version = choices.pick(&UNSUPPORTED);
        let more = choices.pick::<&str>(&["", r#","limits":1"#]);
        let text = format!(r#"{{"response_recovery_version":{version}{more}}}"#);
        return (text, SessionError::PolicyUnsupportedVersion);
    }
    let text = (*choices.pick(&INVALID)).to_owned();
    (text, SessionError::PolicyInvalid)
}
