//! Starting an implementation and asking who it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use recovery_reports::Verdict;
use thiserror::Error;

use super::conversation::Conversation;
use crate::canary::Planted;
use crate::implementation::{Launch, LaunchError, Received, Remains};
use crate::protocol::{Hello, HelloReply, Malformed, PROTOCOL, Request};

/// How long an implementation may take to come up, even where a reply may take less: to start is more than to answer.
const START: Duration = Duration::from_secs(10);

/// How much of a line or of standard error an error shows, in characters.
const SHOWN_CHARACTERS: usize = 200;

/// Why an implementation could not be brought up. One line each, with what it said last.
#[derive(Debug, Error)]
pub enum HandshakeError {
    /// It cannot be started.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// It ended without an answer.
    #[error("the implementation ended without an answer to `hello` ({status}){said}")]
    Ended {
        /// How it ended.
        status: String,
        /// The end of standard error.
        said: LastWords,
    },
    /// It did not answer in time.
    #[error(
        "the implementation did not answer `hello` within {timeout:?}; does it flush its standard output after each line?{said}"
    )]
    Silent {
        /// How long it was waited for.
        timeout: Duration,
        /// The end of standard error.
        said: LastWords,
    },
    /// Its first line is no reply to `hello`.
    #[error("the implementation's first line is no answer to `hello`: {why}{line}{said}")]
    NoHello {
        /// What is wrong with it.
        why: Malformed,
        /// The line.
        line: FirstLine,
        /// The end of standard error.
        said: LastWords,
    },
    /// Its first line has no end.
    #[error("the implementation's first line is longer than any answer to `hello`{said}")]
    Overlong {
        /// The end of standard error.
        said: LastWords,
    },
    /// It speaks another version of the protocol.
    #[error(
        "the implementation speaks version {0} of the protocol; this harness speaks {PROTOCOL}"
    )]
    OtherProtocol(u64),
    /// It answers with an error.
    #[error("the implementation answers `hello` with the error `{0}`")]
    Error(String),
    /// The run was interrupted.
    #[error("interrupted before the implementation had answered `hello`")]
    Interrupted,
}

impl HandshakeError {
    /// What the cases come to whose implementation does not come up any more for this reason.
    pub(super) fn verdict(&self) -> Verdict {
        match self {
            Self::Silent { .. } => Verdict::Hang,
            Self::NoHello { .. } | Self::Overlong { .. } => Verdict::Garbage,
            Self::Launch(_)
            | Self::Ended { .. }
            | Self::OtherProtocol(_)
            | Self::Error(_)
            | Self::Interrupted => Verdict::Crash,
        }
    }

    /// The same in few words, without anything that the implementation said.
    #[must_use]
    pub fn brief(&self) -> &'static str {
        match self {
            Self::Launch(_) => "it cannot be started",
            Self::Ended { .. } => "it ended without an answer to `hello`",
            Self::Silent { .. } => "it did not answer `hello` in time",
            Self::NoHello { .. } | Self::Overlong { .. } => {
                "its first line is no answer to `hello`"
            }
            Self::OtherProtocol(_) => "it speaks another version of the protocol",
            Self::Error(_) => "it answers `hello` with an error",
            Self::Interrupted => "the run was interrupted",
        }
    }
}

/// The last line on standard error, if there is one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LastWords(String);

/// The first line of output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstLine(String);

/// Starts an implementation and shakes hands. Its first request has `id`, the next ones follow. `timeout` is how long
/// a reply may take; that to `hello` may take [`START`] at least.
///
/// # Errors
/// [`HandshakeError`]; the implementation has been ended then.
pub(super) fn open<'a>(
    launcher: &'a dyn Launch,
    planted: &Arc<Planted>,
    id: u64,
    timeout: Duration,
    interrupted: &'a AtomicBool,
) -> Result<(Conversation<'a>, Hello), HandshakeError> {
    let mut implementation = launcher.launch(planted)?;
    let mut request = Vec::new();
    Request::Hello.write(id, &mut request);
    implementation.send(&mut request);
    let patience = timeout.max(START);
    let deadline = Instant::now() + patience;
    let mut lines = Vec::new();
    loop {
        if interrupted.load(Ordering::Relaxed) {
            implementation.close();
            return Err(HandshakeError::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        match implementation.receive(left.min(Duration::from_millis(100)), &mut lines) {
            Received::Lines => break,
            Received::Nothing if left.is_zero() => {
                let said = LastWords::of(&implementation.close());
                return Err(HandshakeError::Silent {
                    timeout: patience,
                    said,
                });
            }
            Received::Nothing => {}
            Received::Overlong => {
                let said = LastWords::of(&implementation.close());
                return Err(HandshakeError::Overlong { said });
            }
            Received::End => {
                let remains = implementation.close();
                let said = LastWords::of(&remains);
                let status = remains
                    .status
                    .unwrap_or_else(|| "it closed its output".to_owned());
                return Err(HandshakeError::Ended { status, said });
            }
        }
    }
    let text = String::from_utf8_lossy(&lines);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    match HelloReply::read(first, id) {
        Ok(HelloReply::Hello(hello)) => {
            let early_line = lines.next().map(str::to_owned);
            let conversation =
                Conversation::new(implementation, timeout, interrupted, id + 1, early_line);
            Ok((conversation, hello))
        }
        Ok(HelloReply::OtherProtocol(version)) => {
            implementation.close();
            Err(HandshakeError::OtherProtocol(version))
        }
        Ok(HelloReply::Error(error)) => {
            implementation.close();
            Err(HandshakeError::Error(start(&error)))
        }
        Err(why) => Err(HandshakeError::NoHello {
            why,
            line: FirstLine(start(first)),
            said: LastWords::of(&implementation.close()),
        }),
    }
}

impl LastWords {
    fn of(remains: &Remains) -> Self {
        let mut lines = remains.standard_error.lines().map(str::trim);
        Self(start(
            lines.rfind(|line| !line.is_empty()).unwrap_or_default(),
        ))
    }
}

impl std::fmt::Display for LastWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(f, "; standard error ends in: {}", self.0)
    }
}

impl std::fmt::Display for FirstLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "; it is: {}", self.0)
    }
}

/// The start of a text on one line, without control characters.
fn start(text: &str) -> String {
    let printable = |character: char| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    };
    text.chars().map(printable).take(SHOWN_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_judged_by_how_their_implementation_fails_to_come_up() {
        let said = LastWords::default;
        let silent = HandshakeError::Silent {
            timeout: START,
            said: said(),
        };
        let endless = HandshakeError::Overlong { said: said() };
        let ended = HandshakeError::Ended {
            status: "exit status: 1".into(),
            said: said(),
        };
        for (error, verdict) in [
            (silent, Verdict::Hang),
            (endless, Verdict::Garbage),
            (ended, Verdict::Crash),
        ] {
            assert_eq!(error.verdict(), verdict, "{error}");
        }
    }
}
