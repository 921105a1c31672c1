//! The answer to a repair call: an object with the one key `replacement` (REQ REP-4).

use crate::json::{Document, Value};
use crate::limits::MAX_BYTES;
use crate::normalize::unfenced;
use crate::reason::{LimitFault, Reason, RepairFault};
use crate::response::Response;

const REPLACEMENT: &str = "replacement";

/// An answer that has the one form in which it is read.
pub(super) struct Answer<'a>(Document<'a>);

impl<'a> Answer<'a> {
    /// Reads an answer strictly; one fence around it may be taken off.
    pub(super) fn read(answer: Response<'a>) -> Result<Self, Reason> {
        if answer.text.len() > MAX_BYTES {
            return Err(Reason::Limit(LimitFault::Answer));
        }
        let document = Document::parse(unfenced(answer.text)).ok();
        let document = document.filter(|_| !answer.finish.is_cut());
        match document {
            Some(document) if document.root().len() == 1 && only(&document).is_some() => {
                Ok(Self(document))
            }
            _ => Err(Reason::Repair(RepairFault::Answer)),
        }
    }

    /// What is to stand at the path.
    pub(super) fn replacement(&self) -> Value<'_> {
        only(&self.0).unwrap_or(Value::NOTHING)
    }
}

fn only<'d>(document: &'d Document<'_>) -> Option<Value<'d>> {
    document.root().get(REPLACEMENT)
}
