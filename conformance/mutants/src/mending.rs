//! Answers to repair calls as a mutant takes them: the reference's call, the replacement, what is made of both.

use std::fmt::Write as _;

use response_recovery::json::Document;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::text::{place, replaced};

/// SHA-256 in hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        })
}

/// What the reference says to the response alone.
pub(crate) fn call(desk: &mut Desk, request: &Request) -> Answer {
    desk.ask(&Request {
        op: "recover".to_owned(),
        answer: None,
        ..request.clone()
    })
}

/// Whether a repair is asked for.
pub(crate) fn is_call(answer: &Answer) -> bool {
    answer.outcome.as_deref() == Some("repair")
}

/// The tokens of the replacement in a well-formed answer.
pub(crate) fn replacement(answer: &str) -> Option<String> {
    let document = Document::parse(answer).ok()?;
    Some(document.root().get("replacement")?.raw().to_owned())
}

/// The response with the replacement in place, accepted as it is.
pub(crate) fn mended(request: &Request, call: &Answer, replacement: &str) -> Option<Answer> {
    let path = call.path();
    let result = replaced(call.text(), path, replacement)?;
    let repair = json!({
        "source_sha256": sha256(request.response()),
        "patch": [{"op": "replace", "path": path, "value": serde_json::from_str::<Value>(replacement).ok()?}],
        "result": result,
        "result_sha256": sha256(&result),
    });
    let mut answer = Answer::accepted(request.id, result, call.rules().to_vec());
    answer.text = None;
    answer.repair = RawValue::from_string(repair.to_string()).ok();
    answer.is_accepted().then_some(answer)
}

/// Takes any replacement that makes the response valid and of which, with what stood at the path, `holds`.
pub(crate) fn if_it_holds(
    desk: &mut Desk,
    request: &Request,
    holds: fn(&Value, &Value) -> bool,
) -> Answer {
    let first = desk.ask(request);
    if request.op != "repair" || !first.is_rejected() {
        return first;
    }
    let taken = || {
        let call = call(desk, request);
        let replacement = replacement(request.answer.as_deref()?)?;
        let before = call.text().get(place(call.text(), call.path())?)?;
        let (before, after) = (
            serde_json::from_str(before),
            serde_json::from_str(&replacement),
        );
        let answer = mended(request, &call, &replacement)?;
        let rebuilt = Document::parse(answer.value.as_ref()?.get())
            .ok()?
            .text()
            .to_owned();
        let valid = desk.ask(&Request {
            op: "recover".to_owned(),
            answer: None,
            response: Some(rebuilt),
            ..request.clone()
        });
        let holds = is_call(&call) && valid.is_accepted() && holds(&before.ok()?, &after.ok()?);
        holds.then_some(answer)
    };
    let mut taken = taken;
    taken().unwrap_or(first)
}

/// Takes the replacement that `read` finds in an answer that the reference refuses as no answer.
pub(crate) fn if_read(
    desk: &mut Desk,
    request: &Request,
    read: impl Fn(&str) -> Option<String>,
) -> Answer {
    let first = desk.ask(request);
    if request.op != "repair" || !(first.rejects_for("repair:answer") || first.rejects_for("limit"))
    {
        return first;
    }
    let read = request.answer.as_deref().and_then(read);
    let Some(replacement) = read else {
        return first;
    };
    let second = desk.ask(&Request {
        answer: Some(format!(r#"{{"replacement":{replacement}}}"#)),
        ..request.clone()
    });
    if second.is_accepted() { second } else { first }
}
