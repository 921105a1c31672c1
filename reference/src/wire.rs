//! An outcome as one line of JSON: for the harness protocol and for machines on the command line.

use serde_json::Value as Json;

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
    let mut json = String::with_capacity(2 * text.len() + 64);
    json.push_str(r#"{"outcome":"accepted","value":"#);
    // In strict JSON a line break is white space between tokens, wherever it stands.
    json.extend(
        text.chars()
            .map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }),
    );
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
    format!(
        r#"{{"rule":"{}","path":{}}}"#,
        applied.rule.name(),
        quoted(applied.path.as_str())
    )
}

fn rejected_json(rejection: &Rejection) -> String {
    let offset = rejection
        .offset
        .map(|offset| format!(r#","offset":{offset}"#));
    format!(
        r#"{{"outcome":"rejected","reason":"{}","path":{}{}}}"#,
        rejection.reason,
        quoted(rejection.path.as_str()),
        offset.unwrap_or_default()
    )
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}
