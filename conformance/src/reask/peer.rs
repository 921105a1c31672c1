//! A peer that runs: a line in, a line out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::implementation::{Implementation, Launch, LaunchError, Received};

/// How long a library may take for one fixture, its own start included.
const PATIENCE: Duration = Duration::from_mins(2);

/// A peer that is started when it is needed, and again after it ended.
pub(super) struct Peer<'p> {
    launcher: &'p dyn Launch,
    running: Option<Box<dyn Implementation + 'p>>,
}

impl<'p> Peer<'p> {
    pub(super) fn new(launcher: &'p dyn Launch) -> Self {
        Self {
            launcher,
            running: None,
        }
    }

    /// The line that it answers to a line, without its line end; otherwise why there is none.
    ///
    /// # Errors
    /// If it cannot be started at all.
    pub(super) fn ask(
        &mut self,
        mut question: Vec<u8>,
    ) -> Result<Result<String, String>, LaunchError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.launcher.launch(&Arc::default())?,
        };
        running.send(&mut question);
        let start = Instant::now();
        let (mut answer, mut lines) = (Vec::new(), Vec::new());
        while let Some(patience) = PATIENCE.checked_sub(start.elapsed()) {
            match running.receive(patience, &mut lines) {
                Received::Lines => answer.append(&mut lines),
                Received::Overlong => return Ok(Err("its line is too long".to_owned())),
                Received::Nothing => continue,
                Received::End => {
                    let remains = running.close();
                    let last = remains.standard_error.trim_end().lines().last();
                    return Ok(Err(format!(
                        "it ended: {}",
                        last.unwrap_or("without a word")
                    )));
                }
            }
            if answer.last() == Some(&b'\n') {
                answer.pop();
                self.running = Some(running);
                return Ok(String::from_utf8(answer).map_err(|error| error.to_string()));
            }
        }
        running.close();
        Ok(Err(format!("no line within {} s", PATIENCE.as_secs())))
    }
}

impl Drop for Peer<'_> {
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.end_input();
            running.close();
        }
    }
}
