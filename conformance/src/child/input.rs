//! Standard input of a process: a thread writes, so that nobody else waits for a process that does not read.
//!
//! Whoever sends bounds the bytes under way; the queue itself has no bound.

use std::io::Write;
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The way into a process. Dropping it closes standard input once all is written.
pub(super) struct Input {
    queue: Sender<Vec<u8>>,
    /// Written buffers come back to be filled again.
    spare: Receiver<Vec<u8>>,
}

impl Input {
    pub(super) fn new(pipe: ChildStdin) -> Self {
        let (queue, lines) = channel();
        let (used, spare) = channel();
        thread::spawn(move || write_all(pipe, &lines, &used));
        Self { queue, spare }
    }

    /// Hands over lines and leaves the buffer empty. Lines to a process that has ended go nowhere; its output tells.
    pub(super) fn send(&mut self, lines: &mut Vec<u8>) {
        let empty = self.spare.try_recv().unwrap_or_default();
        let _ended = self.queue.send(std::mem::replace(lines, empty));
        lines.clear();
    }
}

fn write_all(mut pipe: ChildStdin, lines: &Receiver<Vec<u8>>, used: &Sender<Vec<u8>>) {
    while let Ok(lines) = lines.recv() {
        // A pipe without a reader: the process has ended or will be found to hang.
        if pipe.write_all(&lines).is_err() {
            return;
        }
        let _gone = used.send(lines);
    }
}
