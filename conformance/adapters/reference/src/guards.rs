//! The operations of the guard: one output, and a whole run.

use std::collections::BTreeMap;

use response_recovery::guard::{Course, GuardContract, Output, RunError, guard};
use response_recovery::json::Document;

use crate::refusal::Refusal;
use crate::request::Request;

/// The guard contracts loaded so far, by name.
#[derive(Debug, Default)]
pub(crate) struct Guards(BTreeMap<String, GuardContract>);

impl Guards {
    /// Loads one; the last of a name counts.
    pub(crate) fn load(&mut self, name: &str, document: &str) -> Result<String, Refusal> {
        let contract = GuardContract::compile(document)
            .map_err(|error| Refusal::Contract(error.to_string()))?;
        self.0.insert(name.to_owned(), contract);
        Ok(r#"{"ok":true}"#.to_owned())
    }

    /// Nothing is loaded under this name any more.
    pub(crate) fn unload(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// The verdict on one output.
    pub(crate) fn guard(&self, request: &Request<'_>) -> Result<String, Refusal> {
        let name = request.contract_name().ok_or(Refusal::Request)?;
        let contract = self.0.get(&name).ok_or(Refusal::Request)?;
        let output = request.output.ok_or(Refusal::Request)?;
        let output = Document::parse(output.get()).map_err(|_| Refusal::Request)?;
        let output = Output::read(output.root()).map_err(|_| Refusal::Request)?;
        Ok(guard(contract, &output).to_json())
    }
}

/// The course of a run.
pub(crate) fn run(request: &Request<'_>) -> Result<String, Refusal> {
    let (Some(contracts), Some(steps)) = (request.contracts, request.steps) else {
        return Err(Refusal::Request);
    };
    let policy = request
        .policy
        .map(|policy| format!(r#","policy":{policy}"#))
        .unwrap_or_default();
    let document = format!(r#"{{"contracts":{contracts}{policy},"steps":{steps}}}"#);
    match Course::read(&document) {
        Ok(course) => Ok(course.play().to_json()),
        Err(RunError::Policy(error)) => Err(Refusal::Named("policy:invalid", error.to_string())),
        Err(_) => Err(Refusal::Request),
    }
}
