//! jsonfix from crates.io as it is, in profile `parse`.
//!
//! Called as its README says for a chat reply, which "has prose around the JSON: extract first, then repair":
//! `repair_extract(reply)`. An error is a rejection. What it returns is text, and this text is the value sent back,
//! so that the report shows what the library kept: digits and duplicate keys are not lost to a second parser. A text
//! that is no JSON is a rejection. `finish` is not passed on, since the library knows no such thing.

use std::io::{self, BufRead as _, Write as _};

use serde_json::value::RawValue;
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let (id, answer) = (&request["id"], answer(&request));
        writeln!(output, r#"{{"id":{id},{}"#, &answer[1..])?;
        output.flush()?;
    }
    Ok(())
}

/// The reply to a request, still without its id.
fn answer(request: &Value) -> String {
    match (request["op"].as_str(), request["response"].as_str()) {
        (Some("hello"), _) => json!({
            "protocol": 1,
            "implementation": {"name": "jsonfix", "version": version(), "language": "rust"},
            "profiles": ["parse"],
            "pipeline": 32,
        })
        .to_string(),
        (Some("parse"), Some(response)) => match parse(response) {
            Some(value) => format!(r#"{{"outcome":"accepted","value":{value}}}"#),
            None => r#"{"outcome":"rejected","reason":"parse"}"#.to_owned(),
        },
        (Some("parse") | None, _) => r#"{"error":"request"}"#.to_owned(),
        _ => r#"{"error":"unsupported_op"}"#.to_owned(),
    }
}

/// The JSON text that the library makes of `response`, on one line, or `None` for a rejection.
fn parse(response: &str) -> Option<String> {
    let text = jsonfix::repair_extract(response).ok()?;
    // `RawValue` takes any valid JSON and nothing else; in it, line ends stand between tokens only.
    let value: &RawValue = serde_json::from_str(&text).ok()?;
    Some(value.get().replace(['\r', '\n'], " "))
}

/// The version of the library that was built in: the one its lock file pins.
fn version() -> &'static str {
    include_str!("../Cargo.lock")
        .split_once("name = \"jsonfix\"\nversion = \"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("unknown", |(version, _)| version)
}
