//! Exploring programs in this process that are wrong in one way each.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::*;
use crate::canary::Planted;
use crate::implementation::{Implementation, LaunchError, Received, Remains};

/// Answers a response, from the number of requests before it in this life; none: it ends; nothing: it hangs.
type Answer = dyn Fn(usize, &str) -> Option<String> + Sync;

struct Program {
    answer: Box<Answer>,
    starts: AtomicUsize,
}

struct Life<'a> {
    program: &'a Program,
    requests: usize,
    output: Vec<u8>,
    has_ended: bool,
}

impl Launch for Program {
    fn launch(&self, _: &Arc<Planted>) -> Result<Box<dyn Implementation + '_>, LaunchError> {
        self.starts.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Life {
            program: self,
            requests: 0,
            output: Vec::new(),
            has_ended: false,
        }))
    }

    fn command(&self) -> &'static str {
        "program"
    }
}

impl Implementation for Life<'_> {
    fn send(&mut self, lines: &mut Vec<u8>) {
        let text = String::from_utf8(std::mem::take(lines)).unwrap();
        for line in text.lines() {
            if self.has_ended {
                return;
            }
            let request: serde_json::Value = serde_json::from_str(line).unwrap();
            let id = &request["id"];
            let reply = if request["op"] == "hello" {
                Some(r#""protocol":1,"implementation":{"name":"s","version":"1","language":"r"},"profiles":["parse"],"pipeline":8"#.to_owned())
            } else {
                self.requests += 1;
                let response = request["response"].as_str().unwrap();
                (self.program.answer)(self.requests - 1, response)
            };
            match reply {
                Some(reply) if reply.is_empty() => {}
                Some(reply) => self
                    .output
                    .extend_from_slice(format!("{{\"id\":{id},{reply}}}\n").as_bytes()),
                None => self.has_ended = true,
            }
        }
    }

    fn end_input(&mut self) {
        self.has_ended = true;
    }

    fn receive(&mut self, patience: Duration, lines: &mut Vec<u8>) -> Received {
        if !self.output.is_empty() {
            *lines = std::mem::take(&mut self.output);
            return Received::Lines;
        }
        if self.has_ended {
            return Received::End;
        }
        std::thread::sleep(patience);
        Received::Nothing
    }

    fn close(self: Box<Self>) -> Remains {
        Remains::default()
    }
}

/// The right answer to any response that is valid as it stands or in a fence; the rest is rejected.
fn right(response: &str) -> String {
    let body = response.trim().strip_prefix("```json\n");
    let body = body
        .and_then(|body| body.strip_suffix("\n```"))
        .unwrap_or(response);
    match serde_json::from_str::<&serde_json::value::RawValue>(body) {
        Ok(value) => format!(r#""outcome":"accepted","value":{value}"#).replace(['\n', '\r'], " "),
        Err(_) => r#""outcome":"rejected","reason":"parse""#.to_owned(),
    }
}

fn explored(
    generated: u64,
    only: &str,
    answer: impl Fn(usize, &str) -> Option<String> + Sync + 'static,
) -> Exploration {
    let program = Program {
        answer: Box::new(answer),
        starts: AtomicUsize::new(0),
    };
    let selection = Selection {
        only: vec![only.parse().unwrap()],
        skip: Vec::new(),
    };
    let options = Options {
        generated,
        seed: 7,
        max_shrink: 500,
        jobs: NonZeroUsize::new(2).unwrap(),
        timeout: Duration::from_millis(50),
        growth: false,
        selection: &selection,
        ..Options::default()
    };
    explore(&program, &options).unwrap()
}

#[test]
fn what_is_right_passes_and_every_scene_is_counted() {
    let explored = explored(300, "*/valid-in-same-out", |_, response| {
        Some(right(response))
    });
    let property = &explored.properties[0];
    assert_eq!(
        (property.generated, property.judged, property.verdicts.pass),
        (300, 300, 300),
        "{property:?} {:?}",
        explored.counterexamples
    );
    assert_eq!(
        (explored.accounting.selected, explored.accounting.judged),
        (300, 300)
    );
    assert!(explored.accounting.balances());
}

#[test]
fn a_failure_is_found_and_made_small() {
    let explored = explored(300, "*/valid-in-same-out", |_, response| {
        let is_wrong = response.contains(':') && response.len() > 12;
        Some(if is_wrong {
            r#""outcome":"accepted","value":{"wrong":[]}"#.to_owned()
        } else {
            right(response)
        })
    });
    let [one, ..] = &*explored.counterexamples else {
        panic!("{explored:?}");
    };
    assert_eq!(one.kind.verdict, Verdict::Corruption);
    assert!(
        one.is_reproduced && one.found > 10 && one.tries > 0,
        "{one:?}"
    );
    assert!((13..20).contains(&one.scene.size().0), "{one:?}");
}

#[test]
fn an_answer_that_depends_on_the_requests_before_it_is_found_in_new_processes() {
    let explored = explored(300, "*/determinism", |before, response| {
        Some(if before == 100 {
            r#""outcome":"rejected","reason":"parse""#.to_owned()
        } else {
            right(response)
        })
    });
    let one = &explored.counterexamples[0];
    assert!(!one.is_reproduced, "{one:?}");
    assert!(one.found > 0);
}

#[test]
fn what_hangs_or_crashes_is_bounded_and_still_accounted_for() {
    let hanging = explored(600, "*/no-leak", |before, response| {
        Some(if before >= 20 {
            String::new()
        } else {
            right(response)
        })
    });
    let crashing = explored(600, "*/no-leak", |_, _| None);
    for explored in [&hanging, &crashing] {
        let property = &explored.properties[0];
        assert_eq!((property.generated, property.verdicts.sum()), (600, 600));
        assert!(explored.accounting.balances(), "{:?}", explored.accounting);
        assert!(explored.accounting.decided_unsent > 400);
    }
    assert_eq!(crashing.properties[0].verdicts.crash, 600);
}
