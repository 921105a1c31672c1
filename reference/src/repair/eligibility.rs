//! Whether a repair may be asked for, and where (REQ REP-1).

use super::RepairCall;
use super::damage::Damage;
use super::path::{RepairPath, repair_path};
use super::prompt::{Asked, prompt};
use crate::json::Value;
use crate::normalize::Normalized;
use crate::outcome::Rejection;
use crate::reason::Category;
use crate::schema::excerpt;
use crate::terms::Terms;
use crate::validate::validate_outside;

/// The repair call for a response of an active call that was rejected; the rejection where none may
/// be asked for.
pub(crate) fn eligible<'t>(
    terms: Terms<'_>,
    source: &'t str,
    normalized: Normalized<'t>,
    rejection: Rejection,
) -> Result<RepairCall<'t>, Rejection> {
    let Normalized { document, rules } = normalized;
    if rejection.reason.category() != Category::Schema {
        return Err(rejection);
    }
    let Some((damage, path)) = repairable(terms, document.root()) else {
        return Err(rejection);
    };
    let contract = terms.contract;
    let schema = excerpt(contract.schema(), contract.document(), path.judge);
    let prompt = prompt(Asked {
        path: path.pointer.as_str(),
        schema: &schema,
        response: document.text(),
        bindings: terms.bindings,
    });
    Ok(RepairCall {
        source,
        place: path.value.index(),
        path: path.pointer,
        damage,
        prompt,
        schema,
        rejection,
        document,
        rules,
    })
}

/// The container errors of a response, which are all its errors, and the place that is repairable and
/// holds them all, if nothing outside of it is at fault.
fn repairable<'d>(terms: Terms<'_>, root: Value<'d>) -> Option<(Damage, RepairPath<'d>)> {
    let containers = terms.contract.containers()?;
    if !containers.are_all(root) {
        return None;
    }
    let damage = Damage::survey(terms.contract, containers, root)?;
    let path = repair_path(terms.contract, &damage, root)?;
    validate_outside(terms, root, &path.pointer).ok()?;
    Some((damage, path))
}
