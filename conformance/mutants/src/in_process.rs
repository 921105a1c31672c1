//! A program in the harness's own process: a thread that answers request lines one after the other.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use recovery_adapter_reference::Adapter;
use recovery_conformance::canary::Planted;
use recovery_conformance::implementation::{
    Implementation, Launch, LaunchError, Received, Remains,
};

/// Answers one request line with one reply line, both without their line ends. It may keep a state.
pub type Program = Box<dyn FnMut(&str) -> String + Send>;

/// Starts the reference as it is.
#[must_use]
pub fn reference() -> Program {
    let mut adapter = Adapter::default();
    Box::new(move |line| adapter.answer(line.as_bytes()))
}

/// The name of the threads that programs run in.
pub const THREAD: &str = "program under test";

/// Starts programs in this process.
pub struct InProcess<F> {
    name: String,
    start: F,
}

impl<F: Fn() -> Program + Sync> InProcess<F> {
    /// A launcher of the programs that `start` makes, under a name for reports.
    pub fn new(name: impl Into<String>, start: F) -> Self {
        Self {
            name: name.into(),
            start,
        }
    }
}

impl<F: Fn() -> Program + Sync> Launch for InProcess<F> {
    fn launch(&self, _: &Arc<Planted>) -> Result<Box<dyn Implementation + '_>, LaunchError> {
        let (input, requests) = mpsc::channel::<Vec<u8>>();
        let (replies, output) = mpsc::channel();
        let program = (self.start)();
        // A program that hangs keeps its thread until the process ends; one that panics closes its output.
        thread::Builder::new()
            .name(THREAD.to_owned())
            .spawn(move || answer_all(program, &requests, &replies))
            .map_err(|error| LaunchError::Program {
                program: self.name.clone(),
                error,
            })?;
        Ok(Box::new(Running {
            input: Some(input),
            output,
        }))
    }

    fn command(&self) -> &str {
        &self.name
    }
}

fn answer_all(mut program: Program, requests: &Receiver<Vec<u8>>, replies: &Sender<Vec<u8>>) {
    for lines in requests {
        for line in String::from_utf8_lossy(&lines).lines() {
            // Each answer goes out by itself, so that a panic at the next line takes none with it.
            let mut answer = program(line).into_bytes();
            answer.push(b'\n');
            if replies.send(answer).is_err() {
                return;
            }
        }
    }
}

struct Running {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
}

impl Implementation for Running {
    fn send(&mut self, lines: &mut Vec<u8>) {
        let lines = std::mem::take(lines);
        if let Some(input) = &self.input {
            // A program that has ended shows as the end of its output.
            let _ended = input.send(lines);
        }
    }

    fn end_input(&mut self) {
        self.input = None;
    }

    fn receive(&mut self, patience: Duration, lines: &mut Vec<u8>) -> Received {
        match self.output.recv_timeout(patience) {
            Ok(answers) => {
                *lines = answers;
                Received::Lines
            }
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => Received::End,
        }
    }

    fn close(self: Box<Self>) -> Remains {
        Remains {
            status: Some("its thread ended".to_owned()),
            standard_error: String::new(),
            canaries: BTreeSet::new(),
        }
    }
}
