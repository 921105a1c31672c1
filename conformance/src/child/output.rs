//! Standard output of a process: a thread reads lines and hands them over in batches, in bounded memory.

use std::cell::Cell;
use std::io::{ErrorKind, Read};
use std::process::ChildStdout;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
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

/// The way out of a process.
pub(super) struct Output {
    batches: Receiver<Received>,
    has_ended: Cell<bool>,
}

impl Output {
    pub(super) fn new(pipe: ChildStdout) -> Self {
        let (send, batches) = sync_channel(WAITING_BATCHES);
        thread::spawn(move || read_lines(pipe, &send));
        Self {
            batches,
            has_ended: Cell::new(false),
        }
    }

    /// Waits for the next batch, as long as this.
    pub(super) fn receive(&self, patience: Duration) -> Received {
        match self.batches.recv_timeout(patience) {
            Ok(received) => received,
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => {
                self.has_ended.set(true);
                Received::End
            }
        }
    }

    /// Whether the end has been received.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }
}

/// Reads until the end, an overlong line, or until nobody listens any more.
fn read_lines(mut from: impl Read, to: &SyncSender<Received>) {
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
        let line_end = read.iter().position(|byte| *byte == b'\n');
        if batch.len() + line_end.unwrap_or(read.len()) > MAX_LINE_BYTES {
            batch.truncate(KEPT_BYTES);
            batch.shrink_to_fit();
            let _gone = to.send(Received::Overlong(batch));
            return;
        }
        let Some(last_end) = read.iter().rposition(|byte| *byte == b'\n') else {
            batch.extend_from_slice(read);
            continue;
        };
        let (lines, rest) = read.split_at(last_end + 1);
        batch.extend_from_slice(lines);
        if to
            .send(Received::Lines(std::mem::take(&mut batch)))
            .is_err()
        {
            return;
        }
        batch.extend_from_slice(rest);
    }
    if !batch.is_empty() {
        let _gone = to.send(Received::Lines(batch));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::sync::mpsc::channel;

    fn read(from: impl Read + Send + 'static) -> Vec<Received> {
        let (send, receive) = sync_channel(WAITING_BATCHES);
        let (all, result) = channel();
        thread::spawn(move || all.send(receive.into_iter().collect()));
        read_lines(from, &send);
        drop(send);
        result.recv().unwrap()
    }

    fn lines(batches: Vec<Received>) -> Vec<u8> {
        let mut all = Vec::new();
        for batch in batches {
            match batch {
                Received::Lines(lines) => all.extend(lines),
                other => panic!("not lines: {other:?}"),
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
        assert_eq!(last, &Received::Lines(b"c".to_vec()));
        let whole =
            |batch: &Received| matches!(batch, Received::Lines(lines) if lines.ends_with(b"\n"));
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
            Some(&Received::Overlong(vec![b'b'; KEPT_BYTES]))
        );
    }

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let endless = read(std::io::repeat(b'x'));
        assert_eq!(endless, [Received::Overlong(vec![b'x'; KEPT_BYTES])]);
    }
}
