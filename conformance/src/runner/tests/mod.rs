//! The runner over implementations in the same process: attribution, horizons, restarts and the account.

mod account;
mod attribution;
mod horizons;
mod replies;
mod restarts;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use super::*;
use crate::implementation::{Implementation, LaunchError, Received, Remains};

/// What a scripted implementation does with a request.
enum Act {
    /// Answers with these lines.
    Say(Vec<String>),
    /// Answers with these lines only when it is asked again.
    Later(Vec<String>),
    /// Ends.
    Die,
    /// Never answers anything any more.
    Freeze,
    /// Writes a line without end.
    Flood,
}

/// Gives the act for a request, from the number of requests before it in this life, its id and its line.
type Script = dyn Fn(usize, u64, &str) -> Act + Sync;

/// Starts implementations that follow a script.
struct Scripted {
    script: Box<Script>,
    pipeline: usize,
    starts: AtomicUsize,
    /// From this start on, it does not come up.
    last_start: usize,
    /// From this start on, its first line is no answer to `hello`.
    last_hello: usize,
}

struct Life<'a> {
    scripted: &'a Scripted,
    requests: usize,
    output: VecDeque<(Received, Vec<u8>)>,
    later: Vec<u8>,
    is_frozen: bool,
}

impl Scripted {
    fn new(pipeline: usize, script: impl Fn(usize, u64, &str) -> Act + Sync + 'static) -> Self {
        Self {
            script: Box::new(script),
            pipeline,
            starts: AtomicUsize::new(0),
            last_start: usize::MAX,
            last_hello: usize::MAX,
        }
    }
}

impl Launch for Scripted {
    fn launch(&self, _: &Arc<Planted>) -> Result<Box<dyn Implementation + '_>, LaunchError> {
        if self.starts.fetch_add(1, Ordering::Relaxed) >= self.last_start {
            return Err(LaunchError::Command("gone".into()));
        }
        Ok(Box::new(Life {
            scripted: self,
            requests: 0,
            output: VecDeque::new(),
            later: Vec::new(),
            is_frozen: false,
        }))
    }

    fn command(&self) -> &'static str {
        "scripted"
    }
}

impl Life<'_> {
    fn take(&mut self, line: &str) {
        let request: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = request["id"].as_u64().unwrap();
        if request["op"] == "hello" {
            if self.scripted.starts.load(Ordering::Relaxed) > self.scripted.last_hello {
                let banner = b"Loading model weights".to_vec();
                self.output.push_back((Received::Lines, banner));
                return;
            }
            let pipeline = self.scripted.pipeline;
            let hello = format!(
                r#"{{"id":{id},"protocol":1,"implementation":{{"name":"s","version":"1","language":"r"}},"profiles":["parse","normalize"],"pipeline":{pipeline}}}"#
            );
            self.output.push_back((Received::Lines, hello.into_bytes()));
            return;
        }
        let act = (self.scripted.script)(self.requests, id, line);
        self.requests += 1;
        let bytes = |lines: Vec<String>| {
            lines
                .iter()
                .flat_map(|line| format!("{line}\n").into_bytes())
                .collect::<Vec<u8>>()
        };
        let later = std::mem::take(&mut self.later);
        if !later.is_empty() {
            self.output.push_back((Received::Lines, later));
        }
        match act {
            Act::Say(lines) => self.output.push_back((Received::Lines, bytes(lines))),
            Act::Later(lines) => self.later = bytes(lines),
            Act::Die => self.output.push_back((Received::End, Vec::new())),
            Act::Freeze => self.is_frozen = true,
            Act::Flood => self.output.push_back((Received::Overlong, b"xxx".to_vec())),
        }
    }
}

