//! The runner over implementations in the same process: attribution, horizons, restarts and the account.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use super::*;
use crate::implementation::{Implementation, LaunchError, Received, Remains};
use recovery_reports::Visibility;

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
    fn launch(&self) -> Result<Box<dyn Implementation + '_>, LaunchError> {
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
    let interrupted = AtomicBool::new(false);
    let options = Options {
        profiles: None,
        jobs: NonZeroUsize::new(settings.jobs).unwrap(),
        timeout: Duration::from_millis(50),
        visibility: Visibility::Shown,
        ends_run: settings.ends_run,
        keep_replies: false,
        interrupted: &interrupted,
        progress: &|_| {},
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

#[test]
fn right_replies_pass_in_any_order_and_any_window() {
    for pipeline in [1, 2, 7, 1_000] {
        let in_order = Scripted::new(pipeline, |_, id, line| says(id, line));
        assert_eq!(outcome(&in_order, 200).letters, "p".repeat(200));
    }
    let held = std::sync::Mutex::new(Vec::new());
    let backwards = Scripted::new(8, move |_, id, line| {
        let mut held = held.lock().unwrap();
        held.push(right(id, line));
        if held.len() < 4 {
            return Act::Say(Vec::new());
        }
        Act::Say(held.drain(..).rev().collect())
    });
    assert_eq!(outcome(&backwards, 200).letters, "p".repeat(200));
}

#[test]
fn the_case_that_ends_the_process_bears_it_whatever_else_is_under_way() {
    for pipeline in [1, 3, 64] {
        let dies = Scripted::new(pipeline, |_, id, line| {
            if is_about(line, 5) || is_about(line, 11) {
                Act::Die
            } else {
                says(id, line)
            }
        });
        let outcome = outcome(&dies, 20);
        assert_eq!(outcome.letters, "pppppcpppppcpppppppp", "window {pipeline}");
        assert_eq!(
            (
                outcome.account.sent,
                outcome.account.crash,
                outcome.account.judged
            ),
            (20, 2, 18)
        );
    }
}

#[test]
fn the_case_that_hangs_bears_it_and_the_rest_is_asked_again() {
    for pipeline in [1, 3, 64] {
        let hangs = Scripted::new(pipeline, |_, id, line| {
            if is_about(line, 5) {
                Act::Freeze
            } else {
                says(id, line)
            }
        });
        assert_eq!(
            outcome(&hangs, 12).letters,
            "ppppphpppppp",
            "window {pipeline}"
        );
    }
}

#[test]
fn an_endless_line_is_garbage_of_the_case_that_brings_it() {
    for pipeline in [1, 64] {
        let floods = Scripted::new(pipeline, |_, id, line| {
            if is_about(line, 2) {
                Act::Flood
            } else {
                says(id, line)
            }
        });
        assert_eq!(outcome(&floods, 5).letters, "ppgpp", "window {pipeline}");
    }
}

#[test]
fn where_no_case_alone_ends_the_process_the_oldest_bears_it() {
    let has_died = AtomicBool::new(false);
    let dies_once = Scripted::new(4, move |before, id, line| {
        if before == 3 && !has_died.swap(true, Ordering::Relaxed) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    let outcome = outcome(&dies_once, 6);
    assert_eq!(outcome.letters, "pppcpp");
    assert!(
        outcome.notes[3].contains("laid on the oldest"),
        "{}",
        outcome.notes[3]
    );
}

#[test]
fn dying_on_every_third_request_ends_with_every_case_decided() {
    for pipeline in [1, 32] {
        let dies = Scripted::new(pipeline, |before, id, line| {
            if before == 2 {
                Act::Die
            } else {
                says(id, line)
            }
        });
        let outcome = outcome(&dies, 30);
        assert_eq!(outcome.letters.len(), 30);
        assert!(
            !outcome.letters.contains(['-', 'h', 'g']),
            "{}",
            outcome.letters
        );
        assert!(
            outcome.letters.contains('c') && outcome.letters.contains('p'),
            "{}",
            outcome.letters
        );
    }
}

#[test]
fn three_hangs_in_a_row_end_the_profile_for_any_number_of_jobs() {
    for jobs in [1, 2, 3] {
        let hangs = Scripted::new(4, |_, id, line| {
            if [1, 4, 5, 6, 8].iter().any(|number| is_about(line, *number)) {
                Act::Freeze
            } else {
                says(id, line)
            }
        });
        let settings = Settings {
            jobs,
            ..Settings::default()
        };
        let outcome = run_cases(&hangs, &cases(12), &settings);
        assert_eq!(outcome.letters, "phpphhhhhhhh", "{jobs} jobs");
        assert!(
            outcome.notes[11].starts_with("not sent"),
            "{}",
            outcome.notes[11]
        );
        assert_eq!(outcome.last_behind, ["t/4", "t/5", "t/6"], "{jobs} jobs");
        assert_eq!(outcome.judged, 7, "{jobs} jobs");
        assert!(outcome.account.balances());
        assert_eq!(
            (outcome.account.sent, outcome.account.decided_unsent),
            (7, 5),
            "{jobs} jobs"
        );
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let results: Vec<_> = [1, 2, 5]
        .into_iter()
        .map(|jobs| {
            let mixed = Scripted::new(8, |_, id, line| {
                if is_about(line, 7) {
                    Act::Die
                } else if is_about(line, 13) {
                    Act::Freeze
                } else if is_about(line, 17) {
                    Act::Say(vec![format!(
                        r#"{{"id":{id},"outcome":"accepted","value":0}}"#
                    )])
                } else {
                    says(id, line)
                }
            });
            let settings = Settings {
                jobs,
                ..Settings::default()
            };
            run_cases(&mixed, &cases(40), &settings).letters
        })
        .collect();
    assert_eq!(results[0].replace('p', ""), "chc");
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn a_line_that_answers_nothing_is_laid_on_the_oldest_and_its_late_answer_dropped() {
    let chatty = Scripted::new(1, |_, id, line| {
        let debug = is_about(line, 2).then(|| "debug".to_owned());
        Act::Say(debug.into_iter().chain([right(id, line)]).collect())
    });
    assert_eq!(outcome(&chatty, 5).letters, "ppgpp");
    let wrong_ids = Scripted::new(4, |_, id, line| Act::Say(vec![right(id + 1_000, line)]));
    assert_eq!(outcome(&wrong_ids, 6).letters, "gggggg");
}

#[test]
fn a_second_answer_spoils_its_own_case_and_no_other() {
    let twice = Scripted::new(4, |_, id, line| {
        let answer = right(id, line);
        Act::Say(if is_about(line, 3) || is_about(line, 9) {
            vec![answer.clone(), answer]
        } else {
            vec![answer]
        })
    });
    assert_eq!(outcome(&twice, 10).letters, "pppgpppppg");
}

#[test]
fn an_answer_that_is_late_is_never_taken_for_the_next_one() {
    // Case 2 gets garbage; its answer comes with the next request.
    let late = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Say(vec![format!(r#"{{"id":{id}}}"#)])
        } else {
            says(id, line)
        }
    });
    assert_eq!(outcome(&late, 5).letters, "ppgpp");
    let lagging = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Later(vec![right(id, line)])
        } else {
            says(id, line)
        }
    });
    assert_eq!(outcome(&lagging, 5).letters, "pphpp");
}

#[test]
fn an_implementation_that_does_not_come_up_again_leaves_the_rest_as_crash() {
    let mut dies = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    dies.last_start = 1;
    let outcome = outcome(&dies, 6);
    assert_eq!(outcome.letters, "ppcccc");
    assert_eq!(
        (outcome.account.sent, outcome.account.decided_unsent),
        (3, 3)
    );
    assert!(outcome.notes[5].contains("in vain"), "{}", outcome.notes[5]);
}

#[test]
fn an_implementation_that_comes_up_with_something_else_leaves_the_rest_as_garbage() {
    let mut dies = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    dies.last_hello = 1;
    assert_eq!(outcome(&dies, 6).letters, "ppcggg");
}

#[test]
fn fail_fast_ends_at_the_first_failure_in_the_order_of_the_cases() {
    for jobs in [1, 3] {
        let wrong = Scripted::new(4, |_, id, line| {
            if is_about(line, 4) || is_about(line, 6) {
                Act::Say(vec![format!(
                    r#"{{"id":{id},"outcome":"rejected","reason":"parse"}}"#
                )])
            } else {
                says(id, line)
            }
        });
        let settings = Settings {
            jobs,
            ends_run: Some(&|_, verdict| verdict == Verdict::Refusal),
            ..Settings::default()
        };
        let outcome = run_cases(&wrong, &cases(40), &settings);
        assert_eq!(
            outcome.letters,
            format!("ppppr{}", "-".repeat(35)),
            "{jobs} jobs"
        );
        assert!(outcome.is_stopped_early);
        // However far the other processes had come.
        let Accounting {
            sent, undecided, ..
        } = outcome.account;
        assert_eq!((sent, undecided), (5, 35), "{jobs} jobs");
    }
}

#[test]
fn contracts_are_loaded_before_they_are_needed_and_again_after_a_crash() {
    let line = |number, contract| {
        format!(
            r#"{{"id":"t/{number}","profile":"normalize","contract":"{contract}","response":"{number}","expect":{{"outcome":"accepted","value_text":"{number}"}}}}"#
        )
    };
    let contracts = ["good", "refused", "deadly", "frozen"];
    let cases: Vec<Case> = (0..12)
        .map(|number| Case::from_line(&line(number, contracts[number % 4])).unwrap())
        .collect();
    let texts = contracts.map(|name| (name.to_owned(), "{}".to_owned()));
    let loaded = std::sync::Mutex::new(false);
    let launcher = Scripted::new(4, move |before, id, line| {
        let mut loaded = loaded.lock().unwrap();
        if before == 0 {
            *loaded = false;
        }
        if line.contains("\"load\"") {
            if line.contains("\"deadly\"") {
                return Act::Die;
            }
            if line.contains("\"frozen\"") {
                return Act::Freeze;
            }
            if line.contains("\"refused\"") {
                return Act::Say(vec![format!(r#"{{"id":{id},"error":"contract"}}"#)]);
            }
            *loaded = true;
            return says(id, line);
        }
        assert!(*loaded, "a case came before its contract");
        if is_about(line, 4) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    let settings = Settings {
        contracts: BTreeMap::from(texts),
        ..Settings::default()
    };
    let outcome = run_cases(&launcher, &cases, &settings);
    assert_eq!(outcome.letters, "prchcrchprch");
    assert_eq!(
        (outcome.account.sent, outcome.account.decided_unsent),
        (3, 9)
    );
    assert!(
        outcome.notes[2].contains("`deadly`"),
        "{}",
        outcome.notes[2]
    );
}

#[test]
fn the_cases_of_a_worker_that_panics_are_undecided_and_nothing_else_ended_the_run() {
    let panics = Scripted::new(1, |_, id, line| {
        assert!(!is_about(line, 3), "a fault of the harness");
        says(id, line)
    });
    let settings = Settings {
        jobs: 2,
        ..Settings::default()
    };
    let outcome = run_cases(&panics, &cases(6), &settings);
    assert_eq!(outcome.letters, "p-p-p-");
    assert!(!outcome.is_stopped_early);
    assert_eq!((outcome.account.sent, outcome.account.undecided), (3, 3));
}

#[test]
fn a_lost_verdict_makes_the_account_uneven() {
    let decision = || Some(Decision::of_fault(&Fault::Twice));
    let even = account(&[true, false, false], &[decision(), decision(), None]);
    assert!(even.balances(), "{even:?}");
    let lost = account(
        &[true, true, false, false],
        &[decision(), None, decision(), None],
    );
    assert_eq!((lost.sent, lost.garbage, lost.abandoned), (2, 1, 1));
    let twice = Accounting { crash: 1, ..even };
    let more_abandoned_than_sent = Accounting {
        abandoned: 2,
        ..Accounting::default()
    };
    for uneven in [lost, twice, more_abandoned_than_sent] {
        assert!(!uneven.balances(), "{uneven:?}");
    }
}
