//! What the harness asks.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{PROTOCOL, run};
use crate::case::{Ask, Case, Finish, Output, Run};

/// A request, borrowed from the case that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request<'a> {
    /// Who are you?
    Hello,
    /// Read a response without a contract.
    Parse {
        /// The response.
        response: &'a str,
        /// How it ended.
        finish: Option<Finish>,
    },
    /// Load a contract.
    Load {
        /// The name under which it is loaded.
        name: &'a str,
        /// The contract as JSON text on one line.
        contract: &'a str,
    },
    /// Read a response under a contract.
    Recover {
        /// The contract's name.
        contract: &'a str,
        /// The response.
        response: &'a str,
        /// How it ended.
        finish: Option<Finish>,
    },
    /// Take the answer to a repair call.
    Repair {
        /// The contract's name.
        contract: &'a str,
        /// The response that the call was about.
        response: &'a str,
        /// How the response ended.
        finish: Option<Finish>,
        /// The answer.
        answer: &'a str,
    },
    /// Judge a tool's output.
    Guard {
        /// The contract's name.
        contract: &'a str,
        /// The output.
        output: &'a Output,
    },
    /// Lead a run.
    GuardRun {
        /// The run.
        run: &'a Run,
        /// The text of each contract that it names, by its name.
        contracts: &'a BTreeMap<String, String>,
    },
    /// Open a session.
    SessionOpen {
        /// The name under which it is known from now on.
        session: &'a str,
        /// The policy as JSON text; absent: none is given.
        policy: Option<&'a str>,
        /// The contract's name.
        contract: &'a str,
    },
    /// Say what happened.
    SessionEvent {
        /// The session's name.
        session: &'a str,
        /// What happened.
        event: Event<'a>,
    },
    /// Ask for a checkpoint.
    SessionCheckpoint {
        /// The session's name.
        session: &'a str,
    },
    /// Ask for the audit.
    SessionAudit {
        /// The session's name.
        session: &'a str,
    },
    /// Take a session up again.
    SessionResume {
        /// The name under which it is known from now on.
        session: &'a str,
        /// The checkpoint.
        checkpoint: &'a str,
        /// The records of the audit: a JSON array, as text.
        records: &'a str,
        /// The policy as JSON text; absent: none is given.
        policy: Option<&'a str>,
        /// The contract's name.
        contract: &'a str,
    },
}

/// What happened in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A model returned a text.
    LlmResponse {
        /// The call's id.
        call: &'a str,
        /// The text.
        text: &'a str,
        /// How it ended.
        finish: Option<Finish>,
    },
    /// A call came to nothing.
    TransportError {
        /// The call's id.
        call: &'a str,
        /// In which way.
        kind: &'a str,
    },
    /// An action has a result.
    ToolResult {
        /// The action's id.
        action: &'a str,
        /// The output, as JSON text.
        output: &'a str,
        /// The bindings from now on, as JSON text.
        bindings: Option<&'a str>,
    },
}

impl<'a> Request<'a> {
    /// What a case asks. `contracts` has the text of each contract that the case names, needed only where the case
    /// sends them itself. One that is not among them is sent as `null`, which nobody takes for one.
    #[must_use]
    pub fn of_case(case: &'a Case, contracts: &'a BTreeMap<String, String>) -> Self {
        match &case.ask {
            Ask::Parse { response, finish } => Self::Parse {
                response,
                finish: *finish,
            },
            Ask::Recover {
                contract,
                response,
                finish,
            } => Self::Recover {
                contract,
                response,
                finish: *finish,
            },
            Ask::Repair {
                contract,
                response,
                finish,
                answer,
            } => Self::Repair {
                contract,
                response,
                finish: *finish,
                answer,
            },
            Ask::Load { contract: name } => Self::Load {
                name,
                contract: text_of(contracts, name),
            },
            Ask::Guard { contract, output } => Self::Guard { contract, output },
            Ask::Run(run) => Self::GuardRun { run, contracts },
            Ask::Session(script) => Self::SessionOpen {
                session: "session",
                policy: script.policy.as_deref(),
                contract: &script.contract,
            },
        }
    }

