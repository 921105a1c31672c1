//! A conversation with one running implementation: which requests are under way, which reply answers which of them,
//! and since when one is waited for.
//!
//! Ids are never used twice, so a late answer can never be taken for the next one's.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::child::MAX_LINE_BYTES;
use crate::implementation::{Implementation, Received, Remains};
use crate::judge::Fault;
use crate::protocol::{Malformed, Reply, Request};

/// How often a wait looks up whether the run is interrupted.
const LOOK_UP: Duration = Duration::from_millis(100);

/// From how many bytes on requests are handed over while more are being written.
const FULL_BATCH: usize = 128 * 1024;

/// What a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// Loading a contract, by its index.
    Contract(usize),
    /// A case, by its index.
    Case(usize),
}

impl Subject {
    /// The index of the case, if it is one.
    pub(super) fn case(self) -> Option<usize> {
        match self {
            Self::Case(index) => Some(index),
            Self::Contract(_) => None,
        }
    }
}

/// A conversation with one running implementation.
pub(super) struct Conversation<'a> {
    implementation: Box<dyn Implementation + 'a>,
    timeout: Duration,
    interrupted: &'a AtomicBool,
    /// Requests that are written but not yet handed over.
    out: Vec<u8>,
    /// The lines that were received last.
    lines: Vec<u8>,
    /// The id of the first request.
    first_id: u64,
    /// Every request, in the order of ids.
    asked: Vec<Asked>,
    /// The index of the first request that is under way, and since when it is that.
    oldest: usize,
    since: Instant,
    requests_under_way: usize,
    bytes_under_way: usize,
    /// The subject that was answered last.
    last_answered: Option<Subject>,
    /// A line that came before anything was asked.
    early_line: Option<String>,
}

struct Asked {
    subject: Subject,
    bytes: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    UnderWay,
    /// It got its verdict without an answer, which may still come and is dropped then.
    GivenUp,
    Answered,
}

/// What was heard.
pub(super) enum Heard<'l> {
    /// A reply to a request under way, with its line.
    Reply(Subject, Reply<'l>, &'l str),
    /// A line that is none; the subject bears it.
    Garbage(Subject, Fault, &'l str),
}

/// How a conversation ends before its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// The process ended.
    Crash,
    /// The oldest request got no reply in time.
    Hang,
    /// A line was longer than a reply can be; this is its start.
    Overlong(String),
    /// The run is interrupted.
    Interrupted,
}

impl<'a> Conversation<'a> {
    /// Begins a conversation after the handshake. `early_line` is a line that came with the handshake unasked.
    pub(super) fn new(
        implementation: Box<dyn Implementation + 'a>,
        timeout: Duration,
        interrupted: &'a AtomicBool,
        first_id: u64,
        early_line: Option<String>,
    ) -> Self {
        Self {
            implementation,
            timeout,
            interrupted,
            out: Vec::new(),
            lines: Vec::new(),
            first_id,
            asked: Vec::new(),
            oldest: 0,
            since: Instant::now(),
            requests_under_way: 0,
            bytes_under_way: 0,
            last_answered: None,
            early_line,
        }
    }

    /// Forgets all that was asked and answered, so that indexes may mean other cases from now on. Nothing is under way.
    pub(super) fn forget(&mut self) {
        self.first_id = self.next_id();
        self.asked.clear();
        self.oldest = 0;
        self.last_answered = None;
    }

    /// How many requests are under way.
    pub(super) fn requests_under_way(&self) -> usize {
        self.requests_under_way
    }

    /// How many bytes of requests are under way.
    pub(super) fn bytes_under_way(&self) -> usize {
        self.bytes_under_way
    }

    /// What the requests under way are about, the oldest first.
    pub(super) fn under_way(&self) -> Vec<Subject> {
        let rest = self.asked.get(self.oldest..).unwrap_or_default();
        let under_way = rest.iter().filter(|asked| asked.state == State::UnderWay);
        under_way.map(|asked| asked.subject).collect()
    }

    /// The id that the next request will have.
    pub(super) fn next_id(&self) -> u64 {
        self.first_id + self.asked.len() as u64
    }

    /// Asks. The request is handed over at the latest with the next [`Self::listen`].
    pub(super) fn ask(&mut self, subject: Subject, request: &Request<'_>) {
        if self.requests_under_way == 0 {
            self.oldest = self.asked.len();
            self.since = Instant::now();
        }
        let before = self.out.len();
        request.write(self.next_id(), &mut self.out);
        let bytes = self.out.len() - before;
        self.asked.push(Asked {
            subject,
            bytes,
            state: State::UnderWay,
        });
        self.requests_under_way += 1;
        self.bytes_under_way += bytes;
        if self.out.len() >= FULL_BATCH {
            self.implementation.send(&mut self.out);
        }
    }

