//! Several runs with one process: it is kept between them, and started anew only where a case ended it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::conversation::Conversation;
use super::handshake::{self, HandshakeError};
use super::plan::{Options, Plan};
use super::worker::Worker;
use super::{Run, finish};
use crate::canary::Planted;
use crate::case::Case;
use crate::implementation::Launch;
use crate::protocol::Hello;

/// A process that is asked more than once. What a case comes to is found as in any other run, but for standard error:
/// that is read to its end only when a process ends.
pub struct Session<'l> {
    launcher: &'l dyn Launch,
    interrupted: &'l AtomicBool,
    planted: Arc<Planted>,
    hello: Hello,
    live: Option<Conversation<'l>>,
    next_id: u64,
}

impl<'l> Session<'l> {
    /// Starts an implementation.
    ///
    /// # Errors
    /// [`HandshakeError`] if it does not come up at all.
    pub fn open(
        launcher: &'l dyn Launch,
        timeout: Duration,
        interrupted: &'l AtomicBool,
    ) -> Result<Self, HandshakeError> {
        let planted = Arc::new(Planted::default());
        let (conversation, hello) = handshake::open(launcher, &planted, 0, timeout, interrupted)?;
        Ok(Self {
            launcher,
            interrupted,
            planted,
            hello,
            live: Some(conversation),
            next_id: 0,
        })
    }

    /// What the implementation says of itself.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Asks cases. `contracts` has the text of every contract that they name.
    pub fn run<'a>(
        &mut self,
        cases: &[&'a Case],
        contracts: &'a BTreeMap<String, String>,
        options: &'a Options<'a>,
    ) -> Run<'a> {
        let begin = Instant::now();
        let planted = Arc::clone(&self.planted);
        let plan = Plan::new(
            self.launcher,
            self.interrupted,
            planted,
            cases,
            contracts,
            &self.hello,
            options,
        );
        if let Some(live) = &mut self.live {
            live.forget();
        }
        let (share, live, next_id) = Worker::new(&plan, self.live.take(), self.next_id).run_on();
        self.live = live;
        self.next_id = next_id;
        finish(&plan, vec![share], self.hello.clone(), begin)
    }
}

impl Drop for Session<'_> {
    /// Ends the process.
    fn drop(&mut self) {
        if let Some(live) = self.live.take() {
            live.close();
        }
    }
}
