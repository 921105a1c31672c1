//! How the output of a tool enters a session: through the guard, if the tool has an `output` contract
//! (REQ SES-7).

use super::command::Refused;
use super::error::EventFault;
use super::machine::Session;
use crate::contract::Tool;
use crate::guard::{Output, Quarantined, Verdict, guard};
use crate::json::Document;

/// What an output is taken for.
pub(super) enum Admitted {
    /// It may be used.
    Taken,
    /// Nothing came.
    Failed(Refused),
    /// It must not be used.
    Corrupt(Refused, Quarantined),
}

impl Session {
    /// The one place where the output of a tool enters. The session keeps of a valid one no more than
    /// that it came, and of a corrupt one what goes into quarantine.
    ///
    /// # Errors
    ///
    /// A guarded output that is not in the form of one.
    pub(super) fn admit(&self, tool: &str, output: &str) -> Result<Admitted, EventFault> {
        let Some(contract) = self.tool(tool).and_then(|tool| tool.output.as_ref()) else {
            return Ok(Admitted::Taken);
        };
        let document = Document::parse(output).map_err(|_| EventFault::Output)?;
        let output = Output::read(document.root()).map_err(|_| EventFault::Output)?;
        Ok(match guard(contract, &output) {
            Verdict::Valid(_) => Admitted::Taken,
            Verdict::ToolFailure(failure) => Admitted::Failed(Refused {
                reason: failure.to_string(),
                checked: Vec::new(),
            }),
            Verdict::Corrupt(corrupt) => {
                let reason = corrupt.corruption.to_string();
                let quarantined = Quarantined {
                    tool: tool.to_owned(),
                    stop_reason: reason.clone(),
                    kept: corrupt.kept.into_owned(),
                };
                let checked = corrupt.checked;
                Admitted::Corrupt(Refused { reason, checked }, quarantined)
            }
        })
    }

    /// Whether a tool changes something.
    pub(super) fn writes(&self, tool: &str) -> bool {
        self.tool(tool).is_some_and(|tool| tool.is_write)
    }

    /// Whether any tool of the contract is guarded.
    pub(super) fn is_guarded(&self) -> bool {
        let tools = self.contract.tools();
        tools.is_some_and(|tools| tools.values().any(|tool| tool.output.is_some()))
    }

    pub(super) fn tool(&self, name: &str) -> Option<&Tool> {
        self.contract.tools()?.get(name)
    }
}
