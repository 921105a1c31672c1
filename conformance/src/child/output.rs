//! Standard output of a process: a thread reads lines and hands them over in batches, in bounded memory.

use std::cell::Cell;
use std::io::{ErrorKind, Read};
use std::process::ChildStdout;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::implementation::Received;

/// The longest line that can be a reply, in bytes. A value of 64 KB with a text of as much comes to less than a
/// megabyte, even with every character escaped.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// How much of an overlong line is kept, in bytes.
const KEPT_BYTES: usize = 400;

/// How many batches may wait; each holds at most one block and one line.
const WAITING_BATCHES: usize = 2;

/// How much is read at once, in bytes; as much as a pipe holds.
const BLOCK_BYTES: usize = 64 * 1024;

/// A buffer that has grown beyond this many bytes is not used again.
const KEPT_CAPACITY: usize = 1024 * 1024;

/// The way out of a process.
pub(super) struct Output {
    batches: Receiver<Batch>,
    /// Buffers that were looked through go back to be filled again.
    used: Sender<Vec<u8>>,
    has_ended: Cell<bool>,
}

/// What the thread hands over.
#[derive(Debug, PartialEq, Eq)]
enum Batch {
    Lines(Vec<u8>),
    Overlong(Vec<u8>),
}

impl Output {
    pub(super) fn new(pipe: ChildStdout) -> Self {
        let (send, batches) = sync_channel(WAITING_BATCHES);
        let (used, spare) = channel();
        thread::spawn(move || read_lines(pipe, &send, &spare));
        Self {
            batches,
            used,
            has_ended: Cell::new(false),
        }
    }

    /// Waits for the next batch, as long as this. It takes the place of what the buffer holds.
    pub(super) fn receive(&self, patience: Duration, lines: &mut Vec<u8>) -> Received {
        let (received, batch) = match self.batches.recv_timeout(patience) {
            Ok(Batch::Lines(batch)) => (Received::Lines, batch),
            Ok(Batch::Overlong(start)) => (Received::Overlong, start),
            Err(RecvTimeoutError::Timeout) => return Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => {
                self.has_ended.set(true);
                return Received::End;
            }
        };
        let _reader_gone = self.used.send(std::mem::replace(lines, batch));
        received
    }

    /// Whether the end has been received.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }
}

/// Reads until the end, an overlong line, or until nobody listens any more.
fn read_lines(mut from: impl Read, to: &SyncSender<Batch>, spare: &Receiver<Vec<u8>>) {
    let mut block = vec![0; BLOCK_BYTES];
    let mut batch = Vec::new();
    loop {
        let read = match from.read(&mut block) {
            Ok(0) => break,
            Ok(length) => &block[..length],
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        // The batch holds no line end yet: it is the beginning of one line.
        let ends_line = read.contains(&b'\n');
        let line_end = if ends_line {
            read.iter().position(|byte| *byte == b'\n')
        } else {
            None
        };
        if batch.len() + line_end.unwrap_or(read.len()) > MAX_LINE_BYTES {
            batch.truncate(KEPT_BYTES);
            batch.shrink_to_fit();
            let _gone = to.send(Batch::Overlong(batch));
            return;
        }
        let last_end = if ends_line {
            read.iter().rposition(|byte| *byte == b'\n')
        } else {
            None
        };
        let Some(last_end) = last_end else {
            batch.extend_from_slice(read);
            continue;
        };
        let (lines, rest) = read.split_at(last_end + 1);
        batch.extend_from_slice(lines);
        let next = empty_buffer(spare);
        if to
            .send(Batch::Lines(std::mem::replace(&mut batch, next)))
            .is_err()
        {
            return;
        }
        batch.extend_from_slice(rest);
    }
    if !batch.is_empty() {
        let _gone = to.send(Batch::Lines(batch));
    }
}

fn empty_buffer(spare: &Receiver<Vec<u8>>) -> Vec<u8> {
    let mut buffer = spare.try_recv().unwrap_or_default();
    buffer.clear();
    buffer.shrink_to(KEPT_CAPACITY);
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn read(from: impl Read + Send + 'static) -> Vec<Batch> {
        let (send, receive) = sync_channel(WAITING_BATCHES);
        let (all, result) = channel();
        thread::spawn(move || all.send(receive.into_iter().collect()));
        let (_used, spare) = channel();
        read_lines(from, &send, &spare);
        drop(send);
        result.recv().unwrap()
    }

    fn lines(batches: Vec<Batch>) -> Vec<u8> {
        let mut all = Vec::new();
        for batch in batches {
            match batch {
                Batch::Lines(lines) => all.extend(lines),
                Batch::Overlong(start) => panic!("not lines: {start:?}"),
            }
        }
        all
    }

    #[test]
    fn every_batch_ends_in_a_line_end_except_at_the_end_of_all() {
        let text = [
            b"a\n".repeat(100_000),
            b"b".repeat(200_000),
            b"\n\nc".to_vec(),
        ]
        .concat();
        let batches = read(Cursor::new(text.clone()));
        let (last, before) = batches.split_last().unwrap();
        assert_eq!(last, &Batch::Lines(b"c".to_vec()));
        let whole = |batch: &Batch| matches!(batch, Batch::Lines(lines) if lines.ends_with(b"\n"));
        assert!(before.iter().all(whole));
        assert_eq!(lines(batches), text);
    }

    #[test]
    fn a_line_is_overlong_from_one_byte_more_than_the_limit() {
        let line = |length: usize| {
            Cursor::new(
                b"a\n"
                    .iter()
                    .copied()
                    .chain(std::iter::repeat_n(b'b', length))
                    .chain(*b"\nc\n")
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(lines(read(line(MAX_LINE_BYTES))).len(), MAX_LINE_BYTES + 5);
        let overlong = read(line(MAX_LINE_BYTES + 1));
        assert_eq!(
            overlong.last(),
            Some(&Batch::Overlong(vec![b'b'; KEPT_BYTES]))
        );
    }

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let endless = read(std::io::repeat(b'x'));
        assert_eq!(endless, [Batch::Overlong(vec![b'x'; KEPT_BYTES])]);
    }
}
