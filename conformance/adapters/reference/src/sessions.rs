//! The sessions under way, by name, and the answer to each request that is about one.

use std::collections::BTreeMap;
use std::sync::Arc;

use response_recovery::session::{Command, Event, Record, Session, SessionError, TransportKind};
use response_recovery::{Contract, Finish};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use serde_json::value::RawValue;

use crate::refusal::Refusal;
use crate::request::Request;

/// What the adapter keeps of sessions between two requests.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_name: BTreeMap<String, Session>,
}

impl Sessions {
    pub(crate) fn open(
        &mut self,
        request: &Request<'_>,
        contract: Arc<Contract>,
    ) -> Result<String, Refusal> {
        let name = self.new_name(request)?;
        let policy = request.policy.map(RawValue::get);
        let (session, commands) = Session::open(contract, policy)?;
        Ok(self.begun(name, session, &commands))
    }

    pub(crate) fn resume(
        &mut self,
        request: &Request<'_>,
        contract: Arc<Contract>,
    ) -> Result<String, Refusal> {
        let name = self.new_name(request)?;
        let policy = request.policy.map(RawValue::get);
        let checkpoint = request.checkpoint.as_deref().ok_or(Refusal::Request)?;
        let records = request.records.ok_or(Refusal::Request)?;
        let records = Record::read_all(records.get())
            .ok_or_else(|| Refusal::Named("audit", "a record has another form".to_owned()))?;
        let (session, commands) = Session::resume(contract, policy, checkpoint, records)?;
        Ok(self.begun(name, session, &commands))
    }

    pub(crate) fn event(&mut self, request: &Request<'_>) -> Result<String, Refusal> {
        let session = self.of(request)?;
        let event = request.event.ok_or(Refusal::Request)?;
        let commands = session.handle(event_of(event)?)?;
        Ok(reply(session, &commands))
    }

    pub(crate) fn checkpoint(&mut self, request: &Request<'_>) -> Result<String, Refusal> {
        let session = self.of(request)?;
        Ok(json!({"checkpoint": session.checkpoint()}).to_string())
    }

    pub(crate) fn audit(&mut self, request: &Request<'_>) -> Result<String, Refusal> {
        let session = self.of(request)?;
        let (records, head, log) = (session.records(), session.head(), session.log());
        Ok(json!({"records": records, "head": head, "log": log}).to_string())
    }

    fn of(&mut self, request: &Request<'_>) -> Result<&mut Session, Refusal> {
        let name = request.session.as_ref().ok_or(Refusal::Request)?;
        let session = self.by_name.get_mut(name);
        session.ok_or_else(|| Refusal::Named("session", "no session of that name".to_owned()))
    }

    fn new_name(&self, request: &Request<'_>) -> Result<String, Refusal> {
        let name = request.session.clone().ok_or(Refusal::Request)?;
        if self.by_name.contains_key(&name) {
            let detail = "there is a session of that name already".to_owned();
            return Err(Refusal::Named("session", detail));
        }
        Ok(name)
    }

    fn begun(&mut self, name: String, session: Session, commands: &[Command]) -> String {
        let reply = reply(&session, commands);
        self.by_name.insert(name, session);
        reply
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        Self::Named(error.name(), error.to_string())
    }
}

fn reply(session: &Session, commands: &[Command]) -> String {
    let commands: Vec<_> = commands.iter().map(Command::to_json).collect();
    let (commands, state) = (commands.join(","), session.state().to_json());
    format!(r#"{{"commands":[{commands}],"state":{state}}}"#)
}

/// An event as it stands in a request: one of these members.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told<'l> {
    LlmResponse {
        call: String,
        text: String,
        finish: Option<String>,
    },
    TransportError {
        call: String,
        kind: String,
    },
    ToolResult {
        action: String,
        #[serde(borrow)]
        output: &'l RawValue,
        #[serde(borrow, default, deserialize_with = "present")]
        bindings: Option<&'l RawValue>,
    },
}

/// A member that is there, also where it is null: null are no bindings.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

fn event_of(event: &RawValue) -> Result<Event, Refusal> {
    let unknown = |what: &str| Refusal::Named("event", format!("no such {what}"));
    let told = serde_json::from_str(event.get()).map_err(|_| Refusal::Request)?;
    // The derived reader would take a list for an object as well.
    let members: BTreeMap<String, &RawValue> =
        serde_json::from_str(event.get()).map_err(|_| Refusal::Request)?;
    if !members.values().all(|told| told.get().starts_with('{')) {
        return Err(Refusal::Request);
    }
    Ok(match told {
        Told::LlmResponse { call, text, finish } => Event::LlmResponse {
            call,
            text,
            finish: match finish {
                None => None,
                Some(name) => Some(Finish::of_name(&name).ok_or_else(|| unknown("finish"))?),
            },
        },
        Told::TransportError { call, kind } => Event::TransportError {
            call,
            kind: TransportKind::of_name(&kind).ok_or_else(|| unknown("kind"))?,
        },
        Told::ToolResult {
            action,
            output,
            bindings,
        } => Event::ToolResult {
            action,
            output: output.get().to_owned(),
            bindings: bindings.map(|bindings| bindings.get().to_owned()),
        },
    })
}