    /// Hands over what was asked and waits until something is heard.
    ///
    /// The clock runs for the oldest request alone: a pipeline is no reason to call a request late that the
    /// implementation has not come to yet.
    ///
    /// # Errors
    /// The [`End`] of the conversation. What is under way then stays so.
    pub(super) fn listen(&mut self, hear: &mut dyn FnMut(Heard<'_>)) -> Result<(), End> {
        if !self.out.is_empty() {
            self.implementation.send(&mut self.out);
        }
        if let Some(line) = self.early_line.take() {
            self.blame_oldest(malformed(&line), &line, hear);
            return Ok(());
        }
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(End::Interrupted);
            }
            let left = (self.since + self.timeout).saturating_duration_since(Instant::now());
            match self
                .implementation
                .receive(left.min(LOOK_UP), &mut self.lines)
            {
                Received::Nothing if left.is_zero() => return Err(End::Hang),
                Received::Nothing => {}
                Received::End => return Err(End::Crash),
                Received::Overlong => {
                    let start = String::from_utf8_lossy(&self.lines).into_owned();
                    return Err(End::Overlong(start));
                }
                Received::Lines => {
                    let oldest = self.oldest;
                    self.hear_lines(hear);
                    // Lines that answer nothing must not keep a hang going.
                    let is_late =
                        left.is_zero() && self.requests_under_way > 0 && self.oldest == oldest;
                    return if is_late { Err(End::Hang) } else { Ok(()) };
                }
            }
        }
    }

    /// Closes the input and hears what still comes, as long as this, then ends the implementation.
    pub(super) fn finish(mut self, patience: Duration, hear: &mut dyn FnMut(Heard<'_>)) -> Remains {
        self.implementation.end_input();
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.interrupted.load(Ordering::Relaxed) {
                break;
            }
            match self
                .implementation
                .receive(left.min(LOOK_UP), &mut self.lines)
            {
                Received::Lines => self.hear_lines(hear),
                Received::Nothing => {}
                Received::Overlong => {
                    let start = String::from_utf8_lossy(&self.lines).into_owned();
                    self.blame_oldest(Fault::Overlong(MAX_LINE_BYTES), &start, hear);
                    break;
                }
                Received::End => break,
            }
        }
        self.implementation.close()
    }

    /// Ends the implementation.
    pub(super) fn close(self) -> Remains {
        self.implementation.close()
    }

    fn hear_lines(&mut self, hear: &mut dyn FnMut(Heard<'_>)) {
        if self.lines.is_empty() {
            return;
        }
        let before = self.oldest;
        let lines = std::mem::take(&mut self.lines);
        let all = lines.strip_suffix(b"\n").unwrap_or(&lines);
        if let Ok(all) = str::from_utf8(all) {
            all.split('\n').for_each(|line| self.hear_line(line, hear));
        } else {
            for line in all.split(|byte| *byte == b'\n') {
                if let Ok(line) = str::from_utf8(line) {
                    self.hear_line(line, hear);
                } else {
                    let line = String::from_utf8_lossy(line);
                    self.blame_oldest(Malformed::Encoding.into(), &line, hear);
                }
            }
        }
        self.lines = lines;
        if self.oldest != before {
            self.since = Instant::now();
        }
    }

    fn hear_line(&mut self, line: &str, hear: &mut dyn FnMut(Heard<'_>)) {
        let (id, reply) = match Reply::read(line) {
            Ok(reply) => (Some(reply.id), Ok(reply)),
            Err(why) => (Reply::id_of(line), Err(Fault::Malformed(why))),
        };
        let index = id.and_then(|id| usize::try_from(id.checked_sub(self.first_id)?).ok());
        let Some((index, asked)) = index.and_then(|index| Some((index, self.asked.get(index)?)))
        else {
            let fault = reply.err().unwrap_or(Fault::Unasked);
            self.blame_oldest(fault, line, hear);
            return;
        };
        let subject = asked.subject;
        match (asked.state, reply) {
            (State::UnderWay, Ok(reply)) => {
                self.settle(index, State::Answered);
                self.last_answered = Some(subject);
                hear(Heard::Reply(subject, reply, line));
            }
            (State::UnderWay, Err(fault)) => {
                self.settle(index, State::Answered);
                self.last_answered = Some(subject);
                hear(Heard::Garbage(subject, fault, line));
            }
            (State::GivenUp, _) => self.settle(index, State::Answered),
            (State::Answered, _) => hear(Heard::Garbage(subject, Fault::Twice, line)),
        }
    }

    /// Lays a line that answers nothing on the oldest request under way, or, if there is none, on the one that was
    /// answered last: it has most likely to do with that.
    fn blame_oldest(&mut self, fault: Fault, line: &str, hear: &mut dyn FnMut(Heard<'_>)) {
        let index = self.oldest;
        match self.asked.get(index) {
            Some(asked) if self.requests_under_way > 0 => {
                let subject = asked.subject;
                self.settle(index, State::GivenUp);
                hear(Heard::Garbage(subject, fault, line));
            }
            _ => match self.last_answered {
                Some(subject) => hear(Heard::Garbage(subject, fault, line)),
                None => self.early_line = Some(line.to_owned()),
            },
        }
    }

    fn settle(&mut self, index: usize, state: State) {
        if let Some(asked) = self.asked.get_mut(index) {
            if asked.state == State::UnderWay {
                self.requests_under_way -= 1;
                self.bytes_under_way -= asked.bytes;
            }
            asked.state = state;
        }
        let rest = self.asked.get(self.oldest..).unwrap_or_default();
        let next = rest.iter().position(|asked| asked.state == State::UnderWay);
        self.oldest += next.unwrap_or(rest.len());
    }
}

/// What is wrong with a line that came before anything was asked.
fn malformed(line: &str) -> Fault {
    match Reply::read(line) {
        Ok(_) => Fault::Unasked,
        Err(why) => Fault::Malformed(why),
    }
}
