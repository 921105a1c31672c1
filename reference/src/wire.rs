//! An outcome as one line of JSON: for the harness protocol and for machines on the command line.

use crate::outcome::{Accepted, Applied, Outcome, Rejection};

impl Outcome<'_> {
    /// One JSON object on one line. The accepted value stands in it with its own tokens, so that no
    /// number loses a digit (REQ PAR-3); a rejection holds nothing of the response (REQ VAL-4).
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            Self::Accepted(accepted) => accepted_json(accepted),
            Self::Rejected(rejection) => rejected_json(rejection),
        }
    }
}

fn accepted_json(accepted: &Accepted<'_>) -> String {
    let text = accepted.text();
    let mut json = String::with_capacity(2 * text.len() + 256);
    json.push_str(r#"{"outcome":"accepted","value":"#);
    // In strict JSON a line break stands between tokens, and no two tokens need one.
    json.extend(text.split(['\n', '\r']));
    json.push_str(r#","text":"#);
    json.push_str(&quoted(text));
    json.push_str(r#","rules":["#);
    for (place, applied) in accepted.rules().iter().enumerate() {
        if place > 0 {
            json.push(',');
        }
        json.push_str(&applied_json(applied));
    }
    json.push_str("]}");
    json
}

fn applied_json(applied: &Applied) -> String {
    let path = quoted(applied.path.as_str());
    format!(r#"{{"rule":"{}","path":{path}}}"#, applied.rule.name())
}

fn rejected_json(rejection: &Rejection) -> String {
    let Rejection {
        reason,
        path,
        offset,
    } = rejection;
    let path = quoted(path.as_str());
    let offset = offset.map(|offset| format!(r#","offset":{offset}"#));
    let offset = offset.unwrap_or_default();
    let detail = quoted(reason.explain());
    format!(
        r#"{{"outcome":"rejected","reason":"{reason}","path":{path}{offset},"detail":{detail}}}"#
    )
}

/// A JSON string; writing one into memory cannot fail.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
