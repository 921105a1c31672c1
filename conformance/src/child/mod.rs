//! A real process as an implementation: pipes that cannot deadlock, bounded memory, and an end that ends all of it.

mod errors;
mod input;
mod output;
mod process;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::canary::Planted;
use crate::implementation::{Implementation, Launch, LaunchError, Received, Remains};
use errors::Errors;
use input::Input;
use output::Output;
use process::Process;

pub use output::MAX_LINE_BYTES;

/// How long the last output of a process that has ended may take to come through its pipe.
const LAST_OUTPUT: Duration = Duration::from_millis(10);

/// A command that starts a process.
#[derive(Debug, Clone)]
pub struct ChildCommand {
    command: String,
    program: String,
    arguments: Vec<String>,
}

impl ChildCommand {
    /// Takes a command apart into words as a shell does. No shell runs it, so nothing else of a shell works in it.
    ///
    /// # Errors
    /// [`LaunchError::Command`] if a quote is not closed or there is no word.
    pub fn parse(command: &str) -> Result<Self, LaunchError> {
        let no_command = || LaunchError::Command(command.to_owned());
        let mut words = shlex::split(command).ok_or_else(no_command)?.into_iter();
        Ok(Self {
            command: command.to_owned(),
            program: words.next().ok_or_else(no_command)?,
            arguments: words.collect(),
        })
    }
}

impl Launch for ChildCommand {
    fn launch(&self, planted: &Arc<Planted>) -> Result<Box<dyn Implementation>, LaunchError> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = Process::start(&mut command).map_err(|error| LaunchError::Program {
            program: self.program.clone(),
            error,
        })?;
        let (input, output, errors) = process.take_pipes();
        Ok(Box::new(Child {
            input: input.map(Input::new),
            output: output.map(Output::new),
            errors: errors.map(|pipe| Errors::new(pipe, Arc::clone(planted))),
            process,
        }))
    }

    fn command(&self) -> &str {
        &self.command
    }
}

/// A process that runs, with a thread on each of its three pipes.
struct Child {
    process: Process,
    input: Option<Input>,
    output: Option<Output>,
    errors: Option<Errors>,
}

impl Implementation for Child {
    fn send(&mut self, lines: &mut Vec<u8>) {
        match &mut self.input {
            Some(input) => input.send(lines),
            None => lines.clear(),
        }
    }

    fn end_input(&mut self) {
        self.input = None;
    }

    fn receive(&mut self, patience: Duration, lines: &mut Vec<u8>) -> Received {
        let Some(output) = &self.output else {
            return Received::End;
        };
        let received = output.receive(patience, lines);
        if !matches!(received, Received::Nothing) || !self.process.has_left() {
            return received;
        }
        // Something that it started may hold its output open for ever. What it wrote itself is in the pipe by now.
        match output.receive(LAST_OUTPUT, lines) {
            Received::Nothing => Received::End,
            received => received,
        }
    }

    fn close(mut self: Box<Self>) -> Remains {
        self.input = None;
        let has_ended =
            self.output.as_ref().is_none_or(Output::has_ended) || self.process.has_left();
        let status = self.process.end(has_ended);
        let heard = self.errors.take().map(Errors::finish).unwrap_or_default();
        Remains {
            status,
            standard_error: heard.tail,
            canaries: heard.canaries,
        }
    }
}
