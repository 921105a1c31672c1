//! What the tests of invariants share: cases, and replies that a lying implementation would give.

use super::{Heard, Invariant, Violation};
use crate::case::{Case, Profile};
use crate::generate::Scene;
use crate::protocol::Reply;

/// A case that accepts this response as this value.
pub(super) fn accepting(response: &str, value: &str) -> Case {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    Case::from_line(&format!(
        r#"{{"id":"a/b","profile":"parse","response":{},"expect":{{"outcome":"accepted","value_text":{},"rules":[]}}}}"#,
        quoted(response),
        quoted(value)
    ))
    .unwrap()
}

/// A case that rejects this response.
pub(super) fn rejecting(response: &str) -> Case {
    let response = serde_json::to_string(response).unwrap();
    Case::from_line(&format!(
        r#"{{"id":"a/b","profile":"parse","response":{response},"expect":{{"outcome":"rejected","reasons":["parse"]}}}}"#
    ))
    .unwrap()
}

/// A case in which this answer comes to a repair call for this normalized response, and is accepted.
pub(super) fn repairing(text: &str, answer: &str, value: &str, result: &str) -> Case {
    let [text, answer, value, result] =
        [text, answer, value, result].map(|text| serde_json::to_string(text).unwrap());
    Case::from_line(&format!(
        r#"{{"id":"a/b","profile":"repair","contract":"c","response":{text},"answer":{answer},"expect":{{"outcome":"accepted","value_text":{value},"rules":[],"text":{text},"result":{result}}}}}"#
    ))
    .unwrap()
}

/// An accepted reply to an answer, with this value and this rebuilt text.
pub(super) fn rebuilt(value: &str, result: &str) -> String {
    let result = serde_json::to_string(result).unwrap();
    format!(
        r#"{{"id":1,"outcome":"accepted","value":{value},"rules":[],"repair":{{"source_sha256":"","patch":[],"result":{result},"result_sha256":""}}}}"#
    )
}

/// A reply to a case.
pub(super) fn heard<'a>(case: &'a Case, line: &'a str) -> Heard<'a> {
    Heard {
        case,
        line,
        answer: Reply::read(line).unwrap().answer,
    }
}

/// An accepted reply with this value and with these rules, each `NAME PATH`.
pub(super) fn accepted(value: &str, rules: &[&str]) -> String {
    let rules: Vec<_> = rules
        .iter()
        .map(|rule| {
            let (rule, path) = rule.split_once(' ').unwrap();
            format!(r#"{{"rule":"{rule}","path":"{path}"}}"#)
        })
        .collect();
    let text = serde_json::to_string(value).unwrap();
    format!(
        r#"{{"id":1,"outcome":"accepted","value":{value},"text":{text},"rules":[{}]}}"#,
        rules.join(",")
    )
}

/// A rejection.
pub(super) const REJECTED: &str = r#"{"id":1,"outcome":"rejected","reason":"parse","path":""}"#;

/// What an invariant says of a case and the reply to it.
pub(super) fn check(invariant: &dyn Invariant, case: &Case, line: &str) -> Result<(), Violation> {
    let scene = Scene {
        cases: vec![case.clone()],
        ..Scene::default()
    };
    invariant.check(&scene, &[heard(case, line)], &[])
}

/// What an invariant says where a case is answered twice, the second time to its own question.
pub(super) fn check_twice(
    invariant: &dyn Invariant,
    case: &Case,
    [first, second]: [&str; 2],
) -> Result<(), Violation> {
    assert_eq!(case.profile, Profile::Parse);
    let scene = Scene {
        cases: vec![case.clone()],
        ..Scene::default()
    };
    let first = [heard(case, first)];
    let again = invariant.again(&scene, &first);
    assert!(!again.is_empty(), "it asks again");
    let second: Vec<_> = again.iter().map(|case| heard(case, second)).collect();
    invariant.check(&scene, &first, &second)
}

/// A case that leads a run of these steps, separated by commas.
pub(super) fn run(steps: &str) -> Case {
    Case::from_line(&format!(
        r#"{{"id":"a/b","profile":"guard","run":{{"contracts":{{}},"steps":[{steps}]}},"expect":{{"error":["request"]}}}}"#
    ))
    .unwrap()
}