    /// Appends the request to a buffer as one line with its line end. The text of a response is written straight from
    /// the case, without a copy in between.
    pub fn write(&self, id: u64, to: &mut Vec<u8>) {
        to.extend_from_slice(b"{\"id\":");
        json(to, &id);
        match self {
            Self::Hello => {
                field(to, "op", "hello");
                field(to, "protocol", &PROTOCOL);
            }
            Self::Parse { response, finish } => {
                field(to, "op", "parse");
                field(to, "response", response);
                ending(to, *finish);
            }
            Self::Load { name, contract } => {
                field(to, "op", "load");
                field(to, "name", name);
                to.extend_from_slice(b",\"contract\":");
                to.extend_from_slice(contract.as_bytes());
            }
            Self::Recover {
                contract,
                response,
                finish,
            } => {
                field(to, "op", "recover");
                field(to, "contract", contract);
                field(to, "response", response);
                ending(to, *finish);
            }
            Self::Repair {
                contract,
                response,
                finish,
                answer,
            } => {
                field(to, "op", "repair");
                field(to, "contract", contract);
                field(to, "response", response);
                ending(to, *finish);
                field(to, "answer", answer);
            }
            Self::Guard { contract, output } => {
                field(to, "op", "guard");
                field(to, "contract", contract);
                raw(to, "output", Some(&output.message()));
            }
            Self::GuardRun { run, contracts } => {
                field(to, "op", "guard_run");
                run::write(to, run, contracts);
            }
            Self::SessionOpen {
                session,
                policy,
                contract,
            } => {
                field(to, "op", "session_open");
                field(to, "session", session);
                raw(to, "policy", *policy);
                field(to, "contract", contract);
            }
            Self::SessionEvent { session, event } => {
                field(to, "op", "session_event");
                field(to, "session", session);
                to.extend_from_slice(b",\"event\":");
                event.write(to);
            }
            Self::SessionCheckpoint { session } => {
                field(to, "op", "session_checkpoint");
                field(to, "session", session);
            }
            Self::SessionAudit { session } => {
                field(to, "op", "session_audit");
                field(to, "session", session);
            }
            Self::SessionResume {
                session,
                checkpoint,
                records,
                policy,
                contract,
            } => {
                field(to, "op", "session_resume");
                field(to, "session", session);
                field(to, "checkpoint", checkpoint);
                raw(to, "records", Some(records));
                raw(to, "policy", *policy);
                field(to, "contract", contract);
            }
        }
        to.extend_from_slice(b"}\n");
    }

    /// The request as one line, without its line end.
    #[must_use]
    pub fn line(&self, id: u64) -> String {
        let mut line = Vec::new();
        self.write(id, &mut line);
        line.pop();
        String::from_utf8_lossy(&line).into_owned()
    }
}

impl Event<'_> {
    /// Appends the event as a JSON object.
    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Self::LlmResponse { call, text, finish } => {
                to.extend_from_slice(b"{\"llm_response\":{\"call\":");
                json(to, call);
                field(to, "text", text);
                ending(to, *finish);
            }
            Self::TransportError { call, kind } => {
                to.extend_from_slice(b"{\"transport_error\":{\"call\":");
                json(to, call);
                field(to, "kind", kind);
            }
            Self::ToolResult {
                action,
                output,
                bindings,
            } => {
                to.extend_from_slice(b"{\"tool_result\":{\"action\":");
                json(to, action);
                raw(to, "output", Some(output));
                raw(to, "bindings", *bindings);
            }
        }
        to.extend_from_slice(b"}}");
    }
}

/// The text of a contract; `null`, which is none, if it is not known.
pub(super) fn text_of<'a>(contracts: &'a BTreeMap<String, String>, name: &str) -> &'a str {
    contracts.get(name).map_or("null", String::as_str)
}

/// Appends a member whose value is JSON text already, if there is one.
pub(super) fn raw(to: &mut Vec<u8>, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        to.push(b',');
        json(to, name);
        to.push(b':');
        to.extend_from_slice(value.as_bytes());
    }
}

fn ending(to: &mut Vec<u8>, finish: Option<Finish>) {
    if let Some(finish) = finish {
        field(to, "finish", &finish);
    }
}

pub(super) fn field<T: Serialize + ?Sized>(to: &mut Vec<u8>, name: &str, value: &T) {
    to.push(b',');
    json(to, name);
    to.push(b':');
    json(to, value);
}

pub(super) fn json<T: Serialize + ?Sized>(to: &mut Vec<u8>, value: &T) {
    let written = serde_json::to_writer(to, value);
    debug_assert!(
        written.is_ok(),
        "texts and numbers can be written, and memory takes them"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_one_line_whatever_it_holds() {
        let request = Request::Recover {
            contract: "lean",
            response: "a\n\"b\"\u{2028}\u{0}",
            finish: Some(Finish::ContentFilter),
        };
        let expected = concat!(
            r#"{"id":3,"op":"recover","contract":"lean","response":"a\n\"b\""#,
            "\u{2028}",
            r#"\u0000","finish":"content_filter"}"#
        );
        assert_eq!(request.line(3), expected);
        let request = Request::Load {
            name: "c",
            contract: r#"{"n":1.0e400}"#,
        };
        assert_eq!(
            request.line(4),
            r#"{"id":4,"op":"load","name":"c","contract":{"n":1.0e400}}"#
        );
        assert_eq!(
            Request::Hello.line(0),
            r#"{"id":0,"op":"hello","protocol":1}"#
        );
    }
}
