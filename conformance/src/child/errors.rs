//! Standard error of a process: a thread keeps its end and looks through all of it for canaries.

use std::collections::{BTreeSet, VecDeque};
use std::io::{ErrorKind, Read};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::canary::{Planted, Watch};

/// How much of the end is kept, in bytes.
const TAIL_BYTES: usize = 4 * 1024;

/// How long to wait for the end of standard error once the process has ended. Something that it started and that left
/// its group may hold the pipe open for ever.
const FAREWELL: Duration = Duration::from_millis(300);

/// Standard error of a process.
pub(super) struct Errors {
    heard: Arc<Mutex<Hearing>>,
    /// Disconnected at the end of standard error.
    end: Receiver<()>,
}

/// What came over standard error.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    pub(super) tail: String,
    pub(super) canaries: BTreeSet<String>,
}

#[derive(Default)]
struct Hearing {
    tail: VecDeque<u8>,
    watch: Watch,
}

impl Errors {
    pub(super) fn new(pipe: ChildStderr, planted: Arc<Planted>) -> Self {
        let heard = Arc::new(Mutex::new(Hearing {
            tail: VecDeque::new(),
            watch: Watch::new(planted),
        }));
        let (at_end, end) = channel();
        let hearing = Arc::clone(&heard);
        thread::spawn(move || listen(pipe, &hearing, &at_end));
        Self { heard, end }
    }

    /// What came until the end, or until it is no use waiting for the end.
    pub(super) fn finish(self) -> Heard {
        let _end_or_too_late = self.end.recv_timeout(FAREWELL);
        let Hearing { tail, watch } = std::mem::take(&mut *lock(&self.heard));
        let (start, end) = tail.as_slices();
        Heard {
            tail: String::from_utf8_lossy(&[start, end].concat()).into_owned(),
            canaries: watch.finish(),
        }
    }
}

/// A thread that panicked while it held the lock leaves bytes, not a broken promise.
fn lock(hearing: &Mutex<Hearing>) -> MutexGuard<'_, Hearing> {
    hearing.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads until the end. `_at_end` is dropped with it, which tells whoever waits.
fn listen(mut from: impl Read, hearing: &Mutex<Hearing>, _at_end: &Sender<()>) {
    let mut block = vec![0; 8 * 1024];
    loop {
        let read = match from.read(&mut block) {
            Ok(0) => return,
            Ok(length) => &block[..length],
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let Hearing { tail, watch } = &mut *lock(hearing);
        watch.read(read);
        tail.extend(read);
        let surplus = tail.len().saturating_sub(TAIL_BYTES);
        tail.drain(..surplus);
    }
}
