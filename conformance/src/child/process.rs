//! A process with all that it starts: one group, so that one signal ends them all.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// How long a process that closed its output may take to end by itself, so that its status can be told.
const FAREWELL: Duration = Duration::from_millis(500);

/// A process, the leader of its group. Ended with the whole group when dropped.
pub(super) struct Process {
    child: Child,
    is_over: bool,
}

impl Process {
    /// Starts a process in a group of its own. A signal to the harness's group, such as Ctrl-C on a terminal, does not
    /// reach it; the harness ends it in order.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let child = command.process_group(0).spawn()?;
        Ok(Self {
            child,
            is_over: false,
        })
    }

    /// Its three pipes, the first time.
    pub(super) fn take_pipes(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (
            self.child.stdin.take(),
            self.child.stdout.take(),
            self.child.stderr.take(),
        )
    }

    /// Ends the process and its group. Tells how it ended by itself, if `is_leaving` and it does so in time.
    pub(super) fn end(&mut self, is_leaving: bool) -> Option<String> {
        if self.is_over {
            return None;
        }
        self.is_over = true;
        let left = is_leaving && self.leaves_in_time();
        // The process is not reaped yet, so its number, and with it the group's, belongs to nobody else.
        if let Some(group) = self.pid() {
            let _gone_already = kill_process_group(group, Signal::KILL);
        }
        let status = self.child.wait().ok()?;
        left.then(|| status.to_string())
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    /// Whether the process has ended by itself. What it started may still run and hold its pipes.
    pub(super) fn has_left(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = self.pid().map(|pid| waitid(WaitId::Pid(pid), options));
        !matches!(status, Some(Ok(None)))
    }

    fn leaves_in_time(&self) -> bool {
        let deadline = Instant::now() + FAREWELL;
        let mut pause = Duration::from_micros(50);
        loop {
            if self.has_left() {
                return true;
            }
            if Instant::now() > deadline {
                return false;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(false);
    }
}
