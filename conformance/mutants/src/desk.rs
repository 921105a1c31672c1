//! What a mutant works at: the reference to ask, the contracts as they were loaded, and what it wrongly remembers.

use std::collections::BTreeMap;

use recovery_adapter_reference::Adapter;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::message::{Answer, Request, Rule};
use crate::sitting::Sittings;

/// The desk of one running mutant.
#[derive(Default)]
pub(crate) struct Desk {
    reference: Adapter,
    /// The documents of the contracts by name.
    contracts: BTreeMap<String, Value>,
    /// For mutants that keep what they should forget.
    pub(crate) memory: Memory,
}

/// What a mutant keeps from one call to the next.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) accepted: Option<Answer>,
    pub(crate) by_length: BTreeMap<(String, usize), Answer>,
    pub(crate) failures: usize,
    pub(crate) sittings: Sittings,
}

impl Desk {
    /// Answers a line as the reference does.
    pub(crate) fn ask_line(&mut self, line: &str) -> String {
        self.reference.answer(line.as_bytes())
    }

    /// What the reference answers.
    pub(crate) fn ask(&mut self, request: &Request) -> Answer {
        let line = serde_json::to_string(request).unwrap_or_default();
        let answer = serde_json::from_str(&self.ask_line(&line)).unwrap_or_default();
        self.attend(request, &answer);
        answer
    }

    /// Takes in what the reference told of a session.
    fn attend(&mut self, request: &Request, answer: &Answer) {
        if let Some(checkpoint) = &answer.checkpoint {
            let audit = Request {
                op: "session_audit".to_owned(),
                ..request.clone()
            };
            let records = self.ask(&audit).records.unwrap_or_default();
            self.memory.sittings.keep(request, checkpoint, records);
        }
        self.memory.sittings.attend(request, answer);
    }

    /// Keeps the document of a contract that is loaded.
    pub(crate) fn file(&mut self, request: &Request) {
        if let ("load", Some(name), Some(contract)) =
            (&*request.op, &request.name, &request.contract)
        {
            let document = serde_json::from_str(contract.get()).unwrap_or_default();
            self.contracts.insert(name.clone(), document);
        }
    }

    /// The contract that the request names; null without one.
    pub(crate) fn contract(&self, request: &Request) -> &Value {
        let name = request.contract.as_deref();
        let name = name.and_then(|name| serde_json::from_str::<String>(name.get()).ok());
        name.and_then(|name| self.contracts.get(&name))
            .unwrap_or(&Value::Null)
    }

    /// Whether the rules apply to what is asked.
    pub(crate) fn is_active(&self, request: &Request) -> bool {
        let contract = self.contract(request);
        let marker = &contract["schema"]["x-viano-response-recovery"];
        request.op == "parse"
            || (contract["phase"] == "investigation" && marker.as_f64() == Some(1.0))
    }

    /// What the reference answers to the response as `change` makes it; nothing to change leaves it as it is.
    pub(crate) fn changed(
        &mut self,
        request: &Request,
        change: impl FnOnce(&str) -> Option<String>,
    ) -> Answer {
        match request.response.as_deref().and_then(change) {
            Some(response) => self.ask(&request.with_response(response)),
            None => self.ask(request),
        }
    }

    /// What the reference answers or, if it rejects, what it answers to the response as `mend` makes it.
    pub(crate) fn rescue(
        &mut self,
        request: &Request,
        mend: impl FnOnce(&str) -> Option<String>,
    ) -> Answer {
        let first = self.ask(request);
        if !first.is_rejected() {
            return first;
        }
        match mend(request.response()) {
            Some(response) => {
                let second = self.ask(&request.with_response(response));
                if second.is_accepted() { second } else { first }
            }
            None => first,
        }
    }

    /// The same, but only where the rules apply: for a fault of a rule.
    pub(crate) fn rescue_by_rule(
        &mut self,
        request: &Request,
        mend: impl FnOnce(&str) -> Option<String>,
    ) -> Answer {
        let is_active = self.is_active(request);
        self.rescue(request, |text| mend(text).filter(|_| is_active))
    }

    /// What the reference answers or, if it rejects in this way, the response accepted as it stands: a check left out.
    pub(crate) fn wave_through(
        &mut self,
        request: &Request,
        is_overlooked: impl FnOnce(&Answer) -> bool,
    ) -> Answer {
        let answer = self.ask(request);
        if answer.is_rejected() && is_overlooked(&answer) {
            Answer::accepted(request.id, request.response(), Vec::new())
        } else {
            answer
        }
    }

    /// What the reference answers, but a rejection where an acceptance is of this kind: a rule not built.
    pub(crate) fn refuse(
        &mut self,
        request: &Request,
        reason: &str,
        is_refused: impl FnOnce(&Answer) -> bool,
    ) -> Answer {
        let answer = self.ask(request);
        if answer.is_accepted() && is_refused(&answer) {
            Answer::rejected(request.id, reason, "")
        } else {
            answer
        }
    }

    /// What the reference answers, with the rules as `change` makes them where it accepts after some.
    pub(crate) fn report(
        &mut self,
        request: &Request,
        change: impl FnOnce(&mut Vec<Rule>),
    ) -> Answer {
        let mut answer = self.ask(request);
        if let Some(rules) = &mut answer.rules {
            change(rules);
        }
        answer
    }

    /// Works under contracts as `change` makes them, once the reference took them as they are.
    pub(crate) fn under(&mut self, request: &Request, change: impl FnOnce(&mut Value)) -> Answer {
        let answer = self.ask(request);
        if answer.ok.is_none() {
            return answer;
        }
        let document = request.contract.as_deref();
        let document = document.and_then(|document| serde_json::from_str(document.get()).ok());
        let Some(mut document) = document else {
            return answer;
        };
        change(&mut document);
        self.ask(&Request {
            contract: RawValue::from_string(document.to_string()).ok(),
            ..request.clone()
        })
    }
}
