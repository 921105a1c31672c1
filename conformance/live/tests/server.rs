//! Real requests over TCP to a server on this machine that answers rightly, wrongly, with an error, or not at all.

#![expect(
    clippy::unwrap_used,
    reason = "the helpers are part of the tests, and a test fails by panicking"
)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use recovery_conformance::prompt_size::Fixtures;
use recovery_conformance::runner::Options;
use recovery_live::endpoint::{Endpoint, Key};
use recovery_live::{LiveError, Outcome, Tally, live};
use recovery_mutants::in_process::{self, InProcess};

const KEY: &str = "key-7b1f";

/// What the server does with a prompt.
#[derive(Clone)]
enum Does {
    Answer(String),
    /// The same, said to have been cut.
    Cut(String),
    Status(&'static str),
    /// Reads the request and keeps the connection open.
    Hang,
    /// A reply that is not what was asked for.
    Body(&'static str),
}

/// A request as it came.
struct Request {
    head: String,
    body: String,
}

/// Serves until the test ends. What is done with a prompt is said by a text that occurs in it.
fn serve(does: BTreeMap<String, Does>) -> (String, Arc<Mutex<Vec<Request>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&requests);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (does, seen) = (does.clone(), Arc::clone(&seen));
            thread::spawn(move || while answer(stream.as_ref().unwrap(), &does, &seen) {});
        }
    });
    (base, requests)
}

/// Answers one request of a connection; whether another may follow.
fn answer(
    mut stream: &TcpStream,
    does: &BTreeMap<String, Does>,
    seen: &Mutex<Vec<Request>>,
) -> bool {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return false;
        }
    }
    let head = head.to_lowercase();
    let (_, length) = head.split_once("content-length:").unwrap();
    let length = length.lines().next().unwrap().trim().parse().unwrap();
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body = String::from_utf8(body).unwrap();
    let request: serde_json::Value = serde_json::from_str(&body).unwrap();
    let prompt = request["messages"][0]["content"]
        .as_str()
        .unwrap()
        .to_owned();
    seen.lock().unwrap().push(Request { head, body });
    let does = does.iter().find(|(text, _)| prompt.contains(text.as_str()));
    let (status, body) = match does.unwrap().1 {
        Does::Answer(text) => ("200 OK", completion(text, "stop")),
        Does::Cut(text) => ("200 OK", completion(text, "length")),
        Does::Status(status) => (*status, format!(r#"{{"error":"bad key {KEY}"}}"#)),
        Does::Body(body) => ("200 OK", (*body).to_owned()),
        Does::Hang => {
            thread::sleep(Duration::from_secs(30));
            return false;
        }
    };
    let location = "Location: /v1/chat/completions\r\n";
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{location}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .is_ok()
}

fn completion(text: &str, finish: &str) -> String {
    serde_json::json!({
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    })
    .to_string()
}

fn fixtures(names: &[&str]) -> Fixtures {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut fixtures = Fixtures::read(&corpus).unwrap();
    fixtures
        .all
        .retain(|name, _| names.contains(&name.as_str()));
    assert_eq!(fixtures.all.len(), names.len());
    fixtures
}

fn ask(base: &str, fixtures: &Fixtures, patience: Duration) -> Result<Tally, LiveError> {
    let endpoint = Endpoint::new(base, "small", Key::new(KEY).unwrap(), patience).unwrap();
    let reference = InProcess::new("reference", in_process::reference);
    let options = Options {
        timeout: Duration::from_secs(20),
        keep_replies: true,
        ..Options::default()
    };
    live(&reference, &endpoint, fixtures, &options, &mut |_, _| {})
}

/// The one fixture `name`, whatever its prompt says.
fn ask_one(name: &str, does: Does, patience: Duration) -> (Tally, Vec<Request>) {
    let (base, requests) = serve([(String::new(), does)].into());
    let tally = ask(&base, &fixtures(&[name]), patience).unwrap();
    let requests = std::mem::take(&mut *requests.lock().unwrap());
    (tally, requests)
}

const LONG: Duration = Duration::from_secs(20);

#[test]
fn right_answers_pass_and_the_prompts_are_those_of_repair_calls() {
    let names = ["flagship", "non-ascii", "tiny"];
    let fixtures = fixtures(&names);
    let does = fixtures.all.values().map(|fixture| {
        let spaced = fixture.answer.replacen('{', "{\n  ", 1);
        (fixture.response.clone(), Does::Answer(spaced))
    });
    let (base, requests) = serve(does.collect());
    let tally = ask(&base, &fixtures, LONG).unwrap();
    assert_eq!(tally.exit_status(), 0, "{tally}");
    let told = tally.to_string();
    assert!(
        told.contains("3 of 3 answers pass") && told.contains("300 tokens in prompts and 30 in"),
        "{told}"
    );
    let requests = requests.lock().unwrap();
    assert_eq!(requests.len(), names.len());
    for request in requests.iter() {
        assert!(
            request.head.starts_with("post /v1/chat/completions "),
            "{}",
            request.head
        );
        assert!(
            request
                .head
                .contains(&format!("\r\nauthorization: bearer {KEY}\r\n"))
        );
        assert!(request.body.contains("investigation_format_repair_v1"));
        assert!(request.body.contains(r#""model":"small""#));
    }
}

#[test]
fn an_answer_that_changes_a_value_is_refused() {
    let changed = r#"{"replacement":[{"column":"queue","operator":"eq","value":"another"}]}"#;
    let (tally, _) = ask_one("flagship", Does::Answer(changed.to_owned()), LONG);
    let outcome = &tally.0["flagship"].outcome;
    assert!(
        matches!(outcome, Outcome::Refused(why) if !why.contains("another")),
        "{outcome}"
    );
    assert_eq!(tally.exit_status(), 1);
}

#[test]
fn an_answer_that_was_cut_is_refused_although_it_looks_whole() {
    let whole = fixtures(&["flagship"]).all["flagship"].answer.clone();
    let (tally, _) = ask_one("flagship", Does::Cut(whole), LONG);
    assert!(
        matches!(tally.0["flagship"].outcome, Outcome::Refused(_)),
        "{tally}"
    );
}

#[test]
fn what_is_no_answer_is_asked_for_once_and_told_without_its_text() {
    for (does, told) in [
        (Does::Status("500 Internal Server Error"), "status 500"),
        (Does::Status("401 Unauthorized"), "status 401"),
        (Does::Status("307 Temporary Redirect"), "status 307"),
        (Does::Body("{}"), "no chat completion"),
        (
            Does::Body(r#"{"choices":[{"message":{"content":null}}]}"#),
            "no chat completion",
        ),
        (Does::Body(r#"{"choices":[]}"#), "no chat completion"),
    ] {
        let (tally, requests) = ask_one("tiny", does, LONG);
        let text = tally.to_string();
        assert!(
            text.contains("no answer: ") && text.contains(told),
            "{text}"
        );
        assert!(!text.contains(KEY), "{text}");
        assert_eq!((requests.len(), tally.exit_status()), (1, 3));
    }
}

#[test]
fn a_model_that_hangs_costs_no_more_than_its_time() {
    let start = Instant::now();
    let (tally, requests) = ask_one("tiny", Does::Hang, Duration::from_millis(500));
    assert!(
        tally.to_string().contains("no answer: no reply in time"),
        "{tally}"
    );
    assert_eq!((requests.len(), tally.exit_status()), (1, 3));
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn nobody_is_there() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let tally = ask(&base, &fixtures(&["tiny"]), LONG).unwrap();
    assert!(tally.to_string().contains("no connection"), "{tally}");
}
