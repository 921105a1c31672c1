//! The requests that this adapter knows, read from one line.

use std::borrow::Cow;

use response_recovery::{Finish, Response};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The members of all requests; which of them an operation needs is its own business.
#[derive(Deserialize)]
pub(crate) struct Request<'l> {
    pub(crate) id: u64,
    #[serde(borrow)]
    pub(crate) op: Cow<'l, str>,
    pub(crate) name: Option<String>,
    /// A contract document in `load`, the name of one in all other operations.
    #[serde(borrow)]
    pub(crate) contract: Option<&'l RawValue>,
    pub(crate) response: Option<String>,
    /// What the model answered to a repair call.
    pub(crate) answer: Option<String>,
    finish: Option<String>,
    /// The name of a session.
    pub(crate) session: Option<String>,
    /// A policy document; null is none.
    #[serde(borrow)]
    pub(crate) policy: Option<&'l RawValue>,
    #[serde(borrow)]
    pub(crate) event: Option<&'l RawValue>,
    pub(crate) checkpoint: Option<String>,
    #[serde(borrow)]
    pub(crate) records: Option<&'l RawValue>,
    /// What came of a call of a tool.
    #[serde(borrow)]
    pub(crate) output: Option<&'l RawValue>,
    /// The guard contracts of a run, by tool.
    #[serde(borrow)]
    pub(crate) contracts: Option<&'l RawValue>,
    /// The steps of a run.
    #[serde(borrow)]
    pub(crate) steps: Option<&'l RawValue>,
}

impl<'l> Request<'l> {
    /// Reads a line; nothing if it is no JSON object in UTF-8 with the members that every request has.
    pub(crate) fn read(line: &'l [u8]) -> Option<Self> {
        // The derived reader would take an array for an object as well.
        let is_object = line.trim_ascii_start().starts_with(b"{");
        is_object.then(|| serde_json::from_slice(line).ok())?
    }

    /// The id on a line that is otherwise unreadable, so that the harness knows what failed.
    pub(crate) fn id_alone(line: &[u8]) -> Option<u64> {
        #[derive(Deserialize)]
        struct Id {
            id: u64,
        }
        let line = String::from_utf8_lossy(line);
        serde_json::from_str::<Id>(&line)
            .ok()
            .map(|request| request.id)
    }

    /// The name of the contract, where the request names one.
    pub(crate) fn contract_name(&self) -> Option<String> {
        serde_json::from_str(self.contract?.get()).ok()
    }

    /// The response under test; nothing if the request has none, or an ending that nobody knows.
    pub(crate) fn response(&self) -> Option<Response<'_>> {
        let finish = match &self.finish {
            Some(name) => Finish::of_name(name)?,
            None => Finish::Stop,
        };
        Some(Response::from(self.response.as_deref()?).finished(finish))
    }
}
