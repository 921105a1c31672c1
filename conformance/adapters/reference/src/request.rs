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
    /// A contract document in `load`, the name of one in `recover`.
    #[serde(borrow)]
    pub(crate) contract: Option<&'l RawValue>,
    pub(crate) response: Option<String>,
    finish: Option<String>,
}

impl Request<'_> {
    /// The response under test; nothing if the request has none, or an ending that nobody knows.
    pub(crate) fn response(&self) -> Option<Response<'_>> {
        let finish = match &self.finish {
            Some(name) => Finish::of_name(name)?,
            None => Finish::Stop,
        };
        Some(Response::from(self.response.as_deref()?).finished(finish))
    }
}
