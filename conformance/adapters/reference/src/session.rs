//! The contracts loaded so far, and the answer to each request.

use std::collections::BTreeMap;

use response_recovery::{Contract, Outcome, Rejection, Repaired, parse, recover, repair};
use serde_json::json;

use crate::request::Request;

/// What the adapter keeps between two requests: contracts by name, nothing else.
#[derive(Debug, Default)]
pub struct Adapter {
    contracts: BTreeMap<String, Contract>,
}

/// How a request fails without being carried out.
enum Refusal {
    /// It cannot be understood: a missing field, an unknown contract.
    Request,
    /// The operation is none of this adapter's.
    UnsupportedOp,
    /// The contract is refused; the text says why.
    Contract(String),
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
            .unwrap_or_else(|refusal| match refusal {
                Refusal::Request => r#"{"error":"request"}"#.to_owned(),
                Refusal::UnsupportedOp => r#"{"error":"unsupported_op"}"#.to_owned(),
                Refusal::Contract(detail) => {
                    json!({"error": "contract", "detail": detail}).to_string()
                }
            });
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
            _ => Err(Refusal::UnsupportedOp),
        }
    }

    /// The last contract of a name counts, refused or not.
    fn load(&mut self, request: &Request<'_>) -> Result<String, Refusal> {
        let (Some(name), Some(document)) = (&request.name, request.contract) else {
            return Err(Refusal::Request);
        };
        self.contracts.remove(name);
        match Contract::compile(document.get()) {
            Ok(contract) => {
                self.contracts.insert(name.clone(), contract);
                Ok(r#"{"ok":true}"#.to_owned())
            }
            Err(error) => Err(Refusal::Contract(error.to_string())),
        }
    }

    fn recover<'r>(&self, request: &'r Request<'_>) -> Result<Outcome<'r>, Refusal> {
        let response = request.response().ok_or(Refusal::Request)?;
        Ok(recover(self.contract(request)?, response))
    }

    fn repair(&self, request: &Request<'_>) -> Result<String, Refusal> {
        let response = request.response().ok_or(Refusal::Request)?;
        let answer = request.answer.as_deref().ok_or(Refusal::Request)?;
        let outcome = repair(self.contract(request)?, response, answer);
        Ok(outcome.map_or_else(
            |rejection| Rejection::to_json(&rejection),
            |repaired| Repaired::to_json(&repaired),
        ))
    }

    /// The contract that the request names.
    fn contract(&self, request: &Request<'_>) -> Result<&Contract, Refusal> {
        let name = request
            .contract
            .and_then(|name| serde_json::from_str::<String>(name.get()).ok());
        name.and_then(|name| self.contracts.get(&name))
            .ok_or(Refusal::Request)
    }
}

fn hello() -> String {
    json!({
        "protocol": 1,
        "implementation": {
            "name": "response-recovery",
            "version": env!("CARGO_PKG_VERSION"),
            "language": "rust",
        },
        "profiles": ["parse", "normalize"],
        "pipeline": 64,
    })
    .to_string()
}
