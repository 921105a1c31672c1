//! Whether a repair that is taken says truly where its result comes from (REQ REP-8, REP-11).

use recovery_reports::sha256;

use super::tagged::leads;
use super::{Fault, check_value};
use crate::case::Accepted;
use crate::protocol::Provenance;

/// Checks the member `repair` of a reply, as JSON text, against the response as it was sent and the rebuilt text that is
/// due.
pub(super) fn check(
    response: &str,
    due: &Accepted,
    result: &str,
    repair: &str,
) -> Result<(), Fault> {
    let repair = Provenance::read(repair).map_err(Fault::Malformed)?;
    if repair.result != result {
        check_value(&repair.result, result).map_err(|_| Fault::Text)?;
        return Err(Fault::RebuiltBytes);
    }
    let check = |is_right: bool, field| {
        if is_right {
            Ok(())
        } else {
            Err(Fault::Provenance(field))
        }
    };
    check(
        repair.source_sha256 == sha256(&[response.as_bytes()]),
        "source_sha256",
    )?;
    check(
        repair.result_sha256 == sha256(&[result.as_bytes()]),
        "result_sha256",
    )?;
    let is_untouched = due.rules.as_ref().is_none_or(Vec::is_empty);
    let normalized = due.text.as_deref().or(is_untouched.then_some(response));
    let is_right = |normalized| leads(repair.patch.get(), normalized, result);
    check(normalized.is_none_or(is_right), "patch")
}
