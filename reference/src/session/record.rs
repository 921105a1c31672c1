//! One record of the audit: a closed call, and the hash that chains it to the one before (REQ AUD-1).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::command::CallKind;
use super::event::TransportKind;
use crate::digest::canonical_sha256;
use crate::outcome::Applied;
use crate::response::Finish;

/// A closed call, as it is appended to the audit and never changed. Its JSON form is normative; a
/// member that is unknown, missing or there twice is refused on reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its place in the log, from 1.
    pub sequence: u64,
    /// The id of the call, such as `call-1`.
    pub call: String,
    /// What was asked for.
    pub kind: CallKind,
    /// Which provider was asked.
    pub provider: String,
    /// SHA-256 of the prompt.
    pub prompt_sha256: String,
    /// The response as it came; none after a transport error.
    #[serde(deserialize_with = "Option::deserialize")]
    pub response: Option<String>,
    /// How the provider said that it ended; none if it did not say, or after a transport error.
    #[serde(deserialize_with = "Option::deserialize")]
    pub finish: Option<Finish>,
    /// The normalized text or, after an accepted repair, the rebuilt one; none if nothing of the
    /// response may be used.
    #[serde(deserialize_with = "Option::deserialize")]
    pub text: Option<String>,
    /// The rules applied, in their order.
    pub rules: Vec<RuleAt>,
    /// What became of the call.
    pub outcome: Decided,
    /// Where an accepted repair comes from; none on every other record.
    #[serde(deserialize_with = "Option::deserialize")]
    pub repair: Option<Provenance>,
    /// The hash of the record before; [`super::NO_RECORD`] on the first.
    pub previous: String,
    /// SHA-256 of the RFC 8785 form of this record without this member.
    pub hash: String,
}

impl Record {
    /// The records in a JSON list. None if it is another text, or one of them has another form: a
    /// member that is unknown, missing, there twice, or of another type.
    #[must_use]
    pub fn read_all(list: &str) -> Option<Vec<Self>> {
        let records: Vec<Self> = serde_json::from_str(list).ok()?;
        // A derived reader takes a list for an object as well.
        let told: Value = serde_json::from_str(list).ok()?;
        (serde_json::to_value(&records).ok()? == told).then_some(records)
    }

    /// The hash that this record ought to bear.
    #[must_use]
    pub fn computed_hash(&self) -> String {
        // A record can always be written as a value: its keys are texts.
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(members) = value.as_object_mut() {
            members.remove("hash");
        }
        canonical_sha256(&value)
    }

    /// The same record under the hash of what is in it.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.hash = self.computed_hash();
        self
    }
}

/// One application of a rule, as it is recorded (REQ NRM-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleAt {
    /// `fence`, `decode` or `filter`.
    pub rule: String,
    /// Where, as a JSON Pointer.
    pub path: String,
}

impl From<&Applied> for RuleAt {
    fn from(applied: &Applied) -> Self {
        Self {
            rule: applied.rule.name().to_owned(),
            path: applied.path.as_str().to_owned(),
        }
    }
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Decided {
    /// The response, or the rebuilt one, satisfies the contract.
    Accepted {},
    /// Nothing of the response may be used.
    Rejected {
        /// Why, as `category:detail`.
        reason: String,
        /// Where, as a JSON Pointer.
        path: String,
    },
    /// The response may be repaired at one place (REQ REP-1).
    Repair {
        /// Where, as a JSON Pointer.
        path: String,
    },
    /// No response came (REQ TRN-1).
    TransportError {
        /// Why not.
        kind: TransportKind,
    },
}

/// Where an accepted repair comes from (REQ REP-11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The sequence of the record whose response was repaired.
    pub source: u64,
    /// SHA-256 of that response as it came.
    pub source_sha256: String,
    /// Where it was repaired, as a JSON Pointer.
    pub path: String,
    /// The patch (RFC 6902), to be applied to the normalized text of the source. It stands as JSON
    /// text, because RFC 8785 would write its numbers as doubles.
    pub patch: String,
    /// The rebuilt response.
    pub result: String,
    /// Its SHA-256.
    pub result_sha256: String,
}
