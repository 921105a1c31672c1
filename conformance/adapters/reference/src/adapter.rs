//! The contracts loaded so far, and the answer to each request.

use std::collections::BTreeMap;
use std::sync::Arc;

use response_recovery::json::Document;
use response_recovery::{Contract, Outcome, Rejection, Repaired, parse, recover, repair};
use serde_json::json;

use crate::guards::{self, Guards};
use crate::refusal::Refusal;
use crate::request::Request;
use crate::sessions::Sessions;

/// What the adapter keeps between two requests: contracts and sessions by name, nothing else.
#[derive(Debug, Default)]
pub struct Adapter {
    contracts: BTreeMap<String, Arc<Contract>>,
    guards: Guards,
    sessions: Sessions,
}

impl Adapter {
    /// Answers the request on `line`, given without its line end or with it, with one line without one.
    #[must_use]
    pub fn answer(&mut self, line: &[u8]) -> String {
        let Some(request) = Request::read(line) else {
            let id = Request::id_alone(line);
            return json!({"id": id, "error": "request"}).to_string();
        };
        let body = self
            .carry_out(&request)
            .unwrap_or_else(|refusal| refusal.to_json());
        format!(
            r#"{{"id":{},{}"#,
            request.id,
            body.strip_prefix('{').unwrap_or("}")
        )
    }

    fn carry_out(&mut self, request: &Request<'_>) -> Result<String, Refusal> {
        match request.op.as_ref() {
            "hello" => Ok(hello()),
            "parse" => Ok(parse(request.response().ok_or(Refusal::Request)?).to_json()),
            "load" => self.load(request),
            "recover" => self.recover(request).map(|outcome| outcome.to_json()),
            "repair" => self.repair(request),
            "guard" => self.guards.guard(request),
            "guard_run" => guards::run(request),
            "session_open" => self.sessions.open(request, self.contract(request)?),
            "session_event" => self.sessions.event(request),
            "session_checkpoint" => self.sessions.checkpoint(request),
            "session_audit" => self.sessions.audit(request),
            "session_resume" => self.sessions.resume(request, self.contract(request)?),
            _ => Err(Refusal::UnsupportedOp),
        }
    }

    /// The last contract of a name counts, refused or not.
    fn load(&mut self, request: &Request<'_>) -> Result<String, Refusal> {
        let (Some(name), Some(document)) = (&request.name, request.contract) else {
            return Err(Refusal::Request);
        };
        self.contracts.remove(name);
        self.guards.unload(name);
        if is_guard_contract(document.get()) {
            return self.guards.load(name, document.get());
        }
        match Contract::compile(document.get()) {
            Ok(contract) => {
                self.contracts.insert(name.clone(), Arc::new(contract));
                Ok(r#"{"ok":true}"#.to_owned())
            }
            Err(error) => Err(Refusal::Contract(error.to_string())),
        }
    }

    fn recover<'r>(&self, request: &'r Request<'_>) -> Result<Outcome<'r>, Refusal> {
        let response = request.response().ok_or(Refusal::Request)?;
        Ok(recover(&*self.contract(request)?, response))
    }

    fn repair(&self, request: &Request<'_>) -> Result<String, Refusal> {
        let response = request.response().ok_or(Refusal::Request)?;
        let answer = request.answer.as_deref().ok_or(Refusal::Request)?;
        let outcome = repair(&*self.contract(request)?, response, answer);
        Ok(outcome.map_or_else(
            |rejection| Rejection::to_json(&rejection),
            |repaired| Repaired::to_json(&repaired),
        ))
    }

    /// The contract that the request names.
    fn contract(&self, request: &Request<'_>) -> Result<Arc<Contract>, Refusal> {
        let name = request.contract_name();
        name.and_then(|name| self.contracts.get(&name).cloned())
            .ok_or(Refusal::Request)
    }
}

/// A member `contract` makes a document an investigation contract, else a member `tool` one of the
/// guard.
fn is_guard_contract(document: &str) -> bool {
    let Ok(document) = Document::parse(document) else {
        return false;
    };
    let has = |name| document.root().get(name).is_some();
    !has("contract") && has("tool")
}

fn hello() -> String {
    json!({
        "protocol": 1,
        "implementation": {
            "name": "response-recovery",
            "version": env!("CARGO_PKG_VERSION"),
            "language": "rust",
        },
        "profiles": ["parse", "normalize", "repair", "session", "guard"],
        "pipeline": 64,
    })
    .to_string()
}
