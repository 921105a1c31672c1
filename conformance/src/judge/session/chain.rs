//! Whether an audit verifies, by a computation of its own (REQ AUD-1), and is only ever appended to.

use recovery_reports::sha256;
use serde_json::Value;

use super::{Audit, Course, Flaw, Known};
use crate::judge::Fault;

/// What the first record follows.
const NOTHING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Every audit that was told is a chain from the first record to its head.
pub(super) fn check(course: &Course, _: &Known<'_>) -> Result<(), Flaw> {
    course.audits.iter().try_for_each(|audit| {
        verify(audit).map_err(|what| Flaw {
            step: None,
            fault: Fault::Chain(what),
        })
    })
}

/// What was in an audit once stays in it.
pub(super) fn check_appended(course: &Course, _: &Known<'_>) -> Result<(), Flaw> {
    let hashes = |audit: &Audit| -> Vec<Option<String>> {
        let records = audit.records.iter();
        records
            .map(|record| canonical(&serde_json::from_str(record).ok()?))
            .collect()
    };
    for pair in course.audits.windows(2) {
        let [earlier, later] = pair else { continue };
        if !hashes(later).starts_with(&hashes(earlier)) {
            return Err(Flaw {
                step: None,
                fault: Fault::Chain("a record that was there before is changed or missing"),
            });
        }
    }
    Ok(())
}

fn verify(audit: &Audit) -> Result<(), &'static str> {
    let mut previous = NOTHING.to_owned();
    for (sequence, record) in (1_u64..).zip(&audit.records) {
        let mut record: Value =
            serde_json::from_str(record).map_err(|_| "a record cannot be read")?;
        let members = record.as_object_mut().ok_or("a record is no object")?;
        let Some(Value::String(hash)) = members.remove("hash") else {
            return Err("a record has no hash");
        };
        let is_next = members.get("sequence").and_then(Value::as_u64) == Some(sequence);
        if !is_next {
            return Err("the records are not counted from 1");
        }
        let follows = members.get("previous").and_then(Value::as_str) == Some(&previous);
        if !follows {
            return Err("a record does not follow the one before");
        }
        if canonical(&record).is_none_or(|canonical| sha256(&[canonical.as_bytes()]) != hash) {
            return Err("a record does not have the hash that it says");
        }
        previous = hash;
    }
    if audit.head == previous {
        Ok(())
    } else {
        Err("the head is not the hash of the last record")
    }
}

/// A value in the form of RFC 8785.
fn canonical(value: &Value) -> Option<String> {
    serde_json_canonicalizer::to_string(value).ok()
}
