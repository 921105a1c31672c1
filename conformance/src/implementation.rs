//! What the harness needs of an implementation: lines in, lines out, and an end.
//!
//! A child process is one; an implementation in the same process, or a mutant that spoils another's replies, is
//! another. All of them speak the protocol, so the judge reads the same bytes whatever is under test.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::canary::Planted;

/// How to start an implementation. Whoever knows that can start it again after a crash, and more than once.
pub trait Launch: Sync {
    /// Starts it, to be watched for these canaries.
    ///
    /// # Errors
    /// [`LaunchError`] if it cannot be started at all.
    fn launch(&self, planted: &Arc<Planted>) -> Result<Box<dyn Implementation + '_>, LaunchError>;

    /// The command that a shell would start it with, for the lines that reproduce a case.
    fn command(&self) -> &str;
}

/// An implementation that runs.
pub trait Implementation {
    /// Hands over whole request lines and leaves the buffer empty. Never waits for the implementation.
    fn send(&mut self, lines: &mut Vec<u8>);

    /// Says that no request will follow; the implementation finishes what is under way and ends.
    fn end_input(&mut self);

    /// Waits for output, as long as this. Lines take the place of what the buffer holds.
    fn receive(&mut self, patience: Duration, lines: &mut Vec<u8>) -> Received;

    /// Ends it and whatever it started, if they still run, and tells what is left of it.
    fn close(self: Box<Self>) -> Remains;
}

/// What came of waiting for output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    /// One or more lines are in the buffer, each with its line end except perhaps the last one ever.
    Lines,
    /// The start of a line is in the buffer that is longer than a reply can be. Nothing can be read after it.
    Overlong,
    /// Nothing, in all that time.
    Nothing,
    /// The end of all output.
    End,
}

/// What is left of an implementation that ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remains {
    /// How it ended by itself, in words; none if it had to be ended.
    pub status: Option<String>,
    /// The end of what it wrote to standard error.
    pub standard_error: String,
    /// All that it wrote to standard error and that tells a planted canary.
    pub canaries: BTreeSet<String>,
}

/// Why an implementation cannot be started.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// The command has a quote that is not closed, or no word at all.
    #[error("`{0}` is no command: quotes must be closed, and the first word is the program")]
    Command(String),
    /// The system does not start the program.
    #[error("cannot start `{program}`: {error}")]
    Program {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
}
