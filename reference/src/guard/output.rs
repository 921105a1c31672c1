//! What came of a call of a tool.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::json::{Kind, Value};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

/// What came of one call of a tool, as the transport tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output<'b> {
    /// No answer in time.
    Timeout,
    /// No connection.
    Unreachable,
    /// An answer.
    Received(Received<'b>),
}

/// An answer of a tool.
#[derive(Clone, PartialEq, Eq)]
pub struct Received<'b> {
    /// The HTTP status; for a tool without HTTP, 200 says that it succeeded.
    pub status: u32,
    /// The field `Content-Type`, several joined by commas; none if there was none.
    pub content_type: Option<Cow<'b, str>>,
    /// The body as it came, or at least four times as many bytes as the contract allows
    /// characters, and one more: that is enough to refuse it (REQ GRD-4).
    pub body: Cow<'b, [u8]>,
}

impl fmt::Debug for Received<'_> {
    /// Shows neither type nor body: they are texts of others (REQ GRD-8).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Received")
            .field("status", &self.status)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

impl Output<'static> {
    /// Reads an output in the form of the protocol: `transport`, and for one that came through
    /// `status`, `content_type` and `body_base64`; in files for people also `body`, a text.
    ///
    /// # Errors
    ///
    /// Anything else, and where.
    pub fn read(output: Value<'_>) -> Result<Self, ContractError> {
        Self::read_part(&Part::root(output))
    }

    /// Reads one that stands in another document.
    pub(super) fn read_part(part: &Part<'_>) -> Result<Self, ContractError> {
        let transport = part.require("transport")?;
        match &*transport.string()? {
            "ok" => Received::read(part).map(Self::Received),
            "timeout" => without_answer(part).map(|()| Self::Timeout),
            "unreachable" => without_answer(part).map(|()| Self::Unreachable),
            _ => Err(transport.fault(ContractFault::Expected("`ok`, `timeout` or `unreachable`"))),
        }
    }
}

/// Without an answer there is nothing that one would have.
fn without_answer(part: &Part<'_>) -> Result<(), ContractError> {
    for name in ["status", "content_type", "body_base64", "body"] {
        if let Some(member) = part.get(name) {
            return Err(member.fault(ContractFault::Expected("nothing without an answer")));
        }
    }
    Ok(())
}

impl Received<'static> {
    fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        let status = part.require("status")?;
        let number = u32::try_from(status.count()?)
            .map_err(|_| status.fault(ContractFault::Expected("an HTTP status")))?;
        let content_type = part.get("content_type");
        let content_type = content_type.filter(|field| field.value.kind() != Kind::Null);
        let content_type = content_type.as_ref().map(Part::string).transpose()?;
        Ok(Self {
            status: number,
            content_type: content_type.map(|field| Cow::Owned(field.into_owned())),
            body: Cow::Owned(read_body(part)?),
        })
    }
}

fn read_body(part: &Part<'_>) -> Result<Vec<u8>, ContractError> {
    match (part.get("body_base64"), part.get("body")) {
        (Some(encoded), None) => STANDARD
            .decode(encoded.string()?.as_bytes())
            .map_err(|_| encoded.fault(ContractFault::Expected("base64 with padding"))),
        (None, Some(body)) => Ok(body.string()?.into_owned().into_bytes()),
        _ => Err(part.fault(ContractFault::Expected("one of `body_base64` and `body`"))),
    }
}