impl Implementation for Life<'_> {
    fn send(&mut self, lines: &mut Vec<u8>) {
        let text = String::from_utf8(std::mem::take(lines)).unwrap();
        for line in text.lines() {
            if !self.is_frozen
                && !self
                    .output
                    .iter()
                    .any(|(received, _)| *received == Received::End)
            {
                self.take(line);
            }
        }
    }

    fn end_input(&mut self) {
        let later = std::mem::take(&mut self.later);
        if !later.is_empty() {
            self.output.push_back((Received::Lines, later));
        }
        self.output.push_back((Received::End, Vec::new()));
    }

    fn receive(&mut self, patience: Duration, lines: &mut Vec<u8>) -> Received {
        let Some((received, output)) = self.output.pop_front() else {
            thread::sleep(patience);
            return Received::Nothing;
        };
        *lines = output;
        received
    }

    fn close(self: Box<Self>) -> Remains {
        Remains::default()
    }
}

/// Cases `t/0`, `t/1`, … of profile `parse`, each of which is right if its own number comes back.
fn cases(count: usize) -> Vec<Case> {
    let line = |number| {
        format!(
            r#"{{"id":"t/{number}","profile":"parse","response":"{number}","expect":{{"outcome":"accepted","value_text":"{number}"}}}}"#
        )
    };
    (0..count)
        .map(|number| Case::from_line(&line(number)).unwrap())
        .collect()
}

/// The right reply to a request.
fn right(id: u64, line: &str) -> String {
    let request: serde_json::Value = serde_json::from_str(line).unwrap();
    if request["op"] == "load" {
        return format!(r#"{{"id":{id},"ok":true}}"#);
    }
    let response = request["response"].as_str().unwrap();
    format!(
        r#"{{"id":{id},"outcome":"accepted","value":{response},"text":"{response}","rules":[]}}"#
    )
}

fn says(id: u64, line: &str) -> Act {
    Act::Say(vec![right(id, line)])
}

/// Whether a request is about the case of this number.
fn is_about(line: &str, number: usize) -> bool {
    line.contains(&format!("\"response\":\"{number}\""))
}

/// The verdicts of a run, as the first letters of their names (`-` for none), with its account and notes.
struct Outcome {
    letters: String,
    account: Accounting,
    notes: Vec<String>,
    /// The ids of the hangs because of which the last case was not sent.
    last_behind: Vec<String>,
    /// How many cases were judged by themselves.
    judged: usize,
    is_stopped_early: bool,
}

struct Settings<'a> {
    jobs: usize,
    ends_run: Option<EndsRun<'a>>,
    contracts: BTreeMap<String, String>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Self {
            jobs: 1,
            ends_run: None,
            contracts: BTreeMap::new(),
        }
    }
}

fn run_cases(launcher: &Scripted, cases: &[Case], settings: &Settings<'_>) -> Outcome {
    let options = Options {
        jobs: NonZeroUsize::new(settings.jobs).unwrap(),
        timeout: Duration::from_millis(50),
        ends_run: settings.ends_run,
        ..Options::default()
    };
    let cases: Vec<&Case> = cases.iter().collect();
    let run = run(launcher, &cases, &settings.contracts, &options).unwrap();
    let letter = |decision: &Option<Decision>| {
        decision.as_ref().map_or('-', |decision| {
            decision.verdict.name().chars().next().unwrap()
        })
    };
    Outcome {
        letters: run
            .results
            .iter()
            .map(|(_, decision)| letter(decision))
            .collect(),
        account: run.accounting,
        is_stopped_early: run.is_stopped_early,
        judged: run.judged().count(),
        last_behind: run
            .results
            .last()
            .and_then(|(_, decision)| Some(decision.as_ref()?.behind.clone()))
            .unwrap_or_default(),
        notes: run
            .results
            .iter()
            .map(|(_, decision)| {
                decision
                    .as_ref()
                    .and_then(|decision| decision.note.clone())
                    .unwrap_or_default()
            })
            .collect(),
    }
}

fn outcome(launcher: &Scripted, count: usize) -> Outcome {
    let outcome = run_cases(launcher, &cases(count), &Settings::default());
    assert!(outcome.account.balances(), "{:?}", outcome.account);
    outcome
}
