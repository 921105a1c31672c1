//! The machine of a session, on one screen: what becomes of a response, of a transport error, of a result.

use std::sync::Arc;

use super::audit::Audit;
use super::command::Command;
use super::error::SessionError;
use super::event::Event;
use super::policy::Policy;
use super::record::Record;
use super::state::State;
use crate::contract::Contract;

/// A running investigation. It does no I/O: the caller carries out its commands and tells it what
/// came of them.
#[derive(Debug, Clone)]
pub struct Session {
    _contract: Arc<Contract>,
    _policy: Policy,
    audit: Audit,
    log: Vec<String>,
}

impl Session {
    /// Begins an investigation under a contract and a policy document; the first command is a call.
    ///
    /// # Errors
    ///
    /// [`SessionError::Policy`]: it must be stated, and be one (REQ ACT-3, ACT-4).
    pub fn open(
        contract: Arc<Contract>,
        policy: Option<&str>,
    ) -> Result<(Self, Vec<Command>), SessionError> {
        let policy = Policy::read(policy)?;
        let session = Self {
            _contract: contract,
            _policy: policy,
            audit: Audit::default(),
            log: Vec::new(),
        };
        Ok((session, Vec::new()))
    }

    /// Takes one event and says what to do next.
    ///
    /// # Errors
    ///
    /// [`SessionError::Event`] if the event does not fit the state; nothing was changed then
    /// (REQ SES-6).
    pub fn handle(&mut self, _event: Event) -> Result<Vec<Command>, SessionError> {
        Ok(Vec::new())
    }

    /// Goes on from a checkpoint and the audit that reaches it; gives exactly the open command, under
    /// its old id (REQ SES-4).
    ///
    /// # Errors
    ///
    /// [`SessionError::Checkpoint`] for one that is damaged, foreign or of a later format,
    /// [`SessionError::Audit`] for records that do not verify up to it (REQ SES-5),
    /// [`SessionError::Policy`] for another policy than it was begun under (REQ ACT-5).
    pub fn resume(
        contract: Arc<Contract>,
        policy: Option<&str>,
        _checkpoint: &str,
        records: Vec<Record>,
    ) -> Result<(Self, Vec<Command>), SessionError> {
        let head = super::audit::head(&records).to_owned();
        let audit = Audit::of(records, &head)?;
        let (session, commands) = Self::open(contract, policy)?;
        Ok((Self { audit, ..session }, commands))
    }

    /// What the session needs to go on elsewhere, beside its audit. Holds no text of a response.
    #[must_use]
    pub fn checkpoint(&self) -> String {
        String::new()
    }

    /// The audit so far: every closed call.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        self.audit.records()
    }

    /// The hash of the last record, [`super::NO_RECORD`] if there is none.
    #[must_use]
    pub fn head(&self) -> &str {
        self.audit.head()
    }

    /// What the session shows of itself.
    #[must_use]
    pub fn state(&self) -> State {
        State {
            invalid_responses: 0,
            actions_left: None,
            state_changes: Vec::new(),
            stopped: None,
        }
    }

    /// Every line logged so far. They hold no text of a response, of a tool or of `context`.
    #[must_use]
    pub fn log(&self) -> &[String] {
        &self.log
    }
}
