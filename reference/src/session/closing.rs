//! How a call is closed: one record in the audit, one line in the log (REQ AUD-1).

use std::fmt::Write as _;

use super::event::TransportKind;
use super::machine::Session;
use super::open::OpenCall;
use super::record::{Decided, Record};
use super::verdict::{Taken, Verdict, Wanted};
use crate::digest::sha256;
use crate::response::Finish;

/// What closes a call.
pub(super) enum Closing<'v> {
    Response(String, Option<Finish>, &'v Verdict),
    TransportError(TransportKind),
}

impl Session {
    /// Closes a call, and gives the sequence of its record.
    pub(super) fn close(&mut self, call: &OpenCall, closing: Closing<'_>) -> u64 {
        let bare = Record {
            sequence: 0,
            call: call.id.clone(),
            kind: call.asks.kind(),
            provider: self
                .policy
                .provider(call.attempt)
                .unwrap_or_default()
                .to_owned(),
            prompt_sha256: sha256(&call.prompt),
            response: None,
            finish: None,
            text: None,
            rules: Vec::new(),
            outcome: Decided::Accepted {},
            repair: None,
            previous: String::new(),
            hash: String::new(),
        };
        let record = match closing {
            Closing::TransportError(kind) => Record {
                outcome: Decided::TransportError { kind },
                ..bare
            },
            Closing::Response(text, finish, verdict) => decided(
                verdict,
                Record {
                    response: Some(text),
                    finish,
                    ..bare
                },
            ),
        };
        self.log.push(line(&record));
        self.audit.append(record);
        self.audit.count()
    }
}

/// The record of a response, with what became of it.
fn decided(verdict: &Verdict, record: Record) -> Record {
    match verdict {
        Verdict::Accepted(Taken {
            text,
            rules,
            repair,
        }) => Record {
            text: Some(text.clone()),
            rules: rules.clone(),
            repair: repair.clone(),
            ..record
        },
        Verdict::Repair(Wanted {
            path, text, rules, ..
        }) => Record {
            text: Some(text.clone()),
            rules: rules.clone(),
            outcome: Decided::Repair { path: path.clone() },
            ..record
        },
        Verdict::Rejected(rejection) => Record {
            outcome: Decided::Rejected {
                reason: rejection.reason.to_string(),
                path: rejection.path.as_str().to_owned(),
            },
            ..record
        },
    }
}

/// A closed call in one line, with nothing of the response.
fn line(record: &Record) -> String {
    let mut line = format!("{} ", record.call);
    // Writing into memory cannot fail.
    let _ = match &record.outcome {
        Decided::Accepted {} => write!(line, "accepted"),
        Decided::Rejected { reason, path } => write!(line, "rejected, {reason} at \"{path}\""),
        Decided::Repair { path } => write!(line, "to be repaired at \"{path}\""),
        Decided::TransportError { kind } => write!(line, "failed, {}", kind.name()),
    };
    for rule in &record.rules {
        let _ = write!(line, ", {} at \"{}\"", rule.rule, rule.path);
    }
    line
}
