//! An outcome as one line of JSON: for the harness protocol and for machines on the command line.

use crate::outcome::{Accepted, Applied, Outcome, Rejection};
use crate::repair::{RepairCall, Repaired};

impl Outcome<'_> {
    /// One JSON object on one line. The accepted value stands in it with its own tokens, so that no
    /// number loses a digit (REQ PAR-3); a rejection holds nothing of the response (REQ VAL-4).
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            Self::Accepted(accepted) => accepted_json(accepted),
            Self::Repair(call) => repair_json(call),
            Self::Rejected(rejection) => rejection.to_json(),
        }
    }
}

impl Rejection {
    /// One JSON object on one line, with nothing of the response (REQ VAL-4).
    #[must_use]
    pub fn to_json(&self) -> String {
        rejected_json(self)
    }
}

impl Repaired {
    /// One JSON object on one line: the accepted value with its own tokens, and where it comes from
    /// (REQ REP-11).
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = self.text();
        let (value, rules, result) = (on_one_line(text), rules_json(self.rules()), quoted(text));
        let (source, patch) = (self.source_sha256(), self.patch());
        let result_sha256 = self.result_sha256();
        let repair = format!(
            r#"{{"source_sha256":"{source}","patch":{patch},"result":{result},"result_sha256":"{result_sha256}"}}"#
        );
        format!(r#"{{"outcome":"accepted","value":{value},"rules":{rules},"repair":{repair}}}"#)
    }
}

fn accepted_json(accepted: &Accepted<'_>) -> String {
    let text = accepted.text();
    let (value, rules, text) = (
        on_one_line(text),
        rules_json(accepted.rules()),
        quoted(text),
    );
    format!(r#"{{"outcome":"accepted","value":{value},"text":{text},"rules":{rules}}}"#)
}

fn repair_json(call: &RepairCall<'_>) -> String {
    let (path, prompt) = (quoted(call.path().as_str()), quoted(call.prompt()));
    let (schema, text) = (call.schema(), quoted(call.text()));
    let rules = rules_json(call.rules());
    format!(
        r#"{{"outcome":"repair","path":{path},"prompt":{prompt},"schema":{schema},"text":{text},"rules":{rules}}}"#
    )
}

/// Strict JSON without its line breaks: each stands between tokens, and no two tokens need one.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect()
}

fn rules_json(rules: &[Applied]) -> String {
    let rules: Vec<_> = rules.iter().map(applied_json).collect();
    format!("[{}]", rules.join(","))
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
pub(crate) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
